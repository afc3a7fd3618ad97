/* Alerts as openssl s_server gets them, from wherever a handshake is ended. */
#include "openssl.h"

typedef struct alert_case {
    uint8_t alert;
    const char *words;          /* OpenSSL's */
} alert_case;

/* Where to abort: 0 at SERVER_TRUST, 1 at SERVER_TRUST though a certificate was asked for, 2 at
 * CLIENT_CERTIFICATE, 3 when established, 4 half way through the server's flight, 5 with the client's last flight
 * waiting to leave. */
static void test_abort(uint16_t version, const alert_case *which, int place)
{
    const char *arguments[32];
    static server server;
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
        if (place == 5) {
            ccountersign_bytes window;

            CHECK_EQUAL(ccountersign_session_step(session), CCOUNTERSIGN_WANTS_WRITE);
            window = ccountersign_session_output(session);
            if (version == 0x0304) {
                /* First a ChangeCipherSpec on its own. */
                CHECK_EQUAL(window.count, 6);
                CHECK_EQUAL(ccountersign_send(to.descriptor, window.start, window.count), 6);
                ccountersign_session_sent(session, window.count);
                CHECK_EQUAL(ccountersign_session_step(session), CCOUNTERSIGN_WANTS_WRITE);
            }
        }
        CHECK(
            place == 5 || drive_step(session, &to) == (place == 2 ? CCOUNTERSIGN_CLIENT_CERTIFICATE : CCOUNTERSIGN_ESTABLISHED));
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
    CHECK(place == 5 || ccountersign_session_bytes_sent(session) - sent <= 6 + (which->alert == 90 ? 2 : 1) * 37);
    if (!CHECK(log_says(&server, which->words))) {
        print_log(&server);
    }
    CHECK(!log_says_now(&server, "bad record mac"));
    CHECK_EQUAL(
        place == 3 || (place == 5 && version == 0x0304), log_says_now(&server, "SSLv3/TLS read finished"));
    CHECK(place == 3 || place == 5 || !log_says_now(&server, "read client certificate"));
    free_session(session);
    ccountersign_close_descriptor(to.descriptor);
    stop(&server);
}

void test_openssl_alerts(void)
{
    static const alert_case alerts[] = {
        { 42, "alert bad certificate" },
        { 46, "alert certificate unknown" },
        { 48, "alert unknown ca" },
        { 45, "alert certificate expired" },
        { 90, "user canceled" },
    };
    uint16_t version;
    size_t index;
    int place;

    for (version = 0x0303; version <= newest(); version += 1) {
        for (index = 0; index < sizeof alerts / sizeof alerts[0]; index += 1) {
            for (place = 0; place <= 5; place += 1) {
                test_abort(version, &alerts[index], place);
            }
        }
    }
}
