/* The C contract, used as a program would: contract_test FOLDER PORT MUTUAL_PORT SESSION_PORT
 *
 * FOLDER has ca.pem, other-ca.pem, client.pem (with its key), client.p12 (passphrase "secret"), pin.txt, other-pin.txt
 * and issuer.der. On PORT a server for "localhost" echoes; on MUTUAL_PORT one that requires a client certificate; on SESSION_PORT
 * one that resumes sessions and answers lines.
 * The last line is "N passed, N failed".
 */
#include "countersign.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int passed, failed;

#define CHECK(condition) check((condition) != 0, #condition, __LINE__)

static void check(int holds, const char *text, int line) {
    if (holds) {
        passed += 1;
    } else {
        failed += 1;
        fprintf(stderr, "contract_test.c:%d: %s\n", line, text);
    }
}

static const char *folder;
static int plain_port, mutual_port, session_port;

static const char *path(const char *name) {
    static char text[4][1024];
    static int turn;
    turn = (turn + 1) % 4;
    sprintf(text[turn], "%.900s/%.100s", folder, name);
    return text[turn];
}

static size_t contents(const char *name, char *bytes, size_t size) {
    FILE *file = fopen(path(name), "rb");
    size_t count = 0;
    if (file != NULL) {
        count = fread(bytes, 1, size - 1, file);
        fclose(file);
    }
    bytes[count] = 0;
    return count;
}

static countersign_configuration *trusting(const char *anchors) {
    countersign_configuration *configuration = countersign_configuration_new();
    CHECK(countersign_configuration_add_anchors_file(configuration, path(anchors)) == COUNTERSIGN_OK);
    return configuration;
}

static countersign_connection *to(countersign_configuration *configuration, int port) {
    countersign_connection *connection = NULL;
    CHECK(countersign_connection_new(configuration, "localhost", port, &connection) == COUNTERSIGN_OK);
    CHECK(countersign_connection_through(connection, "127.0.0.1", port) == COUNTERSIGN_OK);
    return connection;
}

/* Default handling: accepted, data there and back, and a record of it. */
static void test_default_handling(void) {
    countersign_configuration *configuration = trusting("ca.pem");
    countersign_connection *connection = to(configuration, plain_port);
    unsigned char bytes[4096];
    char text[64];
    size_t count = 0;
    countersign_configuration_free(configuration);
    CHECK(countersign_negotiated_version(connection) == 0);
    CHECK(countersign_handshake(connection, NULL, NULL) == COUNTERSIGN_OK);
    CHECK(countersign_trust_result(connection) == 4);
    CHECK(countersign_negotiated_version(connection) >= 0x0303);
    CHECK(countersign_negotiated_cipher_suite(connection, text, sizeof text) > 8);
    CHECK(strncmp(text, "TLS_", 4) == 0);
    CHECK(countersign_pins_result(connection) == COUNTERSIGN_PINS_NONE);
    CHECK(countersign_is_identity_sent(connection) == 0);
    CHECK(countersign_alert_sent(connection) == -1);
    CHECK(countersign_peer_certificate(connection, 0, bytes, sizeof bytes) > 100);
    CHECK(bytes[0] == 0x30);
    CHECK(countersign_peer_certificate(connection, 99, bytes, sizeof bytes) == 0);
    CHECK(countersign_peer_certificate(connection, -1, bytes, sizeof bytes) == 0);
    CHECK(countersign_write(connection, (const unsigned char *)"echo\n", 5, 5000) == COUNTERSIGN_OK);
    CHECK(countersign_read(connection, bytes, sizeof bytes, &count, 5000) == COUNTERSIGN_OK);
    CHECK(count == 5 && memcmp(bytes, "echo\n", 5) == 0);
    CHECK(countersign_read(connection, bytes, sizeof bytes, &count, 1) == COUNTERSIGN_TIMED_OUT && count == 0);
    countersign_close(connection);
    countersign_connection_free(connection);
}

