/* The client against openssl s_server. */
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

static uint16_t newest(void)
{
    return ccountersign_supports_tls13() ? 0x0304 : 0x0303;
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

void test_openssl(void)
{
    static const char *const kinds[] = { "rsa", "P-256", "P-384", "P-521" };
    uint16_t version;
    size_t index;

    for (version = 0x0303; version <= newest(); version += 1) {
        for (index = 0; index < 4; index += 1) {
            expectation expected = { kinds[index], version, SIZE_MAX };

            test_one(&expected);
        }
        {
            expectation expected = { "P-256", version, 1 };

            test_one(&expected);
        }
    }
}
