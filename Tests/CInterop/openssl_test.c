/* The client against openssl s_server: handshakes, client certificates, data. */
#define _GNU_SOURCE
#include "openssl.h"

#include <unistd.h>

typedef struct expectation {
    const char *kind;           /* of the server's key */
    uint16_t version;
    size_t chunk;
} expectation;

static void test_one(const expectation *expected)
{
    const char *arguments[32];
    static server server;
    ccountersign_session_options options = client_options();
    ccountersign_session *session;
    ccountersign_bytes protocol;
    uint8_t bytes[128];
    uint64_t hello;
    size_t count = 0;
    line to;

    begin("openssl %s %04x, chunks of %zu", expected->kind, expected->version, expected->chunk);
    certificate_arguments(arguments, expected->kind);
    arguments[6] = version_flag(expected->version);
    arguments[7] = "-alpn";
    arguments[8] = "http/1.1,h2";
    arguments[9] = "-tlsextdebug";
    arguments[10] = NULL;
    if (!start_openssl(&server, arguments)) {
        return;
    }
    to.descriptor = connect_to(server.port);
    to.chunk = expected->chunk;
    session = session_of(&options);
    CHECK_EQUAL(ccountersign_session_version(session), 0);
    if (reach_trust(session, &to)) {
        hello = ccountersign_session_bytes_sent(session);
        CHECK_EQUAL(ccountersign_session_step(session), CCOUNTERSIGN_SERVER_TRUST);
        CHECK_EQUAL(ccountersign_session_bytes_sent(session), hello);
        CHECK_EQUAL(ccountersign_session_continue(session), CCOUNTERSIGN_OK);
        CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_ESTABLISHED);
        CHECK_EQUAL(ccountersign_session_continue(session), CCOUNTERSIGN_INVALID_ARGUMENT);
        CHECK_EQUAL(ccountersign_session_version(session), expected->version);
        CHECK_EQUAL(ccountersign_session_group(session), 0x0017);
        CHECK_EQUAL(ccountersign_session_phase(session), CCOUNTERSIGN_PHASE_FINISHED);
        CHECK_EQUAL(ccountersign_session_is_resumed(session), 0);
        CHECK(ccountersign_session_cipher_suite(session) != 0);
        CHECK(ccountersign_cipher_suite_name(ccountersign_session_cipher_suite(session)) != NULL);
        protocol = ccountersign_session_application_protocol(session);
        CHECK(protocol.count == 8 && memcmp(protocol.start, "http/1.1", 8) == 0);
        CHECK(log_says(&server, "TLS client extension \"server name\""));

        CHECK_EQUAL(drive_write(session, &to, "to the server\n", 14), CCOUNTERSIGN_ESTABLISHED);
        CHECK(log_says(&server, "to the server"));
        CHECK_EQUAL(write(server.input, "to the client\n", 14), 14);
        CHECK_EQUAL(drive_read(session, &to, bytes, sizeof bytes, &count), CCOUNTERSIGN_ESTABLISHED);
        CHECK(count == 14 && memcmp(bytes, "to the client\n", 14) == 0);
        CHECK_EQUAL(ccountersign_session_peer_chain(session, NULL, 0), 2);
        CHECK_EQUAL(drive_close(session, &to), CCOUNTERSIGN_CLOSED);
        CHECK_EQUAL(ccountersign_session_step(session), CCOUNTERSIGN_CLOSED);
        CHECK(log_says(&server, "DONE"));
    }
    free_session(session);
    ccountersign_close_descriptor(to.descriptor);
    stop(&server);
}

