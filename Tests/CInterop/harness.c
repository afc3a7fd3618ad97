/* Checks, fixtures, and moving a session's bytes. */
#define _GNU_SOURCE
#include "harness.h"

#include <stdarg.h>
#include <stdlib.h>

int checks_passed;
int checks_failed;
const char *fixtures_folder;
static char subject[256];

void begin(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(subject, sizeof subject, format, arguments);
    va_end(arguments);
}

int check_at(int holds, const char *file, int line, const char *text)
{
    if (holds) {
        checks_passed += 1;
    } else {
        checks_failed += 1;
        printf("%s:%d: %s: not so: %s\n", file, line, subject, text);
    }
    return holds;
}

int check_equal_at(long long found, long long expected, const char *file, int line, const char *text)
{
    if (found == expected) {
        checks_passed += 1;
    } else {
        checks_failed += 1;
        printf("%s:%d: %s: %s: found %lld, expected %lld\n", file, line, subject, text, found, expected);
    }
    return found == expected;
}

const char *fixture_path(const char *name)
{
    static char paths[8][512];
    static int next;
    char *path = paths[next++ % 8];

    snprintf(path, sizeof paths[0], "%s/%s", fixtures_folder, name);
    return path;
}

/* Read once, kept until the end. */
ccountersign_bytes fixture(const char *name)
{
    static struct { char name[64]; ccountersign_bytes bytes; } known[128];
    static int count;
    int32_t native = 0;
    int index;

    for (index = 0; index < count; index += 1) {
        if (strcmp(known[index].name, name) == 0) {
            return known[index].bytes;
        }
    }
    if (ccountersign_map_file(fixture_path(name), &known[count].bytes, NULL, &native) != CCOUNTERSIGN_OK) {
        printf("no fixture %s (%s)\n", name, strerror(native));
        exit(2);
    }
    snprintf(known[count].name, sizeof known[count].name, "%s", name);
    count += 1;
    return known[count - 1].bytes;
}

ccountersign_credential *credential_of(const char *certificate, const char *middle, const char *key)
{
    ccountersign_credential *credential = ccountersign_allocate(ccountersign_credential_size());

    ccountersign_credential_init(credential);
    CHECK_EQUAL(ccountersign_credential_add_certificate(credential, fixture(certificate)), CCOUNTERSIGN_OK);
    if (middle != NULL) {
        CHECK_EQUAL(ccountersign_credential_add_certificate(credential, fixture(middle)), CCOUNTERSIGN_OK);
    }
    if (key != NULL) {
        CHECK_EQUAL(ccountersign_credential_set_key(credential, fixture(key)), CCOUNTERSIGN_OK);
    }
    return credential;
}

void free_credential(ccountersign_credential *credential)
{
    ccountersign_credential_free(credential);
    ccountersign_release(credential, ccountersign_credential_size());
}

uint16_t newest(void)
{
    return ccountersign_supports_tls13() ? 0x0304 : 0x0303;
}

ccountersign_session *session_of(const ccountersign_session_options *options)
{
    ccountersign_session *session = ccountersign_allocate(ccountersign_session_size());

    CHECK_EQUAL(ccountersign_session_init(session, options), CCOUNTERSIGN_OK);
    return session;
}

void free_session(ccountersign_session *session)
{
    ccountersign_session_free(session);
    ccountersign_release(session, ccountersign_session_size());
}

/* ------------------------------------------------------------------- in memory */

void start_stream(stream *line)
{
    memset(line, 0, sizeof *line);
    line->limit = SIZE_MAX;
    line->mutated = SIZE_MAX;
}

void free_stream(stream *line)
{
    free(line->bytes);
    line->bytes = NULL;
}

static void put(stream *line, const uint8_t *bytes, size_t count)
{
    if (line->count + count > line->capacity) {
        line->capacity = (line->count + count) * 2;
        line->bytes = realloc(line->bytes, line->capacity);
    }
    memcpy(line->bytes + line->count, bytes, count);
    if (line->mutated >= line->count && line->mutated < line->count + count) {
        line->bytes[line->mutated] ^= line->mask;
    }
    line->count += count;
    if (line->count > line->limit) {
        line->count = line->limit;
    }
}

int serve(ccountersign_session *session, ccountersign_status status, stream *in, stream *out, size_t chunk)
{
    if (status == CCOUNTERSIGN_WANTS_WRITE) {
        ccountersign_bytes window = ccountersign_session_output(session);
        size_t count = window.count < chunk ? window.count : chunk;

        if (!CHECK(window.start != NULL && window.count > 0)) {
            return 0;
        }
        put(out, window.start, count);
        ccountersign_session_sent(session, count);
        return 1;
    }
    if (status == CCOUNTERSIGN_WANTS_READ) {
        ccountersign_window window = ccountersign_session_input(session);
        size_t count = window.count < chunk ? window.count : chunk;
        size_t left = in->count - in->taken;

        if (!CHECK(window.start != NULL && window.count > 0)) {
            return 0;
        }
        if (left == 0) {
            if (in->count < in->limit) {
                return 0;
            }
            ccountersign_session_end_of_input(session);
            return 1;
        }
        count = count < left ? count : left;
        memcpy(window.start, in->bytes + in->taken, count);
        in->taken += count;
        ccountersign_session_received(session, count);
        return 1;
    }
    return 0;
}

