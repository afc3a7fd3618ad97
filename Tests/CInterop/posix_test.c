/* Sockets, names, files. */
#define _GNU_SOURCE
#include "harness.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define SECOND 1000000000

static void test_addresses(void)
{
    static const struct { const char *text; uint8_t family; const char *again; } good[] = {
        { "127.0.0.1", 4, "127.0.0.1" },  { "255.255.255.255", 4, "255.255.255.255" },
        { "::1", 6, "::1" },              { "::", 6, "::" },
        { "2001:DB8::1", 6, "2001:db8::1" }, { "::ffff:10.0.0.1", 6, "::ffff:10.0.0.1" },
        { "fe80::1%1", 6, "fe80::1%1" },  { "fe80::1%lo", 6, "fe80::1%1" },
    };
    static const char *const bad[] = {
        "", "localhost", "1.2.3", "1.2.3.4.5", "01.2.3.4", "256.1.1.1", "0x7f.1", "[::1]", "::1%", "::1%0", "::g",
        "fe80::1%nosuchinterface", "127.0.0.1 ", " 127.0.0.1", "1.2.3.4%1", "2001:db8::1::2",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    };
    ccountersign_address address;
    char text[64];
    size_t index;

    for (index = 0; index < sizeof good / sizeof good[0]; index += 1) {
        begin("address %s", good[index].text);
        CHECK_EQUAL(ccountersign_parse_address(good[index].text, strlen(good[index].text), &address), 1);
        CHECK_EQUAL(address.family, good[index].family);
        CHECK_EQUAL(ccountersign_format_address(&address, text, sizeof text), strlen(good[index].again));
        CHECK(strcmp(text, good[index].again) == 0);
        CHECK_EQUAL(ccountersign_format_address(&address, text, strlen(good[index].again)), 0);
    }
    for (index = 0; index < sizeof bad / sizeof bad[0]; index += 1) {
        begin("no address: '%s'", bad[index]);
        CHECK_EQUAL(ccountersign_parse_address(bad[index], strlen(bad[index]), &address), 0);
    }
    begin("addresses");
    CHECK_EQUAL(ccountersign_parse_address("127.0.0.1\0junk", 14, &address), 0);
    CHECK_EQUAL(ccountersign_parse_address("127.0.0.1junk", 9, &address), 1);
    memset(&address, 0, sizeof address);
    CHECK_EQUAL(ccountersign_format_address(&address, text, sizeof text), 0);
}

static void test_resolving(void)
{
    ccountersign_address addresses[8];
    size_t count = 9;
    int32_t native = 0;
    int64_t now = ccountersign_monotonic_nanoseconds();
    int turn;

    begin("names");
    CHECK_EQUAL(ccountersign_resolve("localhost", 443, now + 5 * (int64_t) SECOND, addresses, 8, &count, &native), CCOUNTERSIGN_OK);
    CHECK(count >= 1 && addresses[0].port == 443);
    CHECK(addresses[0].family == 6 || (addresses[0].family == 4 && addresses[0].octets[0] == 127));
    CHECK_EQUAL(ccountersign_resolve("localhost", 1, INT64_MAX, addresses, 1, &count, &native), CCOUNTERSIGN_OK);
    CHECK_EQUAL(count, 1);
    CHECK_EQUAL(ccountersign_resolve("::1", 80, 0, addresses, 8, &count, &native), CCOUNTERSIGN_OK);
    CHECK(count == 1 && addresses[0].family == 6 && addresses[0].port == 80);
    CHECK_EQUAL(ccountersign_resolve("localhost", 443, now, addresses, 8, &count, &native), CCOUNTERSIGN_TIMED_OUT);
    CHECK_EQUAL(count, 0);
    CHECK_EQUAL(ccountersign_resolve("", 443, INT64_MAX, addresses, 8, &count, &native), CCOUNTERSIGN_NOT_FOUND);
    CHECK_EQUAL(ccountersign_resolve(NULL, 443, INT64_MAX, addresses, 8, &count, &native), CCOUNTERSIGN_INVALID_ARGUMENT);
    /* A name that cannot be: however the machine's resolver fares, an answer comes by the deadline. */
    now = ccountersign_monotonic_nanoseconds();
    CHECK(ccountersign_resolve("no-such-host.invalid", 443, now + SECOND / 5, addresses, 8, &count, &native) != CCOUNTERSIGN_OK);
    CHECK(ccountersign_monotonic_nanoseconds() - now < SECOND);
    /* Given up at once, over and over: the threads clean up behind themselves. */
    for (turn = 0; turn < 50; turn += 1) {
        (void) !ccountersign_resolve(
            "localhost", 443, ccountersign_monotonic_nanoseconds() + 1000, addresses, 8, &count, &native);
    }
}