/* kind NULL: go on without a certificate. */
static void test_client_certificate(uint16_t version, const char *kind, int is_required)
{
    const char *arguments[32];
    static server server;
    ccountersign_session_options options = client_options();
    ccountersign_session *session;
    ccountersign_credential *credential = NULL;
    char certificate[64];
    char key[64];
    uint8_t bytes[64];
    size_t count;
    line to = { -1, SIZE_MAX };

    begin("openssl %04x asks for a certificate (%s), %s", version, is_required ? "required" : "optional",
          kind == NULL ? "none" : kind);
    certificate_arguments(arguments, "rsa");
    arguments[6] = version_flag(version);
    arguments[7] = is_required ? "-Verify" : "-verify";
    arguments[8] = "3";
    arguments[9] = "-CAfile";
    arguments[10] = fixture_path("names.pem");
    arguments[11] = "-verify_return_error";
    arguments[12] = NULL;
    if (!start_openssl(&server, arguments)) {
        return;
    }
    to.descriptor = connect_to(server.port);
    session = session_of(&options);
    CHECK_EQUAL(ccountersign_session_distinguished_names(session, NULL, 0), 0);
    if (reach_trust(session, &to)) {
        CHECK_EQUAL(ccountersign_session_continue(session), CCOUNTERSIGN_OK);
        CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_CLIENT_CERTIFICATE);
        CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_CLIENT_CERTIFICATE);
        check_request(session, version);
        if (kind != NULL) {
            snprintf(certificate, sizeof certificate, "client-%s.der", kind);
            snprintf(key, sizeof key, "client-%s.key.der", kind);
            credential = credential_of(certificate, "middle.der", key);
            CHECK_EQUAL(ccountersign_session_set_credential(session, credential), CCOUNTERSIGN_OK);
        }
        CHECK_EQUAL(ccountersign_session_continue(session), CCOUNTERSIGN_OK);
        if (kind != NULL || !is_required) {
            CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_ESTABLISHED);
            CHECK_EQUAL(write(server.input, "welcome\n", 8), 8);
            CHECK_EQUAL(drive_read(session, &to, bytes, sizeof bytes, &count), CCOUNTERSIGN_ESTABLISHED);
            CHECK(count == 8 && memcmp(bytes, "welcome\n", 8) == 0);
            CHECK(kind == NULL || log_says(&server, kind));
        } else {
            ccountersign_status status = drive_step(session, &to);

            if (version == 0x0304 && CHECK_EQUAL(status, CCOUNTERSIGN_ESTABLISHED)) {
                status = drive_read(session, &to, bytes, sizeof bytes, &count);
            }
            CHECK_EQUAL(status, CCOUNTERSIGN_FAILED);
            CHECK_EQUAL(ccountersign_session_failure(session).code, CCOUNTERSIGN_ALERT_RECEIVED);
            CHECK_EQUAL(ccountersign_session_failure(session).alert_received, version == 0x0304 ? 116 : 40);
        }
    }
    free_session(session);
    if (credential != NULL) {
        free_credential(credential);
    }
    ccountersign_close_descriptor(to.descriptor);
    stop(&server);
}

