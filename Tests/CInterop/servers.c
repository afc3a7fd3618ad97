/* Servers in other processes. What they print comes through a pipe, so that waiting for it is no guessing. */
#define _GNU_SOURCE
#include "harness.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int launch(server *server, char *const *arguments)
{
    int in[2];
    int out[2];

    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) {
        return CHECK(!"no pipes");
    }
    fflush(stdout);
    server->process = fork();
    if (server->process == 0) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        dup2(out[1], 2);
        execvp(arguments[0], arguments);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    server->input = in[1];
    server->output = out[0];
    (void) fcntl(server->output, F_SETFL, O_NONBLOCK);
    return CHECK(server->process > 0);
}

/* Takes what has been printed so far; 0 when there can be no more. */
static int read_log(server *server)
{
    for (;;) {
        size_t room = sizeof server->log - 1 - server->log_count;
        uint8_t *place = (uint8_t *) server->log + server->log_count;
        int64_t got = room == 0 ? 0 : ccountersign_read_descriptor(server->output, place, room);
        int64_t index;

        if (got <= 0) {
            return got == -1;
        }
        /* s_server prints what it is sent, zeros included. */
        for (index = 0; index < got; index += 1) {
            place[index] = place[index] == '\0' ? ' ' : place[index];
        }
        server->log_count += (size_t) got;
        server->log[server->log_count] = '\0';
    }
}

int log_says_now(server *server, const char *words)
{
    (void) read_log(server);
    return strstr(server->log, words) != NULL;
}

int log_says(server *server, const char *words)
{
    int64_t deadline = ccountersign_monotonic_nanoseconds() + 5000000000;
    int32_t ready = 0;
    int32_t native = 0;

    for (;;) {
        int is_open = read_log(server);

        if (strstr(server->log, words) != NULL) {
            return 1;
        }
        if (!is_open || ccountersign_wait(
                            server->output, CCOUNTERSIGN_READABLE, -1, 0, deadline, &ready, &native) != CCOUNTERSIGN_OK) {
            return 0;
        }
    }
}

void print_log(server *server)
{
    (void) read_log(server);
    printf("%s", server->log);
}

static void append(char **all, int count, const char *const *arguments)
{
    while (*arguments != NULL && count < 62) {
        all[count++] = (char *) *arguments++;
    }
    all[count] = NULL;
}

int start_openssl(server *server, const char *const *arguments)
{
    char *all[64] = { "openssl", "s_server", "-accept", "127.0.0.1:0", NULL };
    const char *found;

    memset(server, 0, sizeof *server);
    append(all, 4, arguments);
    if (!launch(server, all)) {
        return 0;
    }
    if (!log_says(server, "ACCEPT 127.0.0.1:") || !log_says(server, "\n")) {
        print_log(server);
        return CHECK(!"openssl s_server did not start");
    }
    found = strstr(server->log, "ACCEPT 127.0.0.1:");
    server->port = (uint16_t) atoi(found + strlen("ACCEPT 127.0.0.1:"));
    return 1;
}

int start_gnutls(server *server, const char *const *arguments)
{
    ccountersign_address address = { 4, { 127, 0, 0, 1 }, 0, 0 };
    char *all[64] = { "gnutls-serv", "--echo", "-p", NULL };
    char port[16];
    int32_t listener = -1;
    int32_t native = 0;

    memset(server, 0, sizeof *server);
    /* It cannot choose a port itself: one that was just free is likely to be so still. */
    if (!CHECK_EQUAL(ccountersign_listen(&address, &listener, &server->port, &native), CCOUNTERSIGN_OK)) {
        return 0;
    }
    ccountersign_close_descriptor(listener);
    snprintf(port, sizeof port, "%u", server->port);
    all[3] = port;
    append(all, 4, arguments);
    if (!launch(server, all)) {
        return 0;
    }
    if (!log_says(server, "IPv4 0.0.0.0") || !log_says(server, "...done")) {
        print_log(server);
        return CHECK(!"gnutls-serv did not start");
    }
    return 1;
}

void stop(server *server)
{
    if (server->process > 0) {
        kill(server->process, SIGKILL);
        waitpid(server->process, NULL, 0);
        close(server->input);
        close(server->output);
    }
    server->process = 0;
}
