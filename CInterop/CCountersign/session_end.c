/*
 * session_end.c - how sessions end: what went wrong, which alert is owed, and that it really leaves.
 *
 * mbedtls_ssl_send_alert_message() only flushes, and reports success, while something else is queued. So
 * everything queued leaves first, then one alert at a time is made and leaves. Nothing marks an mbedTLS
 * context as dead: that no step is made after an alert is this file's promise (STAGE_ENDING).
 */
#include "session_internal.h"

enum {
    ALERT_CLOSE_NOTIFY = 0,
    ALERT_UNEXPECTED_MESSAGE = 10,
    ALERT_BAD_RECORD_MAC = 20,
    ALERT_HANDSHAKE_FAILURE = 40,
    ALERT_BAD_CERTIFICATE = 42,
    ALERT_DECODE_ERROR = 50,
    ALERT_DECRYPT_ERROR = 51,
    ALERT_PROTOCOL_VERSION = 70,
    ALERT_INTERNAL_ERROR = 80,
    ALERT_USER_CANCELED = 90,
    ALERT_CERTIFICATE_REQUIRED = 116,
    ALERT_NO_APPLICATION_PROTOCOL = 120
};

int session_flush(ccountersign_session *session)
{
    int result = 0;

    while (result == 0 && compat_output_left(&session->ssl) != 0) {
        /* With something queued this only flushes, whatever alert it is given. */
        result = mbedtls_ssl_send_alert_message(
            &session->ssl, MBEDTLS_SSL_ALERT_LEVEL_WARNING, ALERT_CLOSE_NOTIFY);
    }
    return result;
}

void session_prepare(ccountersign_session *session, int is_reading)
{
    session->io.is_reading = is_reading;
    session->io.alert_seen = -1;
    session->io.alert_wanted = -1;
}

int session_settle(ccountersign_session *session, int result)
{
    result = compat_settle(&session->ssl, result, &session->io.alert_wanted);
    if (session->io.alert_seen != -1 && session->io.alert_wanted >= 0) {
        session->io.alert_seen = session->io.alert_wanted;
    }
    return result;
}

static void add_alert(ccountersign_session *session, uint8_t level, uint8_t description)
{
    if (session->alert_count < sizeof session->alerts / sizeof session->alerts[0]) {
        session->alerts[session->alert_count].level = level;
        session->alerts[session->alert_count].description = description;
        session->alert_count += 1;
    }
}

ccountersign_status session_end(ccountersign_session *session)
{
    int result;

    for (;;) {
        result = session_flush(session);
        if (result == MBEDTLS_ERR_SSL_WANT_WRITE) {
            return CCOUNTERSIGN_WANTS_WRITE;
        }
        if (result != 0 || session->alerts_made == session->alert_count) {
            break;
        }
        compat_encrypt_alerts(&session->ssl, session->role == CCOUNTERSIGN_CLIENT);
        result = mbedtls_ssl_send_alert_message(
            &session->ssl, session->alerts[session->alerts_made].level,
            session->alerts[session->alerts_made].description);
        session->alerts_made += 1;
        if (result != 0 && result != MBEDTLS_ERR_SSL_WANT_WRITE) {
            break;
        }
    }
    session->stage = STAGE_ENDED;
    return session->outcome;
}

/* Before anything was said, there is nobody to be told why it ends. */
static int has_begun(const ccountersign_session *session)
{
    return session->role == CCOUNTERSIGN_CLIENT
               ? session->io.sent > 0 || compat_output_left(&session->ssl) > 0
               : session->io.received > 0;
}

/* The alert for a failure that mbedTLS did not answer itself (RFC 8446 section 6.2); -1 when none is owed. */
static int alert_for(const ccountersign_session *session, ccountersign_code code)
{
    switch (code) {
    case CCOUNTERSIGN_ALERT_RECEIVED:
    case CCOUNTERSIGN_END_OF_STREAM:
        return -1;
    case CCOUNTERSIGN_UNEXPECTED_MESSAGE:
        return ALERT_UNEXPECTED_MESSAGE;
    case CCOUNTERSIGN_RECORD_REFUSED:
        return ALERT_BAD_RECORD_MAC;
    case CCOUNTERSIGN_NO_COMMON_VERSION:
        return ALERT_PROTOCOL_VERSION;
    case CCOUNTERSIGN_NO_COMMON_PARAMETERS:
    case CCOUNTERSIGN_SIGNATURE_SCHEME_FAULT:
        return ALERT_HANDSHAKE_FAILURE;
    case CCOUNTERSIGN_NO_COMMON_PROTOCOL:
        return ALERT_NO_APPLICATION_PROTOCOL;
    case CCOUNTERSIGN_PEER_SIGNATURE_INVALID:
        return ALERT_DECRYPT_ERROR;
    case CCOUNTERSIGN_PEER_CERTIFICATE_REFUSED:
        return ALERT_BAD_CERTIFICATE;
    case CCOUNTERSIGN_MALFORMED_MESSAGE:
        return ALERT_DECODE_ERROR;
    case CCOUNTERSIGN_PEER_CERTIFICATE_MISSING:
        /* RFC 8446 section 4.4.2.4: a server's may not be empty, a client's is wanted. */
        if (session->role == CCOUNTERSIGN_CLIENT) {
            return ALERT_DECODE_ERROR;
        }
        return compat_version(&session->ssl) == COMPAT_TLS13 ? ALERT_CERTIFICATE_REQUIRED : ALERT_HANDSHAKE_FAILURE;
    default:
        return ALERT_INTERNAL_ERROR;
    }
}