static void *signal_it(void *argument)
{
    ccountersign_event_signal(*(int32_t *) argument);
    return NULL;
}

static void test_sockets(void)
{
    ccountersign_address address = { 4, { 127, 0, 0, 1 }, 0, 0 };
    int32_t listener = -1;
    int32_t accepted = -1;
    int32_t client = -1;
    int32_t event = -1;
    int32_t ready = 0;
    int32_t native = 0;
    uint8_t bytes[64];
    static uint8_t much[1 << 20];
    int64_t now;
    int64_t moved;
    pthread_t thread;

    begin("sockets");
    CHECK_EQUAL(ccountersign_listen(&address, &listener, &address.port, &native), CCOUNTERSIGN_OK);
    CHECK(address.port != 0);
    CHECK_EQUAL(ccountersign_accept(listener, &accepted, &native), CCOUNTERSIGN_SYSTEM_ERROR);
    CHECK_EQUAL(native, EAGAIN);
    now = ccountersign_monotonic_nanoseconds();
    CHECK_EQUAL(ccountersign_wait(listener, CCOUNTERSIGN_READABLE, -1, 0, now + SECOND / 20, &ready, &native), CCOUNTERSIGN_TIMED_OUT);
    CHECK(ccountersign_monotonic_nanoseconds() - now >= SECOND / 20);
    CHECK_EQUAL(ccountersign_wait(listener, CCOUNTERSIGN_READABLE, -1, 0, 0, &ready, &native), CCOUNTERSIGN_TIMED_OUT);
    client = connect_to(address.port);
    CHECK(fcntl(client, F_GETFD) & FD_CLOEXEC);
    CHECK(fcntl(client, F_GETFL) & O_NONBLOCK);
    CHECK_EQUAL(ccountersign_wait(listener, CCOUNTERSIGN_READABLE, -1, 0, INT64_MAX, &ready, &native), CCOUNTERSIGN_OK);
    CHECK_EQUAL(ready, 1);
    CHECK_EQUAL(ccountersign_accept(listener, &accepted, &native), CCOUNTERSIGN_OK);
    CHECK_EQUAL(ccountersign_receive(accepted, bytes, sizeof bytes), -1);
    CHECK_EQUAL(ccountersign_receive(accepted, bytes, 0), -1000 - EINVAL);
    CHECK_EQUAL(ccountersign_send(client, (const uint8_t *) "hello", 5), 5);
    CHECK_EQUAL(ccountersign_wait(accepted, 3, client, 3, INT64_MAX, &ready, &native), CCOUNTERSIGN_OK);
    CHECK((ready & 2) && (ready & 8) && !(ready & 4));
    CHECK_EQUAL(ccountersign_wait(accepted, 1, -1, 0, INT64_MAX, &ready, &native), CCOUNTERSIGN_OK);
    CHECK_EQUAL(ccountersign_receive(accepted, bytes, sizeof bytes), 5);
    ccountersign_shutdown_write(client);
    CHECK_EQUAL(ccountersign_wait(accepted, 1, -1, 0, INT64_MAX, &ready, &native), CCOUNTERSIGN_OK);
    CHECK_EQUAL(ccountersign_receive(accepted, bytes, sizeof bytes), 0);
    do {
        moved = ccountersign_send(accepted, much, sizeof much);
    } while (moved > 0);
    CHECK_EQUAL(moved, -1);
    ccountersign_close_descriptor(client);
    CHECK_EQUAL(ccountersign_wait(accepted, 2, -1, 0, INT64_MAX, &ready, &native), CCOUNTERSIGN_OK);
    moved = ccountersign_send(accepted, much, 10);
    if (moved >= 0) {
        moved = ccountersign_send(accepted, much, 10);
    }
    CHECK(moved == -1000 - EPIPE || moved == -1000 - ECONNRESET);
    ccountersign_close_descriptor(accepted);
    ccountersign_close_descriptor(listener);
    ccountersign_close_descriptor(-1);
    CHECK_EQUAL(ccountersign_wait(listener, 1, -1, 0, INT64_MAX, &ready, &native), CCOUNTERSIGN_SYSTEM_ERROR);
    CHECK_EQUAL(native, EBADF);

    begin("a port where nobody listens");
    {
        ccountersign_code code = ccountersign_connect(&address, &client, &native);

        if (code == CCOUNTERSIGN_OK) {
            CHECK_EQUAL(ccountersign_wait(client, 2, -1, 0, INT64_MAX, &ready, &native), CCOUNTERSIGN_OK);
            code = ccountersign_connect_result(client, &native);
        }
        CHECK_EQUAL(code, CCOUNTERSIGN_SYSTEM_ERROR);
        CHECK_EQUAL(native, ECONNREFUSED);
        ccountersign_close_descriptor(client);
    }
    address.family = 5;
    CHECK_EQUAL(ccountersign_connect(&address, &client, &native), CCOUNTERSIGN_INVALID_ARGUMENT);

    begin("an event");
    CHECK_EQUAL(ccountersign_event_open(&event, &native), CCOUNTERSIGN_OK);
    CHECK_EQUAL(ccountersign_wait(event, 1, -1, 0, 0, &ready, &native), CCOUNTERSIGN_TIMED_OUT);
    pthread_create(&thread, NULL, signal_it, &event);
    CHECK_EQUAL(
        ccountersign_wait(-1, 1, event, 1, ccountersign_monotonic_nanoseconds() + 5 * (int64_t) SECOND, &ready, &native),
        CCOUNTERSIGN_OK);
    CHECK_EQUAL(ready, 4);
    pthread_join(thread, NULL);
    ccountersign_event_signal(event);
    CHECK_EQUAL(ccountersign_read_descriptor(event, bytes, 8), 8);
    CHECK_EQUAL(ccountersign_read_descriptor(event, bytes, 8), -1);
    ccountersign_close_descriptor(event);
}