/* A key that the server's list does not allow is refused at the pause, which goes on. */
static void test_unfit_credential(uint16_t version)
{
    const char *arguments[32];
    static server server;
    ccountersign_session_options options = client_options();
    ccountersign_session *session;
    ccountersign_credential *rsa = credential_of("client-rsa.der", NULL, "client-rsa.key.der");
    ccountersign_credential *p384 = credential_of("client-P-384.der", NULL, "client-P-384.key.der");
    ccountersign_credential *p256 = credential_of("client-P-256.der", "middle.der", "client-P-256.key.der");
    line to = { -1, SIZE_MAX };

    begin("openssl %04x takes ECDSA with P-256 only", version);
    certificate_arguments(arguments, "rsa");
    arguments[6] = version_flag(version);
    arguments[7] = "-Verify";
    arguments[8] = "3";
    arguments[9] = "-CAfile";
    arguments[10] = fixture_path("root.pem");
    arguments[11] = "-client_sigalgs";
    arguments[12] = "ECDSA+SHA256";
    arguments[13] = NULL;
    if (!start_openssl(&server, arguments)) {
        return;
    }
    to.descriptor = connect_to(server.port);
    session = session_of(&options);
    CHECK_EQUAL(ccountersign_session_set_credential(session, p256), CCOUNTERSIGN_INVALID_ARGUMENT);
    if (reach_trust(session, &to)) {
        CHECK_EQUAL(ccountersign_session_set_credential(session, p256), CCOUNTERSIGN_INVALID_ARGUMENT);
        CHECK_EQUAL(ccountersign_session_continue(session), CCOUNTERSIGN_OK);
        CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_CLIENT_CERTIFICATE);
        CHECK_EQUAL(ccountersign_session_set_credential(session, rsa), CCOUNTERSIGN_CREDENTIAL_REFUSED);
        if (version == 0x0304) {
            CHECK_EQUAL(ccountersign_session_set_credential(session, p384), CCOUNTERSIGN_CREDENTIAL_REFUSED);
        }
        CHECK_EQUAL(ccountersign_session_set_credential(session, p256), CCOUNTERSIGN_OK);
        CHECK_EQUAL(ccountersign_session_continue(session), CCOUNTERSIGN_OK);
        CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_ESTABLISHED);
    }
    free_session(session);
    free_credential(rsa);
    free_credential(p384);
    free_credential(p256);
    ccountersign_close_descriptor(to.descriptor);
    stop(&server);
}

/* Much data both ways, each write larger than a record. */
static void test_bulk(uint16_t version)
{
    const char *arguments[32];
    static server server;
    ccountersign_session_options options = client_options();
    ccountersign_session *session;
    static uint8_t sent[100000];
    static uint8_t received[100000];
    size_t total = 0;
    size_t index;
    line to = { -1, 1000 };

    begin("openssl %04x reverses lines", version);
    certificate_arguments(arguments, "P-256");
    arguments[6] = version_flag(version);
    arguments[7] = "-rev";
    arguments[8] = NULL;
    for (index = 0; index < sizeof sent; index += 1) {
        sent[index] = (uint8_t) ('a' + index % 23);
        if (index % 100 == 99) {
            sent[index] = '\n';
        }
    }
    if (connect_with(&server, arguments, &options, &session, &to)) {
        if (reach_trust(session, &to)) {
            CHECK_EQUAL(ccountersign_session_continue(session), CCOUNTERSIGN_OK);
            CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_ESTABLISHED);
            CHECK_EQUAL(drive_write(session, &to, sent, sizeof sent), CCOUNTERSIGN_ESTABLISHED);
            while (total < sizeof sent) {
                size_t count = 0;
                ccountersign_status status = drive_read(session, &to, received + total, sizeof received - total, &count);

                if (!CHECK_EQUAL(status, CCOUNTERSIGN_ESTABLISHED)) {
                    break;
                }
                total += count;
            }
            for (index = 0; index < total; index += 100) {
                size_t inner;
                int is_reversed = 1;

                for (inner = 0; inner < 99; inner += 1) {
                    is_reversed &= received[index + inner] == sent[index + 98 - inner];
                }
                if (!CHECK(is_reversed)) {
                    break;
                }
            }
            CHECK_EQUAL(drive_close(session, &to), CCOUNTERSIGN_CLOSED);
        }
        disconnect(&server, session, &to);
    }
}

void test_openssl(void)
{
    static const char *const kinds[] = { "rsa", "P-256", "P-384", "P-521" };
    uint16_t version;
    size_t index;

    for (version = 0x0303; version <= newest(); version += 1) {
        for (index = 0; index < 4; index += 1) {
            expectation expected = { kinds[index], version, SIZE_MAX };

            test_one(&expected);
            test_client_certificate(version, kinds[index], 1);
        }
        {
            expectation expected = { "P-256", version, 1 };

            test_one(&expected);
        }
        test_client_certificate(version, NULL, 0);
        test_client_certificate(version, NULL, 1);
        test_unfit_credential(version);
        test_bulk(version);
    }
}
