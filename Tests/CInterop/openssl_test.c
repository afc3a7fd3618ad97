/* The client against openssl s_server. */
#define _GNU_SOURCE
#include "harness.h"

#include <stdlib.h>
#include <unistd.h>

typedef struct expectation {
    const char *kind;           /* of the server's key */
    uint16_t version;
    size_t chunk;
} expectation;

static const char *version_flag(uint16_t version)
{
    return version == 0x0304 ? "-tls1_3" : "-tls1_2";
}

static const uint8_t two_protocols[] = "\x02h2\x08http/1.1";

static ccountersign_session_options client_options(void)
{
    ccountersign_session_options options;

    memset(&options, 0, sizeof options);
    options.server_name = "localhost";
    options.application_protocols.start = two_protocols;
    options.application_protocols.count = sizeof two_protocols - 1;
    return options;
}

static void certificate_arguments(const char **arguments, const char *kind)
{
    static char chain[64];
    static char key[64];

    snprintf(chain, sizeof chain, "server-%s.pem", kind);
    snprintf(key, sizeof key, "server-%s.key", kind);
    arguments[0] = "-cert";
    arguments[1] = fixture_path(chain);
    arguments[2] = "-key";
    arguments[3] = fixture_path(key);
    arguments[4] = "-cert_chain";
    arguments[5] = fixture_path("middle.pem");
}

/* Up to the trust pause, with what must hold there. */
static int reach_trust(ccountersign_session *session, const line *to)
{
    ccountersign_bytes chain[4];
    ccountersign_status status = drive_step(session, to);

    if (!CHECK_EQUAL(status, CCOUNTERSIGN_SERVER_TRUST)) {
        ccountersign_failure failure = ccountersign_session_failure(session);
        char text[128];

        ccountersign_native_text(failure.native, text, sizeof text);
        printf("    code %d native -0x%x %s, alert received %d sent %d\n", failure.code, (unsigned) -failure.native,
               text, failure.alert_received, failure.alert_sent);
        return 0;
    }
    CHECK_EQUAL(ccountersign_session_phase(session), CCOUNTERSIGN_PHASE_KEY_PROVEN);
    CHECK_EQUAL(ccountersign_session_peer_chain(session, chain, 4), 2);
    CHECK(chain[1].count == fixture("middle.der").count &&
          memcmp(chain[1].start, fixture("middle.der").start, chain[1].count) == 0);
    return 1;
}

