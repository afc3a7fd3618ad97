/* The client against the server role, in memory. */
#define _GNU_SOURCE
#include "harness.h"

#include <stdlib.h>

static uint16_t newest(void)
{
    return ccountersign_supports_tls13() ? 0x0304 : 0x0303;
}

/* Both sides until neither can go on; pauses are answered with yes. */
static void run_pair(
    ccountersign_session *client, ccountersign_session *server, stream *up, stream *down, size_t chunk,
    const ccountersign_credential *own, ccountersign_status *client_status, ccountersign_status *server_status)
{
    int has_moved = 1;

    while (has_moved) {
        has_moved = 0;
        *client_status = ccountersign_session_step(client);
        if (*client_status == CCOUNTERSIGN_SERVER_TRUST) {
            CHECK_EQUAL(ccountersign_session_continue(client), CCOUNTERSIGN_OK);
            has_moved = 1;
        } else if (*client_status == CCOUNTERSIGN_CLIENT_CERTIFICATE) {
            if (own != NULL) {
                CHECK_EQUAL(ccountersign_session_set_credential(client, own), CCOUNTERSIGN_OK);
            }
            CHECK_EQUAL(ccountersign_session_continue(client), CCOUNTERSIGN_OK);
            has_moved = 1;
        } else {
            has_moved |= serve(client, *client_status, down, up, chunk);
        }
        *server_status = ccountersign_session_step(server);
        has_moved |= serve(server, *server_status, up, down, chunk);
    }
}

typedef struct pair {
    ccountersign_session_options client_options;
    ccountersign_session_options server_options;
    ccountersign_session *client;
    ccountersign_session *server;
    ccountersign_credential *credential;
    ccountersign_credential *anchors;
    stream up;
    stream down;
} pair;

static void prepare(pair *both, const char *kind)
{
    char certificate[64];
    char key[64];

    memset(both, 0, sizeof *both);
    snprintf(certificate, sizeof certificate, "server-%s.der", kind);
    snprintf(key, sizeof key, "server-%s.key.der", kind);
    both->credential = credential_of(certificate, "middle.der", key);
    both->anchors = credential_of("root.der", "middle.der", NULL);
    both->client_options.server_name = "localhost";
    both->server_options.role = CCOUNTERSIGN_SERVER;
    both->server_options.credential = both->credential;
    start_stream(&both->up);
    start_stream(&both->down);
}

static void open_pair(pair *both)
{
    both->client = session_of(&both->client_options);
    both->server = session_of(&both->server_options);
}

static void clear(pair *both)
{
    if (both->client != NULL) {
        free_session(both->client);
        free_session(both->server);
    }
    free_stream(&both->up);
    free_stream(&both->down);
    free_credential(both->credential);
    free_credential(both->anchors);
}

static ccountersign_status move(pair *both, ccountersign_status status, int is_client, size_t chunk)
{
    serve(is_client ? both->client : both->server, status, is_client ? &both->down : &both->up,
          is_client ? &both->up : &both->down, chunk);
    return status;
}

/* A message from one to the other. */
static void carry(pair *both, int from_client, const char *text, size_t chunk)
{
    ccountersign_session *from = from_client ? both->client : both->server;
    ccountersign_session *to = from_client ? both->server : both->client;
    uint8_t bytes[256];
    size_t count = 0;
    size_t total = 0;
    int turn;

    for (turn = 0; turn < 10000; turn += 1) {
        ccountersign_status status = ccountersign_session_write(from, (const uint8_t *) text, strlen(text), &count);

        if (status == CCOUNTERSIGN_ESTABLISHED) {
            break;
        }
        if (!CHECK_EQUAL(move(both, status, from_client, chunk), CCOUNTERSIGN_WANTS_WRITE)) {
            return;
        }
    }
    CHECK_EQUAL(count, strlen(text));
    for (turn = 0; turn < 10000 && total < strlen(text); turn += 1) {
        ccountersign_status status = ccountersign_session_read(to, bytes + total, sizeof bytes - total, &count);

        if (status == CCOUNTERSIGN_ESTABLISHED) {
            total += count;
        } else if (!CHECK_EQUAL(move(both, status, !from_client, chunk), CCOUNTERSIGN_WANTS_READ)) {
            return;
        }
    }
    CHECK(total == strlen(text) && memcmp(bytes, text, total) == 0);
}