/* Without the right anchor it is refused, and the server is told. */
static void test_unknown_issuer(void) {
    countersign_configuration *configuration = trusting("other-ca.pem");
    countersign_connection *connection = to(configuration, plain_port);
    char text[256], cut[8];
    size_t length;
    CHECK(countersign_handshake(connection, NULL, NULL) == COUNTERSIGN_TRUST_REFUSED);
    CHECK(countersign_alert_sent(connection) == 48);
    CHECK(countersign_trust_result(connection) == 5);
    length = countersign_connection_error_text(connection, text, sizeof text);
    CHECK(length == strlen(text) && strstr(text, "somebody unknown") != NULL);
    CHECK(countersign_connection_error_text(connection, cut, sizeof cut) == length);
    CHECK(strlen(cut) == 7 && strncmp(cut, text, 7) == 0);
    CHECK(countersign_connection_error_text(connection, NULL, 0) == length);
    /* And the same again. */
    CHECK(countersign_advance(connection) == COUNTERSIGN_TRUST_REFUSED);
    countersign_connection_free(connection);
    countersign_configuration_free(configuration);
}

struct asked {
    int trust, certificate;
    countersign_disposition answer;
    const countersign_identity *identity;
    countersign_status evaluation;
    const countersign_configuration *anchors;
    char pin[64];
    unsigned char issuer[512];
    size_t issuer_count;
};

static countersign_disposition handler(
    countersign_connection *connection, countersign_status challenge, const countersign_identity **identity,
    void *context) {
    struct asked *asked = (struct asked *)context;
    if (challenge == COUNTERSIGN_SERVER_TRUST) {
        asked->trust += 1;
        asked->evaluation = countersign_challenge_evaluate(connection, asked->anchors);
        countersign_challenge_path_pin(connection, 0, asked->pin, sizeof asked->pin);
        return asked->answer;
    }
    asked->certificate += 1;
    asked->issuer_count = countersign_challenge_issuer(connection, 0, asked->issuer, sizeof asked->issuer);
    *identity = asked->identity;
    return COUNTERSIGN_USE_CREDENTIAL;
}

/* The callback form: asked once for each, the identity is sent, the server's issuer is named. */
static void test_mutual_callback(void) {
    countersign_configuration *configuration = trusting("ca.pem");
    countersign_identity *identity = countersign_identity_new();
    countersign_connection *connection = to(configuration, mutual_port);
    struct asked asked;
    char issuer[512], pin[256];
    memset(&asked, 0, sizeof asked);
    asked.identity = identity;
    CHECK(countersign_identity_import_file(identity, path("client.p12"), "wrong", NULL) == COUNTERSIGN_WRONG_PASSPHRASE);
    CHECK(countersign_identity_error_text(identity, NULL, 0) > 0);
    CHECK(countersign_identity_import_file(identity, path("client.p12"), "secret", NULL) == COUNTERSIGN_OK);
    CHECK(countersign_handshake(connection, handler, &asked) == COUNTERSIGN_OK);
    CHECK(asked.trust == 1 && asked.certificate == 1 && asked.evaluation == COUNTERSIGN_OK);
    CHECK(countersign_is_identity_sent(connection) == 1);
    CHECK(countersign_trust_result(connection) == 4);
    contents("pin.txt", pin, sizeof pin);
    CHECK(strlen(asked.pin) == countersign_pin_text_size() - 1 && strncmp(asked.pin, pin, strlen(asked.pin)) == 0);
    /* mbedTLS 3.6 as a server names no issuers in TLS 1.3. */
    if (countersign_negotiated_version(connection) == 0x0303) {
        CHECK(asked.issuer_count == contents("issuer.der", issuer, sizeof issuer));
        CHECK(memcmp(asked.issuer, issuer, asked.issuer_count) == 0);
    }
    countersign_close(connection);
    countersign_connection_free(connection);
    countersign_identity_free(identity);
    countersign_configuration_free(configuration);
}

