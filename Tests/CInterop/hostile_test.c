/* The client against peers that mean ill. */
#define _GNU_SOURCE
#include "pair.h"

#include <stdlib.h>

/* A server that says what was recorded, whatever it hears; the client must fail, and in good order. */
static ccountersign_failure replay(const uint8_t *bytes, size_t count, size_t chunk, int then_ends, uint16_t maximum)
{
    ccountersign_session_options options;
    ccountersign_session *client;
    ccountersign_failure failure;
    stream up;
    stream down;
    ccountersign_status status;

    memset(&options, 0, sizeof options);
    options.server_name = "localhost";
    options.maximum_version = maximum;
    start_stream(&up);
    start_stream(&down);
    down.bytes = (uint8_t *) bytes;
    down.count = count;
    down.limit = then_ends ? count : SIZE_MAX;
    client = session_of(&options);
    do {
        status = ccountersign_session_step(client);
        CHECK(status != CCOUNTERSIGN_ESTABLISHED && status != CCOUNTERSIGN_SERVER_TRUST &&
              status != CCOUNTERSIGN_CLIENT_CERTIFICATE && status != CCOUNTERSIGN_CLOSED);
    } while (serve(client, status, &down, &up, chunk));
    if (then_ends) {
        CHECK_EQUAL(status, CCOUNTERSIGN_FAILED);
    }
    failure = ccountersign_session_failure(client);
    CHECK((failure.code == CCOUNTERSIGN_OK) == (status != CCOUNTERSIGN_FAILED));
    /* The chain can be asked for in every state. */
    {
        ccountersign_bytes chain[8];

        (void) ccountersign_session_peer_chain(client, chain, 8);
    }
    free_session(client);
    free_stream(&up);
    return failure;
}

/* What a server said in a good handshake. */
static void record(pair *both, const char *kind, uint16_t version, uint8_t mode)
{
    ccountersign_status client_status;
    ccountersign_status server_status;

    prepare(both, kind);
    both->client_options.maximum_version = version;
    both->server_options.request_client_certificate = mode;
    both->server_options.client_anchors = mode == 0 ? NULL : both->anchors;
    open_pair(both);
    run_pair(both->client, both->server, &both->up, &both->down, SIZE_MAX, NULL, &client_status, &server_status);
    CHECK_EQUAL(client_status, CCOUNTERSIGN_ESTABLISHED);
}

static int is_slow(void)
{
    return getenv("COUNTERSIGN_SLOW") != NULL;
}

static void test_truncation(uint16_t version, const char *kind)
{
    pair both;
    size_t count;
    size_t step = is_slow() ? 37 : 1;

    begin("replay %04x %s, truncated", version, kind);
    record(&both, kind, version, 1);
    for (count = 0; count < both.down.count; count += step) {
        ccountersign_failure failure = replay(both.down.bytes, count, SIZE_MAX, 1, version);

        CHECK(failure.code == CCOUNTERSIGN_END_OF_STREAM || failure.code == CCOUNTERSIGN_PEER_SIGNATURE_INVALID ||
              failure.code == CCOUNTERSIGN_RECORD_REFUSED || failure.code == CCOUNTERSIGN_MALFORMED_MESSAGE);
    }
    for (count = 0; count < both.down.count; count += 97) {
        replay(both.down.bytes, count, 1, 1, version);
    }
    clear(&both);
}

static void test_mutation(uint16_t version, const char *kind, int rounds)
{
    pair both;
    uint8_t *copy;
    unsigned int seed = 12345;
    int round;

    record(&both, kind, version, 1);
    copy = malloc(both.down.count);
    if (is_slow()) {
        rounds /= 20;
    }
    for (round = 0; round < rounds; round += 1) {
        int changes;

        begin("replay %04x %s, mutation %d", version, kind, round);
        memcpy(copy, both.down.bytes, both.down.count);
        for (changes = 1 + round % 3; changes > 0; changes -= 1) {
            /* Mostly lengths: small values and the first bytes are the interesting ones. */
            size_t offset = (size_t) rand_r(&seed) % (round % 2 ? both.down.count : 200);

            copy[offset] = (uint8_t) (round % 5 == 0 ? 0xFF : round % 7 == 0 ? 0 : copy[offset] ^ (1 << rand_r(&seed) % 8));
        }
        replay(copy, both.down.count, round % 11 == 0 ? 1 : SIZE_MAX, 1, version);
    }
    free(copy);
    clear(&both);
}

/* A live handshake with one byte changed on its way: it may come to the pauses, and never further. */
static void test_live_mutation(uint16_t version, int is_downward)
{
    pair first;
    size_t total;
    size_t offset;
    size_t stride = is_slow() ? 211 : 19;

    record(&first, "P-256", version, 1);
    total = is_downward ? first.down.count : first.up.count;
    clear(&first);
    for (offset = 0; offset < total; offset += stride) {
        pair both;
        ccountersign_status client_status;
        ccountersign_status server_status;
        stream *line;

        begin("live %04x, byte %zu %s changed", version, offset, is_downward ? "down" : "up");
        prepare(&both, "P-256");
        both.client_options.maximum_version = version;
        both.server_options.request_client_certificate = 1;
        both.server_options.client_anchors = both.anchors;
        open_pair(&both);
        line = is_downward ? &both.down : &both.up;
        line->mutated = offset;
        line->mask = (uint8_t) (1 << offset % 8);
        run_pair(both.client, both.server, &both.up, &both.down, SIZE_MAX, NULL, &client_status, &server_status);
        CHECK(client_status != CCOUNTERSIGN_ESTABLISHED || server_status != CCOUNTERSIGN_ESTABLISHED ||
              line->count <= offset || !"both sides took changed bytes");
        if (is_downward) {
            CHECK(client_status != CCOUNTERSIGN_ESTABLISHED || line->count <= offset);
        }
        clear(&both);
    }
}

