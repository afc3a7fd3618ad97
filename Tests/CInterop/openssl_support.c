/* What the tests against openssl s_server share. */
#define _GNU_SOURCE
#include "openssl.h"

const char *version_flag(uint16_t version)
{
    return version == 0x0304 ? "-tls1_3" : "-tls1_2";
}

static const uint8_t two_protocols[] = "\x02h2\x08http/1.1";

ccountersign_session_options client_options(void)
{
    ccountersign_session_options options;

    memset(&options, 0, sizeof options);
    options.server_name = "localhost";
    options.application_protocols.start = two_protocols;
    options.application_protocols.count = sizeof two_protocols - 1;
    return options;
}

void certificate_arguments(const char **arguments, const char *kind)
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
int reach_trust(ccountersign_session *session, const line *to)
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

void check_request(const ccountersign_session *session, uint16_t version)
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

int connect_with(
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

void disconnect(server *server, ccountersign_session *session, line *to)
{
    free_session(session);
    ccountersign_close_descriptor(to->descriptor);
    stop(server);
}