/* A handler refuses after its own evaluation, or accepts with anchors of its own. */
static void test_own_anchors(void) {
    countersign_configuration *stranger = trusting("other-ca.pem"), *own = trusting("ca.pem");
    countersign_connection *connection = to(stranger, plain_port);
    struct asked asked;
    memset(&asked, 0, sizeof asked);
    asked.answer = COUNTERSIGN_CANCEL;
    CHECK(countersign_handshake(connection, handler, &asked) == COUNTERSIGN_TRUST_REFUSED);
    CHECK(asked.evaluation == COUNTERSIGN_TRUST_REFUSED && asked.pin[0] == 0);
    CHECK(countersign_alert_sent(connection) == 48);
    countersign_connection_free(connection);
    connection = to(stranger, plain_port);
    asked.answer = COUNTERSIGN_USE_CREDENTIAL;
    asked.anchors = own;
    CHECK(countersign_handshake(connection, handler, &asked) == COUNTERSIGN_OK);
    CHECK(asked.evaluation == COUNTERSIGN_OK && asked.pin[0] != 0);
    CHECK(countersign_trust_result(connection) == 4);
    countersign_close(connection);
    countersign_connection_free(connection);
    countersign_configuration_free(stranger);
    countersign_configuration_free(own);
}

/* Pins bind, also a handler that accepts without looking. */
static void test_pins(void) {
    countersign_configuration *configuration = trusting("ca.pem");
    countersign_connection *connection = NULL;
    char pin[256], other[256], text[512];
    contents("pin.txt", pin, sizeof pin);
    contents("other-pin.txt", other, sizeof other);
    CHECK(countersign_configuration_add_pin(configuration, "localhost", "sha256/short", 0) == COUNTERSIGN_INVALID_ARGUMENT);
    CHECK(countersign_configuration_add_pin(configuration, "localhost", pin, 4096) == COUNTERSIGN_INVALID_ARGUMENT);
    CHECK(countersign_configuration_add_pin(configuration, "localhost", pin, 0) == COUNTERSIGN_OK);
    CHECK(countersign_connection_new(configuration, "localhost", plain_port, &connection) == COUNTERSIGN_INVALID_ARGUMENT);
    CHECK(connection == NULL);
    countersign_configuration_error_text(configuration, text, sizeof text);
    CHECK(strstr(text, "backup") != NULL);
    CHECK(countersign_configuration_add_pin(configuration, "localhost", other, 0) == COUNTERSIGN_OK);
    connection = to(configuration, plain_port);
    CHECK(countersign_handshake(connection, NULL, NULL) == COUNTERSIGN_OK);
    CHECK(countersign_pins_result(connection) == COUNTERSIGN_PINS_MATCHED);
    countersign_close(connection);
    countersign_connection_free(connection);
    countersign_configuration_free(configuration);

    configuration = trusting("ca.pem");
    CHECK(countersign_configuration_add_pin(configuration, "localhost", other, COUNTERSIGN_PIN_WITHOUT_BACKUP)
        == COUNTERSIGN_OK);
    connection = to(configuration, plain_port);
    CHECK(countersign_handshake(connection, NULL, NULL) == COUNTERSIGN_PIN_MISMATCH);
    CHECK(countersign_alert_sent(connection) == 42);
    CHECK(countersign_pins_result(connection) == COUNTERSIGN_PINS_MISMATCHED);
    pin[51] = 0;
    CHECK(countersign_connection_error_text(connection, text, sizeof text) > 0 && strstr(text, pin) != NULL);
    countersign_connection_free(connection);
    CHECK(countersign_configuration_set_pin_expiration(configuration, "localhost", "soon") == COUNTERSIGN_INVALID_ARGUMENT);
    CHECK(countersign_configuration_set_pin_expiration(configuration, "localhost", "2020-01-01") == COUNTERSIGN_OK);
    connection = to(configuration, plain_port);
    CHECK(countersign_handshake(connection, NULL, NULL) == COUNTERSIGN_OK);
    CHECK(countersign_pins_result(connection) == COUNTERSIGN_PINS_EXPIRED);
    countersign_close(connection);
    countersign_connection_free(connection);
    countersign_configuration_free(configuration);
}