static void test_good(const char *kind, uint16_t version, size_t chunk)
{
    static const uint8_t client_list[] = "\x03one\x03two";
    static const uint8_t server_list[] = "\x03two";
    pair both;
    ccountersign_status client_status;
    ccountersign_status server_status;
    size_t count;
    uint8_t byte;
    ccountersign_bytes protocol;

    begin("pair %s %04x chunks of %zu", kind, version, chunk);
    prepare(&both, kind);
    both.client_options.maximum_version = version;
    both.client_options.application_protocols.start = client_list;
    both.client_options.application_protocols.count = sizeof client_list - 1;
    both.server_options.application_protocols.start = server_list;
    both.server_options.application_protocols.count = sizeof server_list - 1;
    open_pair(&both);
    run_pair(both.client, both.server, &both.up, &both.down, chunk, NULL, &client_status, &server_status);
    CHECK_EQUAL(client_status, CCOUNTERSIGN_ESTABLISHED);
    CHECK_EQUAL(server_status, CCOUNTERSIGN_ESTABLISHED);
    CHECK_EQUAL(ccountersign_session_version(both.client), version);
    CHECK_EQUAL(ccountersign_session_version(both.server), version);
    CHECK_EQUAL(ccountersign_session_cipher_suite(both.client), ccountersign_session_cipher_suite(both.server));
    CHECK_EQUAL(ccountersign_session_bytes_sent(both.client), ccountersign_session_bytes_received(both.server));
    CHECK_EQUAL(ccountersign_session_is_resumed(both.client), 0);
    protocol = ccountersign_session_application_protocol(both.client);
    CHECK(protocol.count == 3 && memcmp(protocol.start, "two", 3) == 0);
    CHECK_EQUAL(ccountersign_session_peer_chain(both.client, NULL, 0), 2);
    CHECK_EQUAL(ccountersign_session_peer_chain(both.server, NULL, 0), 0);
    carry(&both, 1, "from the client", chunk);
    carry(&both, 0, "from the server", chunk);
    /* Closing: the other side hears it. */
    while (move(&both, ccountersign_session_close(both.client), 1, chunk) == CCOUNTERSIGN_WANTS_WRITE) {
    }
    CHECK_EQUAL(ccountersign_session_close(both.client), CCOUNTERSIGN_CLOSED);
    CHECK_EQUAL(ccountersign_session_read(both.client, &byte, 1, &count), CCOUNTERSIGN_CLOSED);
    while (move(&both, ccountersign_session_read(both.server, &byte, 1, &count), 0, chunk) ==
           CCOUNTERSIGN_WANTS_READ) {
    }
    CHECK_EQUAL(ccountersign_session_read(both.server, &byte, 1, &count), CCOUNTERSIGN_CLOSED);
    CHECK_EQUAL(ccountersign_session_failure(both.server).code, CCOUNTERSIGN_OK);
    clear(&both);
}

