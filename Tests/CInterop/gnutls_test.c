/* The client against gnutls-serv, which makes its flights differently. */
#include "harness.h"

static void test_one(const char *kind, uint16_t version, const char *groups, uint16_t group, int wants_certificate)
{
    char priority[128];
    char certificate[64];
    char key[64];
    const char *arguments[16];
    static server server;
    ccountersign_session_options options;
    ccountersign_session *session;
    ccountersign_credential *own = credential_of("client-P-256.der", "middle.der", "client-P-256.key.der");
    uint8_t bytes[64];
    size_t count = 0;
    line to = { -1, SIZE_MAX };
    ccountersign_status status;

    begin("gnutls %s %04x %s", kind, version, groups);
    snprintf(
        priority, sizeof priority, "NORMAL:-VERS-ALL:+VERS-TLS1.%d:-GROUP-ALL:+%s", version == 0x0304 ? 3 : 2, groups);
    snprintf(certificate, sizeof certificate, "server-%s.chain.pem", kind);
    snprintf(key, sizeof key, "server-%s.key", kind);
    arguments[0] = "--x509certfile";
    arguments[1] = fixture_path(certificate);
    arguments[2] = "--x509keyfile";
    arguments[3] = fixture_path(key);
    arguments[4] = "--priority";
    arguments[5] = priority;
    arguments[6] = "--x509cafile";
    arguments[7] = fixture_path("anchors.pem");
    arguments[8] = wants_certificate ? "--require-client-cert" : "--disable-client-cert";
    arguments[9] = wants_certificate ? "--verify-client-cert" : NULL;
    arguments[10] = NULL;
    if (!start_gnutls(&server, arguments)) {
        free_credential(own);
        return;
    }
    memset(&options, 0, sizeof options);
    options.server_name = "localhost";
    to.descriptor = connect_to(server.port);
    session = session_of(&options);
    CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_SERVER_TRUST);
    CHECK_EQUAL(ccountersign_session_peer_chain(session, NULL, 0), 2);
    CHECK_EQUAL(ccountersign_session_continue(session), CCOUNTERSIGN_OK);
    status = drive_step(session, &to);
    if (wants_certificate) {
        CHECK_EQUAL(status, CCOUNTERSIGN_CLIENT_CERTIFICATE);
        CHECK_EQUAL(ccountersign_session_distinguished_names(session, NULL, 0), 2);
        CHECK_EQUAL(ccountersign_session_set_credential(session, own), CCOUNTERSIGN_OK);
        CHECK_EQUAL(ccountersign_session_continue(session), CCOUNTERSIGN_OK);
        status = drive_step(session, &to);
    }
    if (!CHECK_EQUAL(status, CCOUNTERSIGN_ESTABLISHED)) {
        print_log(&server);
    } else {
        CHECK_EQUAL(ccountersign_session_group(session), group);
        CHECK_EQUAL(ccountersign_session_version(session), version);
        CHECK_EQUAL(drive_write(session, &to, "echo this\n", 10), CCOUNTERSIGN_ESTABLISHED);
        CHECK_EQUAL(drive_read(session, &to, bytes, sizeof bytes, &count), CCOUNTERSIGN_ESTABLISHED);
        CHECK(count == 10 && memcmp(bytes, "echo this\n", 10) == 0);
        CHECK_EQUAL(drive_close(session, &to), CCOUNTERSIGN_CLOSED);
    }
    free_session(session);
    free_credential(own);
    ccountersign_close_descriptor(to.descriptor);
    stop(&server);
}

/* GnuTLS insists that TLS 1.3 alerts are encrypted. */
static void test_abort(uint16_t version, int asks)
{
    char priority[64];
    const char *arguments[16];
    static server server;
    ccountersign_session_options options;
    ccountersign_session *session;
    line to = { -1, SIZE_MAX };

    begin("gnutls %04x, aborted%s", version, asks ? ", a certificate being asked for" : "");
    snprintf(priority, sizeof priority, "NORMAL:-VERS-ALL:+VERS-TLS1.%d", version == 0x0304 ? 3 : 2);
    arguments[0] = "--x509certfile";
    arguments[1] = fixture_path("server-P-256.chain.pem");
    arguments[2] = "--x509keyfile";
    arguments[3] = fixture_path("server-P-256.key");
    arguments[4] = "--priority";
    arguments[5] = priority;
    arguments[6] = asks ? "--require-client-cert" : "--disable-client-cert";
    arguments[7] = "--x509cafile";
    arguments[8] = fixture_path("anchors.pem");
    arguments[9] = NULL;
    if (!start_gnutls(&server, arguments)) {
        return;
    }
    memset(&options, 0, sizeof options);
    options.server_name = "localhost";
    to.descriptor = connect_to(server.port);
    session = session_of(&options);
    CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_SERVER_TRUST);
    ccountersign_session_abort(session, 48);
    CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_FAILED);
    /* Where it waits for a TLS 1.2 certificate, it says only that there was none. */
    if (!CHECK(log_says(
            &server, version == 0x0303 && asks ? "No certificate was found" : "A TLS fatal alert has been received"))) {
        print_log(&server);
    }
    free_session(session);
    ccountersign_close_descriptor(to.descriptor);
    stop(&server);
}

/* And those that mbedTLS sends of itself. */
static void test_own_alert(uint16_t version)
{
    char priority[64];
    const char *arguments[16];
    static server server;
    ccountersign_session_options options;
    ccountersign_session *session;
    line to = { -1, SIZE_MAX };

    begin("gnutls %04x sends a certificate that cannot be parsed", version);
    snprintf(priority, sizeof priority, "NORMAL:-VERS-ALL:+VERS-TLS1.%d", version == 0x0304 ? 3 : 2);
    arguments[0] = "--x509certfile";
    arguments[1] = fixture_path("server-constrained.chain.pem");
    arguments[2] = "--x509keyfile";
    arguments[3] = fixture_path("server-constrained.key");
    arguments[4] = "--priority";
    arguments[5] = priority;
    arguments[6] = "--disable-client-cert";
    arguments[7] = NULL;
    if (!start_gnutls(&server, arguments)) {
        return;
    }
    memset(&options, 0, sizeof options);
    options.server_name = "localhost";
    to.descriptor = connect_to(server.port);
    session = session_of(&options);
    CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_FAILED);
    CHECK_EQUAL(ccountersign_session_failure(session).code, CCOUNTERSIGN_PEER_CERTIFICATE_REFUSED);
    CHECK_EQUAL(ccountersign_session_failure(session).certificate_index, 1);
    CHECK_EQUAL(ccountersign_session_failure(session).alert_sent, 42);
    if (!CHECK(log_says(&server, "A TLS fatal alert has been received"))) {
        print_log(&server);
    }
    free_session(session);
    ccountersign_close_descriptor(to.descriptor);
    stop(&server);
}

void test_gnutls(void)
{
    uint16_t version;

    for (version = 0x0303; version <= newest(); version += 1) {
        test_one("rsa", version, "GROUP-SECP256R1", 23, 0);
        test_one("P-256", version, "GROUP-X25519", 29, 0);
        test_one("P-384", version, "GROUP-SECP384R1", 24, 1);
        test_one("P-256", version, "GROUP-SECP521R1", 25, 1);
        test_abort(version, 0);
        test_abort(version, 1);
        test_own_alert(version);
    }
}
