/*
 * session_step.c - the handshake, one mbedTLS step at a time, and its two pauses.
 *
 * Both pauses are taken where mbedTLS is about to write the client's Certificate: the server's whole flight has
 * then been verified, so that it has proven to have the key, and nothing that depends on it has been sent.
 */
#include "session_internal.h"

/* The pause that is due before the next step, or 0. */
static int due_pause(ccountersign_session *session)
{
    if (session->role != CCOUNTERSIGN_CLIENT || compat_state(&session->ssl) != MBEDTLS_SSL_CLIENT_CERTIFICATE) {
        return 0;
    }
    if (session_is_taken(session)) {
        /* TLS 1.3 comes through here without having anything to ask. */
        return 0;
    }
    if (!session->is_trusted) {
        return STAGE_SERVER_TRUST;
    }
    return session->is_requested && !session->is_answered ? STAGE_CLIENT_CERTIFICATE : 0;
}

static void rise(ccountersign_session *session, ccountersign_phase phase)
{
    if (session->phase < phase) {
        session->phase = phase;
    }
}

/* What a successful step from one state to another has shown of the peer. */
static ccountersign_code observe_client(ccountersign_session *session, int before, int after)
{
    if (compat_is_ticket_state(before) && after != before) {
        session->has_resumption = 1;
    }
    switch (before) {
    case MBEDTLS_SSL_SERVER_HELLO:
        (void) session_read_group(session, before);
        if (after != before && !compat_is_retry(after)) {
            rise(session, CCOUNTERSIGN_PHASE_HELLO_RECEIVED);
        }
        return CCOUNTERSIGN_OK;
    case MBEDTLS_SSL_SERVER_CERTIFICATE:
        if (after == before) {
            return CCOUNTERSIGN_OK;
        }
        session->has_certificate = 1;
        rise(session, CCOUNTERSIGN_PHASE_CERTIFICATE_RECEIVED);
        return CCOUNTERSIGN_OK;
    case MBEDTLS_SSL_SERVER_KEY_EXCHANGE:
        /* Without forward secrecy there is no such message, and the proof is the server's Finished. */
        session->has_key_proof = session_read_group(session, before);
        return CCOUNTERSIGN_OK;
    case MBEDTLS_SSL_CERTIFICATE_VERIFY:
        if (compat_version(&session->ssl) == COMPAT_TLS13) {
            session->has_key_proof = 1;
        }
        return CCOUNTERSIGN_OK;
    case MBEDTLS_SSL_CERTIFICATE_REQUEST:
        return session_read_request(session);
    default:
        return CCOUNTERSIGN_OK;
    }
}

/* mbedTLS has verified a client's certificate against the anchors, and goes on whatever it found. */
static ccountersign_code observe_server(ccountersign_session *session, int before, int after)
{
    rise(session, CCOUNTERSIGN_PHASE_HELLO_RECEIVED);
    if (before != MBEDTLS_SSL_CLIENT_CERTIFICATE || after == before) {
        return CCOUNTERSIGN_OK;
    }
    if (compat_peer_chain(&session->ssl) == NULL) {
        return session->requires_certificate ? CCOUNTERSIGN_PEER_CERTIFICATE_MISSING : CCOUNTERSIGN_OK;
    }
    session->has_certificate = 1;
    rise(session, CCOUNTERSIGN_PHASE_CERTIFICATE_RECEIVED);
    return compat_verify_result(&session->ssl) == 0 ? CCOUNTERSIGN_OK : CCOUNTERSIGN_PEER_CERTIFICATE_REFUSED;
}

static ccountersign_status enter_pause(ccountersign_session *session, int stage)
{
    if (stage == STAGE_SERVER_TRUST) {
        /* Nothing was resumed, so that a handshake which never had a certificate cannot be a good one. */
        if (!session->has_certificate || compat_peer_chain(&session->ssl) == NULL) {
            return session_fail_with(session, CCOUNTERSIGN_PEER_CERTIFICATE_MISSING);
        }
        if (session->has_key_proof) {
            rise(session, CCOUNTERSIGN_PHASE_KEY_PROVEN);
        }
        session->stage = STAGE_SERVER_TRUST;
        return CCOUNTERSIGN_SERVER_TRUST;
    }
    session->stage = STAGE_CLIENT_CERTIFICATE;
    return CCOUNTERSIGN_CLIENT_CERTIFICATE;
}