/* Out of turn nothing happens; null pointers are answered, not followed. */
static void test_misuse(void) {
    countersign_configuration *configuration = countersign_configuration_new();
    countersign_identity *identity = countersign_identity_new();
    countersign_connection *connection = NULL;
    unsigned char byte = 0;
    size_t count = 7;
    CHECK(countersign_connection_new(configuration, "not a host", 443, &connection) == COUNTERSIGN_INVALID_ARGUMENT);
    CHECK(countersign_connection_new(configuration, "localhost", 70000, &connection) == COUNTERSIGN_INVALID_ARGUMENT);
    CHECK(countersign_connection_new(configuration, NULL, 443, &connection) == COUNTERSIGN_INVALID_ARGUMENT);
    CHECK(countersign_connection_new(configuration, "localhost", 443, NULL) == COUNTERSIGN_INVALID_ARGUMENT);
    CHECK(countersign_connection_new(NULL, "localhost", 443, &connection) == COUNTERSIGN_INVALID_ARGUMENT);
    CHECK(countersign_configuration_add_anchors(configuration, NULL, 3) == COUNTERSIGN_INVALID_ARGUMENT);
    CHECK(countersign_configuration_add_anchors(configuration, &byte, 1) == COUNTERSIGN_UNREADABLE);
    CHECK(countersign_configuration_add_anchors_file(configuration, "/nowhere") == COUNTERSIGN_UNREADABLE);
    CHECK(countersign_configuration_set_identity(configuration, identity) == COUNTERSIGN_INVALID_ARGUMENT);
    CHECK(countersign_configuration_set_versions(configuration, 0x0301, 0) == COUNTERSIGN_INVALID_ARGUMENT);
    CHECK(countersign_configuration_set_versions(configuration, 0x0303, 0x0303) == COUNTERSIGN_OK);
    CHECK(countersign_configuration_set_verify_date(configuration, "2026-13-45") == COUNTERSIGN_INVALID_ARGUMENT);
    CHECK(countersign_configuration_set_floor_date(configuration, "2026-01-01T00:00:00Z") == COUNTERSIGN_OK);
    CHECK(countersign_configuration_set_deadline(configuration, -1) == COUNTERSIGN_INVALID_ARGUMENT);
    CHECK(countersign_identity_import(identity, &byte, 1, NULL, NULL) == COUNTERSIGN_UNREADABLE);
    CHECK(countersign_configuration_add_anchors_file(configuration, path("ca.pem")) == COUNTERSIGN_OK);
    CHECK(countersign_connection_new(configuration, "localhost", plain_port, &connection) == COUNTERSIGN_OK);
    CHECK(countersign_resolve(connection, COUNTERSIGN_USE_CREDENTIAL, NULL) == COUNTERSIGN_INVALID_ARGUMENT);
    CHECK(countersign_challenge_evaluate(connection, NULL) == COUNTERSIGN_INVALID_ARGUMENT);
    CHECK(countersign_write(connection, &byte, 1, 10) == COUNTERSIGN_INVALID_ARGUMENT);
    CHECK(countersign_read_available(connection, &byte, 1, &count) == COUNTERSIGN_INVALID_ARGUMENT && count == 0);
    CHECK(countersign_descriptor(connection) == -1);
    countersign_close(connection);
    CHECK(countersign_advance(connection) < 0);
    countersign_connection_free(connection);
    CHECK(countersign_advance(NULL) == COUNTERSIGN_INVALID_ARGUMENT);
    CHECK(countersign_handshake(NULL, NULL, NULL) == COUNTERSIGN_INVALID_ARGUMENT);
    CHECK(countersign_resolve(NULL, COUNTERSIGN_CANCEL, NULL) == COUNTERSIGN_INVALID_ARGUMENT);
    CHECK(countersign_write(NULL, &byte, 1, 0) == COUNTERSIGN_INVALID_ARGUMENT);
    CHECK(countersign_descriptor(NULL) == -1);
    CHECK(countersign_trust_result(NULL) == 0);
    countersign_close(NULL);
    countersign_connection_free(NULL);
    countersign_configuration_free(NULL);
    countersign_identity_free(NULL);
    countersign_identity_free(identity);
    countersign_configuration_free(configuration);
}