static void test_files(void)
{
    ccountersign_bytes contents;
    uint32_t mode = 0;
    int32_t native = 0;
    int ends[2];
    char path[600];
    char text[4096];
    size_t needed = 0;
    sigset_t pending;
    pid_t child;
    int outcome = -1;

    begin("files");
    CHECK_EQUAL(ccountersign_map_file(fixture_path("message"), &contents, &mode, &native), CCOUNTERSIGN_OK);
    CHECK(contents.count == 11 && memcmp(contents.start, "the message", 11) == 0);
    ccountersign_unmap_file(contents);
    CHECK_EQUAL(ccountersign_map_file(fixture_path("no such file"), &contents, &mode, &native), CCOUNTERSIGN_NOT_FOUND);
    CHECK_EQUAL(native, ENOENT);
    CHECK_EQUAL(ccountersign_map_file(fixtures_folder, &contents, &mode, &native), CCOUNTERSIGN_SYSTEM_ERROR);
    CHECK_EQUAL(native, EISDIR);
    CHECK_EQUAL(ccountersign_map_file("/dev/null", &contents, &mode, &native), CCOUNTERSIGN_SYSTEM_ERROR);
    snprintf(path, sizeof path, "%s/fifo", fixtures_folder);
    CHECK_EQUAL(mkfifo(path, 0600), 0);
    CHECK_EQUAL(ccountersign_map_file(path, &contents, &mode, &native), CCOUNTERSIGN_SYSTEM_ERROR);
    unlink(path);
    snprintf(path, sizeof path, "%s/empty", fixtures_folder);
    close(open(path, O_CREAT | O_WRONLY, 0640));
    chmod(path, 0640);
    CHECK_EQUAL(ccountersign_map_file(path, &contents, &mode, &native), CCOUNTERSIGN_OK);
    CHECK_EQUAL(contents.count, 0);
    CHECK_EQUAL(mode, 0640);
    ccountersign_unmap_file(contents);

    begin("directories");
    snprintf(path, sizeof path, "%s/folder", fixtures_folder);
    mkdir(path, 0700);
    CHECK_EQUAL(ccountersign_list_directory(path, text, sizeof text, &needed, &native), CCOUNTERSIGN_OK);
    CHECK_EQUAL(needed, 0);
    snprintf(path, sizeof path, "%s/folder/one", fixtures_folder);
    close(open(path, O_CREAT | O_WRONLY, 0600));
    snprintf(path, sizeof path, "%s/folder/three", fixtures_folder);
    close(open(path, O_CREAT | O_WRONLY, 0600));
    snprintf(path, sizeof path, "%s/folder", fixtures_folder);
    CHECK_EQUAL(ccountersign_list_directory(path, text, sizeof text, &needed, &native), CCOUNTERSIGN_OK);
    CHECK_EQUAL(needed, 10);
    CHECK(memcmp(text, "one\0three", 10) == 0 || memcmp(text, "three\0one", 10) == 0);
    CHECK_EQUAL(ccountersign_list_directory(path, text, 9, &needed, &native), CCOUNTERSIGN_INVALID_ARGUMENT);
    CHECK_EQUAL(needed, 10);
    CHECK_EQUAL(ccountersign_list_directory(path, NULL, 0, &needed, &native), CCOUNTERSIGN_INVALID_ARGUMENT);
    CHECK_EQUAL(needed, 10);
    CHECK_EQUAL(ccountersign_list_directory("/no/such", text, 9, &needed, &native), CCOUNTERSIGN_NOT_FOUND);

    begin("a pipe that nobody reads");
    CHECK_EQUAL(pipe(ends), 0);
    CHECK_EQUAL(ccountersign_write_descriptor(ends[1], (const uint8_t *) "abc", 3), 3);
    CHECK_EQUAL(ccountersign_read_descriptor(ends[0], (uint8_t *) text, 2), 2);
    close(ends[0]);
    CHECK_EQUAL(ccountersign_write_descriptor(ends[1], (const uint8_t *) "abc", 3), -1000 - EPIPE);
    sigpending(&pending);
    CHECK_EQUAL(sigismember(&pending, SIGPIPE), 0);
    CHECK_EQUAL(ccountersign_is_terminal(ends[1]), 0);
    close(ends[1]);

    begin("closed standard descriptors are held");
    child = fork();
    if (child == 0) {
        close(0);
        close(2);
        ccountersign_hold_standard_descriptors();
        _exit(fcntl(0, F_GETFD) >= 0 && fcntl(2, F_GETFD) >= 0 && write(2, "x", 1) == 1 ? 0 : 1);
    }
    CHECK(child > 0 && waitpid(child, &outcome, 0) == child);
    CHECK_EQUAL(outcome, 0);

    begin("the rest");
    CHECK(ccountersign_system_error_text(ENOENT, text, sizeof text) > 5 && strstr(text, "No such file") != NULL);
    CHECK(ccountersign_system_error_text(ENOENT, text, 4) <= 3);
    CHECK_EQUAL(ccountersign_system_error_text(ENOENT, text, 0), 0);
    CHECK(ccountersign_system_error_text(99999, text, sizeof text) > 0);
    setenv("COUNTERSIGN_TEST", "yes", 1);
    CHECK(strcmp(ccountersign_environment("COUNTERSIGN_TEST"), "yes") == 0);
    CHECK(ccountersign_environment("COUNTERSIGN_NO_SUCH") == NULL);
    CHECK(ccountersign_wall_clock_seconds() > 1700000000);
    CHECK(ccountersign_monotonic_nanoseconds() > 0);
}

void test_posix(void)
{
    test_addresses();
    test_resolving();
    test_sockets();
    test_files();
}