static ccountersign_status finish(ccountersign_session *session)
{
    if (session->role == CCOUNTERSIGN_CLIENT && !session->is_trusted && !session_is_taken(session)) {
        return session_fail_with(session, CCOUNTERSIGN_INTERNAL);
    }
    rise(session, CCOUNTERSIGN_PHASE_FINISHED);
    session->stage = STAGE_ESTABLISHED;
    session->io.is_limited = 0;
    session_note_resumption(session);
    return CCOUNTERSIGN_ESTABLISHED;
}

static ccountersign_status run(ccountersign_session *session)
{
    for (;;) {
        int before = compat_state(&session->ssl);
        int stage = due_pause(session);
        ccountersign_code code;
        int result;

        if (stage != 0) {
            return enter_pause(session, stage);
        }
        if (before == MBEDTLS_SSL_HANDSHAKE_OVER) {
            return finish(session);
        }
        session_prepare(session, compat_prepare_step(&session->ssl, session->role == CCOUNTERSIGN_CLIENT));
        result = session_settle(session, mbedtls_ssl_handshake_step(&session->ssl));
        if (result == MBEDTLS_ERR_SSL_WANT_WRITE) {
            return CCOUNTERSIGN_WANTS_WRITE;
        }
        if (result == MBEDTLS_ERR_SSL_WANT_READ) {
            /* It may also mean that mbedTLS has the bytes already and wants to be called again. */
            if (session->io.input == NULL) {
                continue;
            }
            rise(session, CCOUNTERSIGN_PHASE_HELLO_SENT);
            return CCOUNTERSIGN_WANTS_READ;
        }
        if (compat_is_ticket(result)) {
            session->has_resumption = 1;
            continue;
        }
        if (result != 0) {
            return session_fail(session, result);
        }
        code = session->role == CCOUNTERSIGN_CLIENT
                   ? observe_client(session, before, compat_state(&session->ssl))
                   : observe_server(session, before, compat_state(&session->ssl));
        if (code != CCOUNTERSIGN_OK) {
            return session_fail_with(session, code);
        }
    }
}

ccountersign_status ccountersign_session_step(ccountersign_session *session)
{
    switch (session->stage) {
    case STAGE_RUNNING:
        return run(session);
    case STAGE_SERVER_TRUST:
        return CCOUNTERSIGN_SERVER_TRUST;
    case STAGE_CLIENT_CERTIFICATE:
        return CCOUNTERSIGN_CLIENT_CERTIFICATE;
    case STAGE_ESTABLISHED:
        return CCOUNTERSIGN_ESTABLISHED;
    case STAGE_ENDING:
        return session_end(session);
    case STAGE_ENDED:
        return session->outcome;
    }
    return CCOUNTERSIGN_FAILED;
}

ccountersign_code ccountersign_session_continue(ccountersign_session *session)
{
    if (session->stage == STAGE_SERVER_TRUST) {
        session->is_trusted = 1;
        session->stage = STAGE_RUNNING;
        return CCOUNTERSIGN_OK;
    }
    if (session->stage != STAGE_CLIENT_CERTIFICATE) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    if (session->credential != NULL) {
        /* The library only reads them, but does not say so. */
        int result = mbedtls_ssl_conf_own_cert(
            &session->config, (mbedtls_x509_crt *) (uintptr_t) &session->credential->chain,
            (mbedtls_pk_context *) (uintptr_t) &session->credential->key);

        if (result != 0) {
            return ccountersign_code_of(result);
        }
    }
    session->is_answered = 1;
    session->stage = STAGE_RUNNING;
    return CCOUNTERSIGN_OK;
}