static void test_no_protocol(uint16_t version)
{
    pair both;
    ccountersign_status client_status;
    ccountersign_status server_status;

    begin("pair %04x without a common protocol", version);
    prepare(&both, "P-256");
    both.client_options.maximum_version = version;
    both.client_options.application_protocols.start = (const uint8_t *) "\x03one";
    both.client_options.application_protocols.count = 4;
    both.server_options.application_protocols.start = (const uint8_t *) "\x03two";
    both.server_options.application_protocols.count = 4;
    open_pair(&both);
    run_pair(both.client, both.server, &both.up, &both.down, SIZE_MAX, NULL, &client_status, &server_status);
    CHECK_EQUAL(client_status, CCOUNTERSIGN_FAILED);
    CHECK_EQUAL(server_status, CCOUNTERSIGN_FAILED);
    CHECK_EQUAL(ccountersign_session_failure(both.client).alert_received, 120);
    CHECK_EQUAL(ccountersign_session_failure(both.server).alert_sent, 120);
    CHECK_EQUAL(ccountersign_session_failure(both.server).code, CCOUNTERSIGN_NO_COMMON_PROTOCOL);
    clear(&both);
}

/* kind: the client's certificate, or NULL. Whether the server takes it. */
static void test_clients(uint16_t version, uint8_t mode, const char *kind, int is_taken)
{
    pair both;
    ccountersign_credential *own = NULL;
    ccountersign_status client_status;
    ccountersign_status server_status;
    char certificate[64];
    char key[64];

    begin("pair %04x, certificate request %d, answered with %s", version, mode, kind == NULL ? "none" : kind);
    prepare(&both, "P-256");
    both.client_options.maximum_version = version;
    both.server_options.request_client_certificate = mode;
    both.server_options.client_anchors = both.anchors;
    if (kind != NULL) {
        snprintf(certificate, sizeof certificate, "client-%s.der", kind);
        snprintf(key, sizeof key, "client-%s.key.der", kind);
        own = credential_of(certificate, NULL, key);
    }
    open_pair(&both);
    run_pair(both.client, both.server, &both.up, &both.down, SIZE_MAX, own, &client_status, &server_status);
    if (is_taken) {
        CHECK_EQUAL(client_status, CCOUNTERSIGN_ESTABLISHED);
        CHECK_EQUAL(server_status, CCOUNTERSIGN_ESTABLISHED);
        CHECK_EQUAL(ccountersign_session_peer_chain(both.server, NULL, 0), kind == NULL ? 0 : 1);
        /* mbedTLS as a server names no issuers in TLS 1.3. */
        CHECK_EQUAL(ccountersign_session_distinguished_names(both.client, NULL, 0), version == 0x0304 ? 0 : 2);
    } else {
        size_t count;
        uint8_t byte;

        CHECK_EQUAL(server_status, CCOUNTERSIGN_FAILED);
        CHECK_EQUAL(
            ccountersign_session_failure(both.server).code,
            kind == NULL ? CCOUNTERSIGN_PEER_CERTIFICATE_MISSING : CCOUNTERSIGN_PEER_CERTIFICATE_REFUSED);
        if (client_status == CCOUNTERSIGN_ESTABLISHED) {
            while (move(&both, ccountersign_session_read(both.client, &byte, 1, &count), 1, SIZE_MAX) ==
                   CCOUNTERSIGN_WANTS_READ) {
            }
            client_status = ccountersign_session_read(both.client, &byte, 1, &count);
        }
        CHECK_EQUAL(client_status, CCOUNTERSIGN_FAILED);
        CHECK_EQUAL(ccountersign_session_failure(both.client).code, CCOUNTERSIGN_ALERT_RECEIVED);
        CHECK_EQUAL(
            ccountersign_session_failure(both.client).alert_received,
            ccountersign_session_failure(both.server).alert_sent);
    }
    clear(&both);
    if (own != NULL) {
        free_credential(own);
    }
}