static void test_one(const expectation *expected)
{
    const char *arguments[32];
    server server;
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

/* ------------------------------------------------------------ client certificates */

static void check_request(const ccountersign_session *session, uint16_t version)
{
    ccountersign_bytes names[4];
    uint16_t schemes[64];
    ccountersign_bytes types = ccountersign_session_certificate_types(session);
    size_t count = ccountersign_session_signature_schemes(session, schemes, 64);
    size_t index;
    int has_ecdsa = 0;

    if (CHECK_EQUAL(ccountersign_session_distinguished_names(session, names, 4), 2)) {
        /* Each is a DER Name: a sequence that fills it. */
        CHECK(names[0].count > 2 && names[0].start[0] == 0x30 && names[0].start[1] == names[0].count - 2);
        CHECK(memmem(names[0].start, names[0].count, "Countersign", 11) != NULL);
        CHECK(memmem(names[1].start, names[1].count, "Stranger", 8) != NULL);
    }
    CHECK_EQUAL(ccountersign_session_distinguished_names(session, NULL, 0), 2);
    CHECK(count > 4 && count < 64);
    for (index = 0; index < count && index < 64; index += 1) {
        has_ecdsa |= schemes[index] == 0x0403;
    }
    CHECK(has_ecdsa);
    if (version == 0x0304) {
        CHECK_EQUAL(types.count, 0);
    } else {
        CHECK(types.count > 0 && memchr(types.start, 64, types.count) != NULL);
    }
}

/* kind NULL: go on without a certificate. */
static void test_client_certificate(uint16_t version, const char *kind, int is_required)
{
    const char *arguments[32];
    server server;
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
    server server;
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

/* ------------------------------------------------------------------------- alerts */

typedef struct alert_case {
    uint8_t alert;
    const char *words;          /* OpenSSL's */
} alert_case;

/* Where to abort: 0 at SERVER_TRUST, 1 at SERVER_TRUST though a certificate was asked for, 2 at
 * CLIENT_CERTIFICATE, 3 when established, 4 half way through the server's flight. */
static void test_abort(uint16_t version, const alert_case *which, int place)
{
    const char *arguments[32];
    server server;
    ccountersign_session_options options = client_options();
    ccountersign_session *session;
    ccountersign_failure failure;
    uint64_t sent;
    line to = { -1, SIZE_MAX };

    begin("openssl %04x aborted with %d at place %d", version, which->alert, place);
    certificate_arguments(arguments, "P-256");
    arguments[6] = version_flag(version);
    arguments[7] = "-state";
    arguments[8] = place == 1 || place == 2 ? "-verify" : NULL;
    arguments[9] = "3";
    arguments[10] = NULL;
    if (!start_openssl(&server, arguments)) {
        return;
    }
    to.descriptor = connect_to(server.port);
    session = session_of(&options);
    if (place == 4) {
        while (ccountersign_session_phase(session) < CCOUNTERSIGN_PHASE_CERTIFICATE_RECEIVED) {
            ccountersign_status status = ccountersign_session_step(session);
            line some = { to.descriptor, 64 };

            if (status == CCOUNTERSIGN_WANTS_READ) {
                ccountersign_window window = ccountersign_session_input(session);
                int64_t moved;
                int32_t ready;
                int32_t native;

                CHECK_EQUAL(ccountersign_wait(to.descriptor, 1, -1, 0, INT64_MAX, &ready, &native), CCOUNTERSIGN_OK);
                moved = ccountersign_receive(to.descriptor, window.start, window.count);
                if (!CHECK(moved > 0)) {
                    break;
                }
                ccountersign_session_received(session, (size_t) moved);
            } else if (status == CCOUNTERSIGN_WANTS_WRITE) {
                ccountersign_bytes window = ccountersign_session_output(session);
                int64_t moved = ccountersign_send(
                    to.descriptor, window.start, window.count < some.chunk ? window.count : some.chunk);

                ccountersign_session_sent(session, moved > 0 ? (size_t) moved : 0);
            } else {
                break;
            }
        }
    } else if (reach_trust(session, &to) && place >= 2) {
        CHECK_EQUAL(ccountersign_session_continue(session), CCOUNTERSIGN_OK);
        CHECK_EQUAL(
            drive_step(session, &to), place == 2 ? CCOUNTERSIGN_CLIENT_CERTIFICATE : CCOUNTERSIGN_ESTABLISHED);
    }
    sent = ccountersign_session_bytes_sent(session);
    ccountersign_session_abort(session, which->alert);
    ccountersign_session_abort(session, 80);
    CHECK_EQUAL(ccountersign_session_continue(session), CCOUNTERSIGN_INVALID_ARGUMENT);
    CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_FAILED);
    CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_FAILED);
    failure = ccountersign_session_failure(session);
    CHECK_EQUAL(failure.code, CCOUNTERSIGN_ABORTED);
    CHECK_EQUAL(failure.alert_sent, which->alert);
    /* An alert, a CCS, another alert: never a Certificate, a key exchange or a Finished. */
    CHECK(ccountersign_session_bytes_sent(session) - sent >= 7);
    CHECK(ccountersign_session_bytes_sent(session) - sent <= 6 + (which->alert == 90 ? 2 : 1) * 37);
    if (!CHECK(log_says(&server, which->words))) {
        print_log(&server);
    }
    CHECK(!log_says_now(&server, "bad record mac"));
    CHECK(place == 3 || !log_says_now(&server, "SSLv3/TLS read finished"));
    CHECK(place == 3 || !log_says_now(&server, "read client certificate"));
    free_session(session);
    ccountersign_close_descriptor(to.descriptor);
    stop(&server);
}

/* ------------------------------------------------------------------ odd servers */

static int connect_with(
    server *server, const char *const *arguments, const ccountersign_session_options *options,
    ccountersign_session **session, line *to)
{
    *session = NULL;
    if (!start_openssl(server, arguments)) {
        return 0;
    }
    to->descriptor = connect_to(server->port);
    *session = session_of(options);
    return 1;
}

