/* Handshake messages cut and joined in every way that records allow. */
#define _GNU_SOURCE
#include "pair.h"

#include <stdlib.h>

/* Takes whole records from one stream and puts their handshake bytes into records of another size, or, with size 0,
 * as many messages into one record as there are. From the first record of another kind on they pass as they are. */
typedef struct cutter {
    size_t size;
    int has_passed;
    uint8_t held[40000];
    size_t held_count;
} cutter;

static void put_record(stream *to, uint8_t type, const uint8_t *bytes, size_t count)
{
    size_t needed = to->count + count + 5;

    if (needed > to->capacity) {
        to->capacity = needed * 2;
        to->bytes = realloc(to->bytes, to->capacity);
    }
    to->bytes[to->count] = type;
    to->bytes[to->count + 1] = 3;
    to->bytes[to->count + 2] = 3;
    to->bytes[to->count + 3] = (uint8_t) (count >> 8);
    to->bytes[to->count + 4] = (uint8_t) count;
    if (count > 0) {
        memcpy(to->bytes + to->count + 5, bytes, count);
    }
    to->count += count + 5;
}

static void release_held(cutter *with, stream *to)
{
    size_t offset = 0;
    size_t size = with->size == 0 ? 16384 : with->size;

    while (offset < with->held_count) {
        size_t part = with->held_count - offset < size ? with->held_count - offset : size;

        put_record(to, 22, with->held + offset, part);
        offset += part;
    }
    with->held_count = 0;
}

static int cut(cutter *with, stream *from, stream *to)
{
    int has_moved = 0;

    while (from->count - from->taken >= 5) {
        const uint8_t *record = from->bytes + from->taken;
        size_t length = (size_t) record[3] << 8 | record[4];

        if (from->count - from->taken < length + 5) {
            break;
        }
        if (record[0] == 22 && !with->has_passed) {
            memcpy(with->held + with->held_count, record + 5, length);
            with->held_count += length;
        } else {
            release_held(with, to);
            with->has_passed = 1;
            put_record(to, record[0], record + 5, length);
        }
        from->taken += length + 5;
        has_moved = 1;
    }
    return has_moved;
}

static void test_cut(const char *kind, size_t size, size_t chunk)
{
    pair both;
    static cutter down;
    static cutter up;
    stream raw_down;
    stream raw_up;
    ccountersign_status client_status = CCOUNTERSIGN_FAILED;
    ccountersign_status server_status = CCOUNTERSIGN_FAILED;
    int has_moved = 1;

    begin("pair %s with records of %zu, chunks of %zu", kind, size, chunk);
    prepare(&both, kind);
    both.client_options.maximum_version = 0x0303;
    both.server_options.request_client_certificate = 1;
    both.server_options.client_anchors = both.anchors;
    open_pair(&both);
    start_stream(&raw_down);
    start_stream(&raw_up);
    memset(&down, 0, sizeof down);
    memset(&up, 0, sizeof up);
    down.size = size;
    up.size = size;
    while (has_moved) {
        has_moved = 0;
        client_status = ccountersign_session_step(both.client);
        if (client_status == CCOUNTERSIGN_SERVER_TRUST || client_status == CCOUNTERSIGN_CLIENT_CERTIFICATE) {
            CHECK_EQUAL(ccountersign_session_continue(both.client), CCOUNTERSIGN_OK);
            has_moved = 1;
            continue;
        }
        has_moved |= serve(both.client, client_status, &both.down, &raw_up, chunk);
        server_status = ccountersign_session_step(both.server);
        has_moved |= serve(both.server, server_status, &both.up, &raw_down, SIZE_MAX);
        has_moved |= cut(&up, &raw_up, &both.up);
        has_moved |= cut(&down, &raw_down, &both.down);
        if (!has_moved && down.held_count + up.held_count > 0) {
            release_held(&down, &both.down);
            release_held(&up, &both.up);
            has_moved = 1;
        }
    }
    CHECK_EQUAL(client_status, CCOUNTERSIGN_ESTABLISHED);
    CHECK_EQUAL(server_status, CCOUNTERSIGN_ESTABLISHED);
    CHECK_EQUAL(ccountersign_session_peer_chain(both.client, NULL, 0), 2);
    CHECK_EQUAL(ccountersign_session_distinguished_names(both.client, NULL, 0), 2);
    free_stream(&raw_down);
    free_stream(&raw_up);
    clear(&both);
}

/* What may not stand between the pieces of a message (RFC 8446 section 5.1). */
static void test_between(const char *what, const uint8_t *bytes, size_t count)
{
    ccountersign_session_options options;
    ccountersign_session *client;
    ccountersign_status status;
    stream up;
    stream down;

    begin("between two pieces: %s", what);
    memset(&options, 0, sizeof options);
    client = session_of(&options);
    start_stream(&up);
    start_stream(&down);
    put_record(&down, 22, (const uint8_t *) "\x02\x00\x00\x46\x03\x03", 6);
    down.bytes = realloc(down.bytes, down.count + count);
    memcpy(down.bytes + down.count, bytes, count);
    down.count += count;
    down.limit = down.count;
    do {
        status = ccountersign_session_step(client);
    } while (serve(client, status, &down, &up, SIZE_MAX));
    CHECK_EQUAL(status, CCOUNTERSIGN_FAILED);
    CHECK(ccountersign_session_failure(client).code != CCOUNTERSIGN_END_OF_STREAM);
    CHECK(ccountersign_session_failure(client).alert_sent > 0);
    free_session(client);
    free_stream(&up);
    free_stream(&down);
}

void test_joining(void)
{
    static const size_t sizes[] = { 0, 1, 2, 3, 4, 5, 9, 100, 511, 16384 };
    static const uint8_t alert[] = { 21, 3, 3, 0, 2, 1, 90 };
    static const uint8_t change[] = { 20, 3, 3, 0, 1, 1 };
    static const uint8_t empty[] = { 22, 3, 3, 0, 0 };
    static const uint8_t large[] = { 22, 3, 3, 0x48, 1, 0, 0, 0 };
    static const uint8_t data[] = { 23, 3, 3, 0, 1, 0 };
    size_t index;

    for (index = 0; index < sizeof sizes / sizeof sizes[0]; index += 1) {
        test_cut("rsa", sizes[index], SIZE_MAX);
        test_cut("P-256", sizes[index], 1);
        test_cut("P-256", sizes[index], 6);
    }
    test_between("an alert", alert, sizeof alert);
    test_between("a ChangeCipherSpec", change, sizeof change);
    test_between("an empty record", empty, sizeof empty);
    test_between("a record that is too large", large, sizeof large);
    test_between("data", data, sizeof data);
}