static countersign_disposition leave_it(
    countersign_connection *connection, countersign_status challenge, const countersign_identity **identity,
    void *context) {
    (void)connection;
    (void)challenge;
    (void)identity;
    *(int *)context += 1;
    return COUNTERSIGN_PERFORM_DEFAULT_HANDLING;
}

/* Resumes what default handling accepted, and what a handler with a name did; in memory, or from the file. */
static void test_sessions(const char *store) {
    static const struct { int has_handler; const char *name; int is_resumed; } rounds[] = {
        {0, NULL, 0}, {0, NULL, 1}, {1, NULL, 0}, {1, "leaves it", 0}, {1, "leaves it", 1}, {1, "another", 0}};
    countersign_configuration *configuration = trusting("ca.pem");
    char text[200];
    unsigned char bytes[16];
    size_t count, round;
    CHECK(countersign_configuration_set_session_store(NULL, store) == COUNTERSIGN_INVALID_ARGUMENT);
    CHECK(countersign_configuration_set_handler_name(NULL, "name") == COUNTERSIGN_INVALID_ARGUMENT);
    CHECK(countersign_configuration_set_session_store(configuration, store) == COUNTERSIGN_OK);
    for (round = 0; round < sizeof rounds / sizeof rounds[0]; round += 1) {
        countersign_connection *connection;
        int asked = 0;
        if (store != NULL) {
            countersign_configuration_free(configuration);
            configuration = trusting("ca.pem");
            CHECK(countersign_configuration_set_session_store(configuration, store) == COUNTERSIGN_OK);
        }
        CHECK(countersign_configuration_set_handler_name(configuration, rounds[round].name) == COUNTERSIGN_OK);
        connection = to(configuration, session_port);
        CHECK(countersign_handshake(connection, rounds[round].has_handler ? leave_it : NULL, &asked) == COUNTERSIGN_OK);
        CHECK(countersign_write(connection, (const unsigned char *)"ping\n", 5, 5000) == COUNTERSIGN_OK);
        CHECK(countersign_read(connection, bytes, sizeof bytes, &count, 5000) == COUNTERSIGN_OK && count > 0);
        CHECK(countersign_is_resumed(connection) == rounds[round].is_resumed);
        CHECK(asked == (rounds[round].has_handler && !rounds[round].is_resumed));
        CHECK(countersign_trust_result(connection) == 4);
        CHECK((countersign_session_refusal(connection, text, sizeof text) == 0) == rounds[round].is_resumed);
        countersign_close(connection);
        countersign_connection_free(connection);
    }
    countersign_configuration_free(configuration);
}

int main(int count, char **arguments) {
    char text[64];
    if (count != 5) return 2;
    folder = arguments[1];
    plain_port = atoi(arguments[2]);
    mutual_port = atoi(arguments[3]);
    session_port = atoi(arguments[4]);
    CHECK(countersign_version(text, sizeof text) >= 5);
    CHECK(countersign_tls_library_version(text, sizeof text) >= 5 && (text[0] == '2' || text[0] == '3'));
    CHECK(countersign_digest_size() == 32 && countersign_pin_text_size() == 52);
    test_default_handling();
    test_unknown_issuer();
    test_mutual_callback();
    test_own_anchors();
    test_pins();
    test_misuse();
    test_sessions(NULL);
    test_sessions(path("sessions"));
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