static void disconnect(server *server, ccountersign_session *session, line *to)
{
    free_session(session);
    ccountersign_close_descriptor(to->descriptor);
    stop(server);
}

/* The server's messages in records of 512 bytes. */
static void test_fragments(uint16_t version, size_t chunk)
{
    const char *arguments[32];
    server server;
    ccountersign_session_options options = client_options();
    ccountersign_session *session;
    line to = { -1, chunk };

    begin("openssl %04x in small fragments, chunks of %zu", version, chunk);
    certificate_arguments(arguments, "rsa");
    arguments[6] = version_flag(version);
    arguments[7] = "-max_send_frag";
    arguments[8] = "512";
    arguments[9] = "-verify";
    arguments[10] = "3";
    arguments[11] = "-CAfile";
    arguments[12] = fixture_path("names.pem");
    arguments[13] = NULL;
    if (connect_with(&server, arguments, &options, &session, &to)) {
        if (reach_trust(session, &to)) {
            CHECK_EQUAL(ccountersign_session_continue(session), CCOUNTERSIGN_OK);
            CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_CLIENT_CERTIFICATE);
            check_request(session, version);
            CHECK_EQUAL(ccountersign_session_continue(session), CCOUNTERSIGN_OK);
            CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_ESTABLISHED);
            CHECK_EQUAL(drive_write(session, &to, "through\n", 8), CCOUNTERSIGN_ESTABLISHED);
            CHECK(log_says(&server, "through"));
        }
        disconnect(&server, session, &to);
    }
}

static void test_no_server_name(void)
{
    const char *arguments[32];
    server server;
    ccountersign_session_options options;
    ccountersign_session *session;
    line to = { -1, SIZE_MAX };

    begin("openssl is told no name");
    memset(&options, 0, sizeof options);
    certificate_arguments(arguments, "P-256");
    arguments[6] = "-tlsextdebug";
    arguments[7] = NULL;
    if (connect_with(&server, arguments, &options, &session, &to)) {
        if (reach_trust(session, &to)) {
            CHECK_EQUAL(ccountersign_session_continue(session), CCOUNTERSIGN_OK);
            CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_ESTABLISHED);
            CHECK_EQUAL(drive_write(session, &to, "through\n", 8), CCOUNTERSIGN_ESTABLISHED);
            CHECK(log_says(&server, "through"));
            CHECK(!log_says_now(&server, "server name"));
            CHECK_EQUAL(ccountersign_session_application_protocol(session).count, 0);
        }
        disconnect(&server, session, &to);
    }
}

static void test_refused_certificate(uint16_t version, const char *extra, int32_t index)
{
    const char *arguments[32];
    server server;
    ccountersign_session_options options = client_options();
    ccountersign_session *session;
    ccountersign_bytes chain[4];
    ccountersign_failure failure;
    char der[64];
    char pem[64];
    line to = { -1, SIZE_MAX };

    begin("openssl %04x sends a certificate that cannot be parsed: %s", version, extra);
    snprintf(der, sizeof der, "%s.der", extra);
    snprintf(pem, sizeof pem, "%s.pem", extra);
    certificate_arguments(arguments, "P-256");
    arguments[5] = fixture_path(pem);
    arguments[6] = version_flag(version);
    arguments[7] = NULL;
    if (connect_with(&server, arguments, &options, &session, &to)) {
        CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_FAILED);
        failure = ccountersign_session_failure(session);
        CHECK_EQUAL(failure.code, CCOUNTERSIGN_PEER_CERTIFICATE_REFUSED);
        CHECK_EQUAL(failure.certificate_index, index);
        CHECK_EQUAL(failure.alert_sent, 42);
        CHECK(failure.native != 0);
        if (CHECK_EQUAL(ccountersign_session_peer_chain(session, chain, 4), 2)) {
            CHECK(chain[1].count == fixture(der).count &&
                  memcmp(chain[1].start, fixture(der).start, chain[1].count) == 0);
        }
        CHECK(log_says(&server, "alert bad certificate"));
        disconnect(&server, session, &to);
    }
}