/* A write whose repetition is shorter, and one that meets a queue. */
static void test_write_rules(void)
{
    pair both;
    ccountersign_status client_status;
    ccountersign_status server_status;
    static uint8_t much[40000];
    size_t count = 0;

    begin("pair: rules of writing");
    prepare(&both, "P-256");
    open_pair(&both);
    CHECK_EQUAL(ccountersign_session_write(both.client, much, 1, &count), CCOUNTERSIGN_FAILED);
    CHECK_EQUAL(ccountersign_session_failure(both.client).code, CCOUNTERSIGN_OK);
    run_pair(both.client, both.server, &both.up, &both.down, SIZE_MAX, NULL, &client_status, &server_status);
    CHECK_EQUAL(client_status, CCOUNTERSIGN_ESTABLISHED);
    CHECK_EQUAL(ccountersign_session_write(both.client, much, 0, &count), CCOUNTERSIGN_ESTABLISHED);
    CHECK_EQUAL(count, 0);
    CHECK_EQUAL(ccountersign_session_write(both.client, much, sizeof much, &count), CCOUNTERSIGN_WANTS_WRITE);
    /* Not sent yet: the same window again. */
    CHECK_EQUAL(ccountersign_session_write(both.client, much, sizeof much, &count), CCOUNTERSIGN_WANTS_WRITE);
    ccountersign_session_sent(both.client, 0);
    CHECK_EQUAL(ccountersign_session_write(both.client, much, sizeof much, &count), CCOUNTERSIGN_WANTS_WRITE);
    CHECK(ccountersign_session_output(both.client).count > 16000);
    move(&both, CCOUNTERSIGN_WANTS_WRITE, 1, SIZE_MAX);
    CHECK_EQUAL(ccountersign_session_write(both.client, much, sizeof much, &count), CCOUNTERSIGN_ESTABLISHED);
    CHECK(count >= 16383 && count <= 16384);
    CHECK_EQUAL(ccountersign_session_write(both.client, much, 100, &count), CCOUNTERSIGN_WANTS_WRITE);
    CHECK(move(&both, ccountersign_session_write(both.client, much, 99, &count), 1, SIZE_MAX) ==
          CCOUNTERSIGN_WANTS_WRITE);
    while (move(&both, ccountersign_session_write(both.client, much, 99, &count), 1, SIZE_MAX) ==
           CCOUNTERSIGN_WANTS_WRITE) {
    }
    CHECK_EQUAL(ccountersign_session_failure(both.client).code, CCOUNTERSIGN_INVALID_ARGUMENT);
    clear(&both);
}