/* --------------------------------------------------------------------- sockets */

ccountersign_status drive(ccountersign_session *session, const line *to, step_function step, void *context)
{
    int64_t deadline = ccountersign_monotonic_nanoseconds() + 8000000000;
    int32_t ready = 0;
    int32_t native = 0;

    for (;;) {
        ccountersign_status status = step(session, context);
        int64_t moved;

        if (status == CCOUNTERSIGN_WANTS_READ) {
            ccountersign_window window = ccountersign_session_input(session);

            if (ccountersign_wait(to->descriptor, CCOUNTERSIGN_READABLE, -1, 0, deadline, &ready, &native) !=
                CCOUNTERSIGN_OK) {
                return status;
            }
            moved = ccountersign_receive(
                to->descriptor, window.start, window.count < to->chunk ? window.count : to->chunk);
            if (moved == 0 || moved < -1) {
                ccountersign_session_end_of_input(session);
            } else if (moved > 0) {
                ccountersign_session_received(session, (size_t) moved);
            }
        } else if (status == CCOUNTERSIGN_WANTS_WRITE) {
            ccountersign_bytes window = ccountersign_session_output(session);

            if (ccountersign_wait(to->descriptor, CCOUNTERSIGN_WRITABLE, -1, 0, deadline, &ready, &native) !=
                CCOUNTERSIGN_OK) {
                return status;
            }
            moved = ccountersign_send(
                to->descriptor, window.start, window.count < to->chunk ? window.count : to->chunk);
            if (moved < -1) {
                return status;
            }
            if (moved > 0) {
                ccountersign_session_sent(session, (size_t) moved);
            }
        } else {
            return status;
        }
    }
}

static ccountersign_status step_handshake(ccountersign_session *session, void *context)
{
    (void) context;
    return ccountersign_session_step(session);
}

ccountersign_status drive_step(ccountersign_session *session, const line *to)
{
    return drive(session, to, step_handshake, NULL);
}

typedef struct transfer {
    uint8_t *bytes;
    size_t capacity;
    size_t *count;
} transfer;

static ccountersign_status step_read(ccountersign_session *session, void *context)
{
    transfer *wanted = context;

    return ccountersign_session_read(session, wanted->bytes, wanted->capacity, wanted->count);
}

ccountersign_status drive_read(
    ccountersign_session *session, const line *to, uint8_t *bytes, size_t capacity, size_t *count)
{
    transfer wanted = { bytes, capacity, count };

    return drive(session, to, step_read, &wanted);
}

static ccountersign_status step_write(ccountersign_session *session, void *context)
{
    transfer *wanted = context;

    return ccountersign_session_write(session, wanted->bytes, wanted->capacity, wanted->count);
}

ccountersign_status drive_write(ccountersign_session *session, const line *to, const void *bytes, size_t count)
{
    size_t done = 0;

    while (done < count) {
        size_t moved = 0;
        transfer wanted = { (uint8_t *) bytes + done, count - done, &moved };
        ccountersign_status status = drive(session, to, step_write, &wanted);

        if (status != CCOUNTERSIGN_ESTABLISHED) {
            return status;
        }
        done += moved;
    }
    return CCOUNTERSIGN_ESTABLISHED;
}

static ccountersign_status step_close(ccountersign_session *session, void *context)
{
    (void) context;
    return ccountersign_session_close(session);
}

ccountersign_status drive_close(ccountersign_session *session, const line *to)
{
    return drive(session, to, step_close, NULL);
}

int32_t connect_to(uint16_t port)
{
    ccountersign_address address = { 4, { 127, 0, 0, 1 }, port, 0 };
    int64_t deadline = ccountersign_monotonic_nanoseconds() + 5000000000;
    int32_t descriptor = -1;
    int32_t ready = 0;
    int32_t native = 0;

    CHECK_EQUAL(ccountersign_connect(&address, &descriptor, &native), CCOUNTERSIGN_OK);
    CHECK_EQUAL(
        ccountersign_wait(descriptor, CCOUNTERSIGN_WRITABLE, -1, 0, deadline, &ready, &native), CCOUNTERSIGN_OK);
    CHECK_EQUAL(ccountersign_connect_result(descriptor, &native), CCOUNTERSIGN_OK);
    return descriptor;
}