static void test_static_rsa(void)
{
    const char *arguments[32];
    server server;
    ccountersign_session_options options = client_options();
    ccountersign_session *session;
    line to = { -1, SIZE_MAX };
    int is_allowed;

    for (is_allowed = 0; is_allowed <= 1; is_allowed += 1) {
        begin("openssl without forward secrecy, %s", is_allowed ? "allowed" : "not allowed");
        options.allow_static_rsa = (uint8_t) is_allowed;
        certificate_arguments(arguments, "rsa");
        arguments[6] = "-tls1_2";
        arguments[7] = "-cipher";
        arguments[8] = "AES128-GCM-SHA256";
        arguments[9] = NULL;
        if (!connect_with(&server, arguments, &options, &session, &to)) {
            return;
        }
        if (is_allowed) {
            CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_SERVER_TRUST);
            CHECK_EQUAL(ccountersign_session_phase(session), CCOUNTERSIGN_PHASE_CERTIFICATE_RECEIVED);
            CHECK_EQUAL(ccountersign_session_continue(session), CCOUNTERSIGN_OK);
            CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_ESTABLISHED);
            CHECK_EQUAL(ccountersign_session_group(session), 0);
        } else {
            CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_FAILED);
            CHECK_EQUAL(ccountersign_session_failure(session).code, CCOUNTERSIGN_ALERT_RECEIVED);
            CHECK_EQUAL(ccountersign_session_failure(session).alert_received, 40);
            CHECK_EQUAL(ccountersign_session_failure(session).alert_sent, -1);
        }
        disconnect(&server, session, &to);
    }
}

/* 3.6.6 offers PSS, and refuses it from a server that then speaks TLS 1.2 and prefers it. */
static void test_scheme_fault(void)
{
    const char *arguments[32];
    server server;
    ccountersign_session_options options = client_options();
    ccountersign_session *session;
    line to = { -1, SIZE_MAX };
    int attempt;

    for (attempt = 0; attempt < 3; attempt += 1) {
        int is_faulty = attempt == 1 && ccountersign_supports_tls13();

        begin("openssl 0303 and PSS, attempt %d", attempt);
        options.maximum_version = attempt == 2 ? 0x0303 : 0;
        certificate_arguments(arguments, "rsa");
        arguments[6] = "-tls1_2";
        arguments[7] = attempt == 0 ? NULL : "-serverpref";
        arguments[8] = "-sigalgs";
        arguments[9] = "RSA-PSS+SHA256:RSA+SHA256";
        arguments[10] = NULL;
        if (!connect_with(&server, arguments, &options, &session, &to)) {
            return;
        }
        if (is_faulty) {
            CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_FAILED);
            CHECK_EQUAL(ccountersign_session_failure(session).code, CCOUNTERSIGN_SIGNATURE_SCHEME_FAULT);
            CHECK_EQUAL(ccountersign_session_failure(session).alert_sent, 47);
        } else if (reach_trust(session, &to)) {
            CHECK_EQUAL(ccountersign_session_continue(session), CCOUNTERSIGN_OK);
            CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_ESTABLISHED);
        }
        disconnect(&server, session, &to);
    }
}

/* TLS 1.0 and 1.1, where the library has them and they are allowed. */
static void test_legacy(void)
{
    static const char *const flags[] = { "-tls1", "-tls1_1" };
    const char *arguments[32];
    server server;
    ccountersign_session_options options = client_options();
    ccountersign_session *session;
    line to = { -1, SIZE_MAX };
    int turn;

    for (turn = 0; turn < 4; turn += 1) {
        int is_allowed = turn / 2;
        int works = is_allowed && ccountersign_library_version() < 0x03000000;

        begin("openssl %s, %s", flags[turn % 2], is_allowed ? "allowed" : "not allowed");
        options.allow_legacy_versions = (uint8_t) is_allowed;
        options.minimum_version = is_allowed ? 0x0301 : 0;
        certificate_arguments(arguments, "rsa");
        arguments[6] = flags[turn % 2];
        arguments[7] = "-cipher";
        arguments[8] = "ALL:@SECLEVEL=0";
        arguments[9] = "-verify";
        arguments[10] = "3";
        arguments[11] = NULL;
        if (!connect_with(&server, arguments, &options, &session, &to)) {
            return;
        }
        if (works && reach_trust(session, &to)) {
            CHECK_EQUAL(ccountersign_session_continue(session), CCOUNTERSIGN_OK);
            CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_CLIENT_CERTIFICATE);
            CHECK_EQUAL(ccountersign_session_signature_schemes(session, NULL, 0), 0);
            CHECK(ccountersign_session_certificate_types(session).count > 0);
            CHECK_EQUAL(ccountersign_session_continue(session), CCOUNTERSIGN_OK);
            CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_ESTABLISHED);
            CHECK_EQUAL(ccountersign_session_version(session), 0x0301 + turn % 2);
            CHECK_EQUAL(drive_write(session, &to, "an old record\n", 14), CCOUNTERSIGN_ESTABLISHED);
            CHECK(log_says(&server, "an old record"));
        } else if (!works) {
            CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_FAILED);
            CHECK_EQUAL(ccountersign_session_failure(session).code, CCOUNTERSIGN_ALERT_RECEIVED);
            CHECK(ccountersign_session_failure(session).alert_received == 70 ||
                  ccountersign_session_failure(session).alert_received == 40);
        }
        disconnect(&server, session, &to);
    }
}