static ccountersign_status end_with(ccountersign_session *session, ccountersign_code code, int native)
{
    int alert = session->io.alert_wanted >= 0 ? session->io.alert_wanted : session->io.alert_seen;

    /* mbedTLS's alert may say more than its number does. */
    if (alert == ALERT_NO_APPLICATION_PROTOCOL) {
        code = CCOUNTERSIGN_NO_COMMON_PROTOCOL;
    } else if (alert == ALERT_PROTOCOL_VERSION) {
        code = CCOUNTERSIGN_NO_COMMON_VERSION;
    }
    if (alert < 0) {
        alert = alert_for(session, code);
    }
    session->failure.code = code;
    session->failure.native = native;
    session->outcome = CCOUNTERSIGN_FAILED;
    session->stage = STAGE_ENDING;
    if (session->io.alert_seen != -1) {
        /* It is on its way. If it is encrypted, this is the one that mbedTLS sends for such a failure. */
        session->failure.alert_sent = alert;
    } else if (alert >= 0 && has_begun(session)) {
        /* mbedTLS made none, or could not because something else was queued. */
        session->failure.alert_sent = alert;
        add_alert(session, MBEDTLS_SSL_ALERT_LEVEL_FATAL, (uint8_t) alert);
    }
    return session_end(session);
}

/* The step that failed says more than some numbers do. */
static ccountersign_code code_in_state(const ccountersign_session *session, int native)
{
    ccountersign_code code = ccountersign_code_of(native);
    int state = compat_state(&session->ssl);

    if (compat_is_scheme_fault(&session->ssl, session->maximum_version, native)) {
        return CCOUNTERSIGN_SIGNATURE_SCHEME_FAULT;
    }
    if (native == MBEDTLS_ERR_SSL_PEER_CLOSE_NOTIFY) {
        return CCOUNTERSIGN_END_OF_STREAM;
    }
    switch (code) {
    case CCOUNTERSIGN_SIGNATURE_INVALID:
        return CCOUNTERSIGN_PEER_SIGNATURE_INVALID;
    case CCOUNTERSIGN_NO_COMMON_PARAMETERS:
        /* 3.x says HANDSHAKE_FAILURE of a Finished or CertificateVerify that does not verify. */
        if (session->role == CCOUNTERSIGN_CLIENT &&
            (state == MBEDTLS_SSL_SERVER_FINISHED || state == MBEDTLS_SSL_CERTIFICATE_VERIFY)) {
            return CCOUNTERSIGN_PEER_SIGNATURE_INVALID;
        }
        return code;
    case CCOUNTERSIGN_KEY_MALFORMED:
    case CCOUNTERSIGN_PASSPHRASE_NEEDED:
    case CCOUNTERSIGN_PASSPHRASE_WRONG:
    case CCOUNTERSIGN_KEY_MISMATCH:
        return CCOUNTERSIGN_MALFORMED_MESSAGE;
    case CCOUNTERSIGN_INVALID_ARGUMENT:
        return CCOUNTERSIGN_INTERNAL;
    default:
        return code;
    }
}

ccountersign_status session_fail(ccountersign_session *session, int native)
{
    ccountersign_code code = session->io.code != CCOUNTERSIGN_OK ? session->io.code : code_in_state(session, native);

    if (session->io.code != CCOUNTERSIGN_OK) {
        native = 0;
    } else if (native == MBEDTLS_ERR_SSL_FATAL_ALERT_MESSAGE) {
        session->failure.alert_received = compat_alert_received(&session->ssl);
    } else if (compat_state(&session->ssl) == MBEDTLS_SSL_SERVER_CERTIFICATE &&
               session->role == CCOUNTERSIGN_CLIENT) {
        ccountersign_code refused = session_read_refused(session, native);

        code = refused != CCOUNTERSIGN_OK ? refused : code;
    }
    return end_with(session, code, native);
}

ccountersign_status session_fail_with(ccountersign_session *session, ccountersign_code code)
{
    return end_with(session, code, 0);
}

void ccountersign_session_abort(ccountersign_session *session, uint8_t alert)
{
    if (session->stage == STAGE_ENDING || session->stage == STAGE_ENDED) {
        return;
    }
    session->failure.code = CCOUNTERSIGN_ABORTED;
    session->outcome = CCOUNTERSIGN_FAILED;
    session->stage = STAGE_ENDING;
    if (!has_begun(session)) {
        return;
    }
    session->failure.alert_sent = alert;
    add_alert(
        session, alert == ALERT_CLOSE_NOTIFY ? MBEDTLS_SSL_ALERT_LEVEL_WARNING : MBEDTLS_SSL_ALERT_LEVEL_FATAL, alert);
    if (alert == ALERT_USER_CANCELED) {
        /* RFC 8446 section 6.1: a close_notify is to follow; without it OpenSSL ignores a user_canceled. */
        add_alert(session, MBEDTLS_SSL_ALERT_LEVEL_WARNING, ALERT_CLOSE_NOTIFY);
    }
}

ccountersign_status ccountersign_session_close(ccountersign_session *session)
{
    if (session->stage == STAGE_ENDED) {
        return session->outcome;
    }
    if (session->stage != STAGE_ENDING) {
        session->outcome = CCOUNTERSIGN_CLOSED;
        session->stage = STAGE_ENDING;
        if (has_begun(session)) {
            add_alert(session, MBEDTLS_SSL_ALERT_LEVEL_WARNING, ALERT_CLOSE_NOTIFY);
        }
    }
    return session_end(session);
}
