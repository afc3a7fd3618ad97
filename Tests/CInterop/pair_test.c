/* The client against the server role, in memory. */
#define _GNU_SOURCE
#include "pair.h"

#include <stdlib.h>

/* Both sides until neither can go on; pauses are answered with yes. */
void run_pair(
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

void prepare(pair *both, const char *kind)
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

void open_pair(pair *both)
{
    both->client = session_of(&both->client_options);
    both->server = session_of(&both->server_options);
}

void clear(pair *both)
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

ccountersign_status move(pair *both, ccountersign_status status, int is_client, size_t chunk)
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

/* A record that was changed on its way, after the handshake: the failure's alert leaves, also when a write is
 * half sent. */
static void test_bad_record(uint16_t version, int has_queue)
{
    pair both;
    ccountersign_status client_status;
    ccountersign_status server_status;
    ccountersign_status status;
    uint8_t bytes[64];
    size_t count;

    begin("pair %04x: a changed record, %s", version, has_queue ? "while writing" : "while idle");
    prepare(&both, "P-256");
    both.client_options.maximum_version = version;
    open_pair(&both);
    run_pair(both.client, both.server, &both.up, &both.down, SIZE_MAX, NULL, &client_status, &server_status);
    CHECK_EQUAL(client_status, CCOUNTERSIGN_ESTABLISHED);
    both.down.mutated = both.down.count + 12;
    both.down.mask = 1;
    while (move(&both, ccountersign_session_write(both.server, (const uint8_t *) "data", 4, &count), 0, SIZE_MAX) ==
           CCOUNTERSIGN_WANTS_WRITE) {
    }
    if (has_queue) {
        CHECK_EQUAL(
            move(&both, ccountersign_session_write(both.client, (const uint8_t *) "more", 4, &count), 1, 3),
            CCOUNTERSIGN_WANTS_WRITE);
        /* Three bytes have left; the rest is queued. */
        CHECK_EQUAL(
            ccountersign_session_write(both.client, (const uint8_t *) "more", 4, &count), CCOUNTERSIGN_WANTS_WRITE);
    }
    do {
        status = move(&both, ccountersign_session_read(both.client, bytes, sizeof bytes, &count), 1, SIZE_MAX);
    } while (status == CCOUNTERSIGN_WANTS_READ || status == CCOUNTERSIGN_WANTS_WRITE);
    CHECK_EQUAL(status, CCOUNTERSIGN_FAILED);
    CHECK_EQUAL(ccountersign_session_failure(both.client).code, CCOUNTERSIGN_RECORD_REFUSED);
    CHECK_EQUAL(ccountersign_session_failure(both.client).alert_sent, 20);
    do {
        status = move(&both, ccountersign_session_read(both.server, bytes, sizeof bytes, &count), 0, SIZE_MAX);
    } while (status == CCOUNTERSIGN_WANTS_READ || status == CCOUNTERSIGN_ESTABLISHED);
    CHECK_EQUAL(status, CCOUNTERSIGN_FAILED);
    CHECK_EQUAL(ccountersign_session_failure(both.server).code, CCOUNTERSIGN_ALERT_RECEIVED);
    CHECK_EQUAL(ccountersign_session_failure(both.server).alert_received, 20);
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
        test_bad_record(version, 0);
        test_bad_record(version, 1);
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
