/* openssl s_server made to behave oddly. */
#include "openssl.h"

/* The server's messages in records of 512 bytes. */
static void test_fragments(uint16_t version, size_t chunk)
{
    const char *arguments[32];
    static server server;
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
    static server server;
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
    static server server;
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

/* A certificate whose signature algorithm is unknown is passed over; in TLS 1.3, 3.6.6 fails with it, and says
 * nothing to the server, when it comes last. */
static void test_odd_signature(uint16_t version)
{
    const char *arguments[32];
    static server server;
    ccountersign_session_options options = client_options();
    ccountersign_session *session;
    ccountersign_failure failure;
    line to = { -1, SIZE_MAX };

    begin("openssl %04x sends a certificate signed with Ed25519", version);
    certificate_arguments(arguments, "P-256");
    arguments[5] = fixture_path("odd-signature.pem");
    arguments[6] = version_flag(version);
    arguments[7] = NULL;
    if (connect_with(&server, arguments, &options, &session, &to)) {
        ccountersign_status status = drive_step(session, &to);

        if (version == 0x0303) {
            CHECK_EQUAL(status, CCOUNTERSIGN_SERVER_TRUST);
            CHECK_EQUAL(ccountersign_session_peer_chain(session, NULL, 0), 1);
        } else {
            failure = ccountersign_session_failure(session);
            CHECK_EQUAL(status, CCOUNTERSIGN_FAILED);
            CHECK_EQUAL(failure.code, CCOUNTERSIGN_PEER_CERTIFICATE_REFUSED);
            CHECK_EQUAL(failure.certificate_index, 1);
            CHECK_EQUAL(failure.alert_sent, 42);
            CHECK_EQUAL(ccountersign_session_peer_chain(session, NULL, 0), 2);
            CHECK(log_says(&server, "alert bad certificate"));
        }
        disconnect(&server, session, &to);
    }
}

/* Tickets are sent after the handshake; an event loop must not wait for the descriptor while the library holds
 * one. The server says nothing more until it is spoken to. */
static void test_tickets(uint16_t version)
{
    const char *arguments[32];
    static server server;
    ccountersign_session_options options = client_options();
    ccountersign_session *session;
    uint8_t bytes[64];
    size_t count = 0;
    int turn;
    line to = { -1, SIZE_MAX };

    begin("openssl %04x sends tickets", version);
    certificate_arguments(arguments, "P-256");
    arguments[6] = version_flag(version);
    arguments[7] = "-num_tickets";
    arguments[8] = "7";
    arguments[9] = "-rev";
    arguments[10] = NULL;
    if (connect_with(&server, arguments, &options, &session, &to)) {
        if (reach_trust(session, &to)) {
            CHECK_EQUAL(ccountersign_session_continue(session), CCOUNTERSIGN_OK);
            CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_ESTABLISHED);
            for (turn = 0; turn < 3; turn += 1) {
                CHECK_EQUAL(drive_write(session, &to, "stressed\n", 9), CCOUNTERSIGN_ESTABLISHED);
                CHECK_EQUAL(drive_read(session, &to, bytes, sizeof bytes, &count), CCOUNTERSIGN_ESTABLISHED);
                CHECK(count == 9 && memcmp(bytes, "desserts\n", 9) == 0);
            }
            /* They did come. */
            CHECK(version == 0x0303 || ccountersign_session_bytes_received(session) > 2500);
        }
        disconnect(&server, session, &to);
    }
}

static void test_static_rsa(void)
{
    const char *arguments[32];
    static server server;
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
    static server server;
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
    static server server;
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
    static server server;
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

void test_openssl_oddities(void)
{
    uint16_t version;

    for (version = 0x0303; version <= newest(); version += 1) {
        test_fragments(version, SIZE_MAX);
        test_fragments(version, 1);
        test_fragments(version, 7);
        test_refused_certificate(version, "constrained", 1);
        test_refused_certificate(version, "edwards", 1);
        test_odd_signature(version);
        test_tickets(version);
    }
    test_no_server_name();
    test_static_rsa();
    test_scheme_fault();
    test_legacy();
    test_refusals();
}