/* What servers refuse, and how one ends that dies. */
static void test_refusals(void)
{
    const char *arguments[32];
    server server;
    ccountersign_session_options options = client_options();
    ccountersign_session *session;
    ccountersign_failure failure;
    line to = { -1, SIZE_MAX };

    begin("openssl has no common protocol");
    certificate_arguments(arguments, "P-256");
    arguments[6] = "-alpn";
    arguments[7] = "other";
    arguments[8] = NULL;
    if (connect_with(&server, arguments, &options, &session, &to)) {
        CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_FAILED);
        CHECK_EQUAL(ccountersign_session_failure(session).code, CCOUNTERSIGN_ALERT_RECEIVED);
        CHECK_EQUAL(ccountersign_session_failure(session).alert_received, 120);
        disconnect(&server, session, &to);
    }

    begin("openssl speaks only TLS 1.3");
    certificate_arguments(arguments, "P-256");
    options.maximum_version = 0x0303;
    arguments[6] = "-tls1_3";
    arguments[7] = NULL;
    if (connect_with(&server, arguments, &options, &session, &to)) {
        CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_FAILED);
        CHECK_EQUAL(ccountersign_session_failure(session).code, CCOUNTERSIGN_ALERT_RECEIVED);
        CHECK_EQUAL(ccountersign_session_failure(session).alert_received, 70);
        disconnect(&server, session, &to);
    }

    begin("openssl dies while data is expected");
    options.maximum_version = 0;
    certificate_arguments(arguments, "P-256");
    arguments[6] = NULL;
    if (connect_with(&server, arguments, &options, &session, &to)) {
        if (reach_trust(session, &to)) {
            uint8_t bytes[16];
            size_t count;

            CHECK_EQUAL(ccountersign_session_continue(session), CCOUNTERSIGN_OK);
            CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_ESTABLISHED);
            stop(&server);
            CHECK_EQUAL(drive_read(session, &to, bytes, sizeof bytes, &count), CCOUNTERSIGN_FAILED);
            failure = ccountersign_session_failure(session);
            CHECK_EQUAL(failure.code, CCOUNTERSIGN_END_OF_STREAM);
            CHECK_EQUAL(failure.alert_sent, -1);
        }
        disconnect(&server, session, &to);
    }
}

/* Much data both ways, each write larger than a record. */
static void test_bulk(uint16_t version)
{
    const char *arguments[32];
    server server;
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
    static const alert_case alerts[] = {
        { 42, "alert bad certificate" },
        { 46, "alert certificate unknown" },
        { 48, "alert unknown ca" },
        { 45, "alert certificate expired" },
        { 90, "user canceled" },
    };
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
        for (index = 0; index < sizeof alerts / sizeof alerts[0]; index += 1) {
            int place;

            for (place = 0; place <= 4; place += 1) {
                test_abort(version, &alerts[index], place);
            }
        }
        test_fragments(version, SIZE_MAX);
        test_fragments(version, 1);
        test_fragments(version, 7);
        test_refused_certificate(version, "constrained", 1);
        test_refused_certificate(version, "edwards", 1);
        test_bulk(version);
    }
    test_no_server_name();
    test_static_rsa();
    test_scheme_fault();
    test_refusals();
    test_legacy();
}