static void test_options(void)
{
    ccountersign_session *session = ccountersign_allocate(ccountersign_session_size());
    ccountersign_session_options options;
    ccountersign_credential *anchors = credential_of("root.der", NULL, NULL);
    char long_name[300];
    size_t index;
    struct { const uint8_t *bytes; size_t count; } lists[] = {
        { (const uint8_t *) "", 1 }, { (const uint8_t *) "\x02" "a", 2 }, { (const uint8_t *) "\x01" "a\x00", 3 },
        { (const uint8_t *) "\x02" "a\0", 3 }, { NULL, 4 },
        { (const uint8_t *) "\x01" "a\x01" "a\x01" "a\x01" "a\x01" "a\x01" "a\x01" "a\x01" "a\x01" "a\x01" "a\x01" "a"
                            "\x01" "a\x01" "a\x01" "a\x01" "a\x01" "a\x01" "a", 34 },
    };

    begin("options");
    memset(&options, 0, sizeof options);
#define REFUSED(expected) \
    do { \
        CHECK_EQUAL(ccountersign_session_init(session, &options), expected); \
        CHECK_EQUAL(ccountersign_session_step(session), CCOUNTERSIGN_FAILED); \
        CHECK_EQUAL(ccountersign_session_failure(session).code, expected); \
        ccountersign_session_abort(session, 42); \
        CHECK_EQUAL(ccountersign_session_step(session), CCOUNTERSIGN_FAILED); \
        ccountersign_session_free(session); \
        memset(&options, 0, sizeof options); \
    } while (0)
    options.minimum_version = 0x0302;
    REFUSED(CCOUNTERSIGN_INVALID_ARGUMENT);
    options.minimum_version = 0x0304;
    options.maximum_version = 0x0303;
    REFUSED(CCOUNTERSIGN_INVALID_ARGUMENT);
    options.maximum_version = 0x0305;
    REFUSED(CCOUNTERSIGN_INVALID_ARGUMENT);
    options.minimum_version = 0x0300;
    options.allow_legacy_versions = 1;
    REFUSED(CCOUNTERSIGN_INVALID_ARGUMENT);
    if (!ccountersign_supports_tls13()) {
        options.minimum_version = 0x0304;
        REFUSED(CCOUNTERSIGN_UNSUPPORTED);
    }
    options.role = (ccountersign_role) 7;
    REFUSED(CCOUNTERSIGN_INVALID_ARGUMENT);
    options.role = CCOUNTERSIGN_SERVER;
    REFUSED(CCOUNTERSIGN_INVALID_ARGUMENT);
    options.role = CCOUNTERSIGN_SERVER;
    options.credential = anchors;
    REFUSED(CCOUNTERSIGN_INVALID_ARGUMENT);
    options.server_name = "";
    REFUSED(CCOUNTERSIGN_INVALID_ARGUMENT);
    memset(long_name, 'a', sizeof long_name);
    long_name[sizeof long_name - 1] = '\0';
    options.server_name = long_name;
    REFUSED(CCOUNTERSIGN_INVALID_ARGUMENT);
    for (index = 0; index < sizeof lists / sizeof lists[0]; index += 1) {
        options.application_protocols.start = lists[index].bytes;
        options.application_protocols.count = lists[index].count;
        REFUSED(CCOUNTERSIGN_INVALID_ARGUMENT);
    }
    /* Legacy versions where there are none are left out. */
    options.allow_legacy_versions = 1;
    options.minimum_version = 0x0301;
    CHECK_EQUAL(ccountersign_session_init(session, &options), CCOUNTERSIGN_OK);
    ccountersign_session_free(session);

    /* Ended before anything was said: no alert. */
    memset(&options, 0, sizeof options);
    CHECK_EQUAL(ccountersign_session_init(session, &options), CCOUNTERSIGN_OK);
    ccountersign_session_abort(session, 42);
    CHECK_EQUAL(ccountersign_session_step(session), CCOUNTERSIGN_FAILED);
    CHECK_EQUAL(ccountersign_session_failure(session).code, CCOUNTERSIGN_ABORTED);
    CHECK_EQUAL(ccountersign_session_failure(session).alert_sent, -1);
    ccountersign_session_free(session);
    CHECK_EQUAL(ccountersign_session_init(session, &options), CCOUNTERSIGN_OK);
    CHECK_EQUAL(ccountersign_session_close(session), CCOUNTERSIGN_CLOSED);
    ccountersign_session_free(session);
    ccountersign_release(session, ccountersign_session_size());
    free_credential(anchors);
}

void test_pair(void)
{
    static const char *const kinds[] = { "rsa", "P-256", "P-384" };
    uint16_t version;
    size_t index;

    for (version = 0x0303; version <= newest(); version += 1) {
        for (index = 0; index < sizeof kinds / sizeof kinds[0]; index += 1) {
            test_good(kinds[index], version, SIZE_MAX);
        }
        test_good("P-256", version, 1);
        test_good("rsa", version, 3);
        test_no_protocol(version);
        for (index = 1; index <= 2; index += 1) {
            test_clients(version, (uint8_t) index, NULL, index == 1);
            test_clients(version, (uint8_t) index, "P-256", 1);
            test_clients(version, (uint8_t) index, "rsa", 1);
            test_clients(version, (uint8_t) index, "P-384", 1);
            test_clients(version, (uint8_t) index, "stranger", 0);
        }
    }
    test_write_rules();
    test_options();
}

/* -------------------------------------------------------------------- hostile */

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
    for (limit = 0; limit < total - 8; limit += stride) {
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
    CHECK_EQUAL(failure.code, CCOUNTERSIGN_UNEXPECTED_MESSAGE);

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