static void test_live_truncation(uint16_t version)
{
    pair first;
    size_t total;
    size_t limit;
    size_t stride = is_slow() ? 211 : 13;

    record(&first, "P-256", version, 1);
    total = first.down.count;
    clear(&first);
    /* An ECDSA signature is now and then some bytes shorter: the very end of one handshake may be behind another's. */
    for (limit = 0; limit < total - 24; limit += stride) {
        pair both;
        ccountersign_status client_status;
        ccountersign_status server_status;

        begin("live %04x, ended after %zu of %zu", version, limit, total);
        prepare(&both, "P-256");
        both.client_options.maximum_version = version;
        both.server_options.request_client_certificate = 1;
        both.server_options.client_anchors = both.anchors;
        open_pair(&both);
        both.down.limit = limit;
        run_pair(both.client, both.server, &both.up, &both.down, SIZE_MAX, NULL, &client_status, &server_status);
        CHECK_EQUAL(client_status, CCOUNTERSIGN_FAILED);
        CHECK_EQUAL(ccountersign_session_failure(both.client).code, CCOUNTERSIGN_END_OF_STREAM);
        CHECK_EQUAL(ccountersign_session_failure(both.client).alert_sent, -1);
        clear(&both);
    }
}

static void test_garbage(void)
{
    static const char http[] = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";
    static const char ssh[] = "SSH-2.0-OpenSSH_9.2\r\n";
    uint8_t random[400];
    unsigned int seed = 99;
    int round;

    begin("garbage");
    CHECK_EQUAL(replay((const uint8_t *) http, sizeof http - 1, SIZE_MAX, 1, 0).code, CCOUNTERSIGN_RECORD_REFUSED);
    CHECK_EQUAL(replay((const uint8_t *) http, sizeof http - 1, 1, 1, 0).code, CCOUNTERSIGN_RECORD_REFUSED);
    CHECK_EQUAL(replay((const uint8_t *) ssh, sizeof ssh - 1, SIZE_MAX, 1, 0).code, CCOUNTERSIGN_RECORD_REFUSED);
    for (round = 0; round < 300; round += 1) {
        size_t index;

        for (index = 0; index < sizeof random; index += 1) {
            random[index] = (uint8_t) rand_r(&seed);
        }
        if (round % 2) {
            random[0] = (uint8_t) (20 + round % 4);
            random[1] = 3;
            random[2] = 3;
            random[3] = (uint8_t) (round % 3 == 0 ? 0 : random[3] & 1);
            random[5] = (uint8_t) (round % 17);
            random[6] = 0;
            random[7] = (uint8_t) (round % 5 == 0 ? 1 : 0);
        }
        replay(random, sizeof random, round % 3 == 0 ? 1 : SIZE_MAX, 1, 0);
    }
}

/* The peer never ends: warnings, empty records, pieces of one message. */
static void test_flood(void)
{
    static uint8_t flood[200000];
    ccountersign_failure failure;
    size_t offset;

    begin("a flood of warnings");
    for (offset = 0; offset + 7 <= sizeof flood; offset += 7) {
        memcpy(flood + offset, "\x15\x03\x03\x00\x02\x01\x5a", 7);
    }
    failure = replay(flood, sizeof flood, SIZE_MAX, 0, 0);
    CHECK(failure.code == CCOUNTERSIGN_LIMIT_EXCEEDED || failure.code == CCOUNTERSIGN_UNEXPECTED_MESSAGE);

    begin("a flood of hello requests");
    for (offset = 0; offset + 9 <= sizeof flood; offset += 9) {
        memcpy(flood + offset, "\x16\x03\x03\x00\x04\x00\x00\x00\x00", 9);
    }
    failure = replay(flood, sizeof flood, SIZE_MAX, 0, 0);
    CHECK(failure.code == CCOUNTERSIGN_UNEXPECTED_MESSAGE || failure.code == CCOUNTERSIGN_MALFORMED_MESSAGE);

    begin("a message of 16 MiB in pieces");
    memset(flood, 0, sizeof flood);
    memcpy(flood, "\x16\x03\x03\x00\x04\x0b\xff\xff\xff", 9);
    for (offset = 9; offset + 6 <= sizeof flood; offset += 6) {
        memcpy(flood + offset, "\x16\x03\x03\x00\x01\x00", 6);
    }
    failure = replay(flood, sizeof flood, SIZE_MAX, 0, 0);
    CHECK(failure.code != CCOUNTERSIGN_OK);
}

void test_hostile(void)
{
    uint16_t version;

    for (version = 0x0303; version <= newest(); version += 1) {
        test_truncation(version, "P-256");
        test_mutation(version, "P-256", 3000);
        test_mutation(version, "rsa", 3000);
        test_live_mutation(version, 1);
        test_live_mutation(version, 0);
        test_live_truncation(version);
    }
    test_garbage();
    test_flood();
}
