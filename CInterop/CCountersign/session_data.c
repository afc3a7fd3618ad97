/*
 * session_data.c - application data.
 */
#include "session_internal.h"

static ccountersign_status stage_refuses(ccountersign_session *session)
{
    if (session->stage == STAGE_ENDING) {
        return session_end(session);
    }
    if (session->stage == STAGE_ENDED) {
        return session->outcome;
    }
    /* The handshake is not over: the caller's mistake, which the session survives. */
    return CCOUNTERSIGN_FAILED;
}

ccountersign_status ccountersign_session_read(
    ccountersign_session *session, uint8_t *bytes, size_t capacity, size_t *count)
{
    *count = 0;
    if (session->stage != STAGE_ESTABLISHED) {
        return stage_refuses(session);
    }
    if (session->peer_has_closed) {
        return CCOUNTERSIGN_CLOSED;
    }
    if (bytes == NULL || capacity == 0) {
        return CCOUNTERSIGN_ESTABLISHED;
    }
    for (;;) {
        int result;

        session_prepare(session, 1);
        result = session_settle(session, mbedtls_ssl_read(&session->ssl, bytes, capacity));

        if (result > 0) {
            *count = (size_t) result;
            return CCOUNTERSIGN_ESTABLISHED;
        }
        if (result == MBEDTLS_ERR_SSL_WANT_READ) {
            /* mbedTLS may have stopped at a message that it holds already, and an event loop that then waits
             * for the descriptor would wait for ever. Only a window means that bytes are wanted. */
            if (session->io.input == NULL) {
                continue;
            }
            return CCOUNTERSIGN_WANTS_READ;
        }
        if (result == MBEDTLS_ERR_SSL_WANT_WRITE) {
            return CCOUNTERSIGN_WANTS_WRITE;
        }
        if (compat_is_ticket(result)) {
            session->has_resumption = 1;
            continue;
        }
        if (result == MBEDTLS_ERR_SSL_PEER_CLOSE_NOTIFY) {
            session->peer_has_closed = 1;
            return CCOUNTERSIGN_CLOSED;
        }
        /* 0 is an end without close_notify: perhaps an attacker's. */
        return session_fail(session, result == 0 ? MBEDTLS_ERR_SSL_CONN_EOF : result);
    }
}

ccountersign_status ccountersign_session_write(
    ccountersign_session *session, const uint8_t *bytes, size_t available, size_t *count)
{
    int result;

    *count = 0;
    if (session->stage != STAGE_ESTABLISHED) {
        return stage_refuses(session);
    }
    if (bytes == NULL || available == 0) {
        return CCOUNTERSIGN_ESTABLISHED;
    }
    if (session->write_count == 0) {
        /* While something else is queued (an alert that a read gave rise to) mbedTLS would send that, and
         * say that the data was sent. */
        result = session_flush(session);
        if (result == MBEDTLS_ERR_SSL_WANT_WRITE) {
            return CCOUNTERSIGN_WANTS_WRITE;
        }
        if (result != 0) {
            return session_fail(session, result);
        }
        session->write_count = available;
    } else if (available < session->write_count) {
        /* These bytes are encrypted and half sent; less of them cannot be said to have gone. */
        return session_fail_with(session, CCOUNTERSIGN_INVALID_ARGUMENT);
    }
    for (;;) {
        /* What is repeated is repeated with the same length, since mbedTLS answers with what it is given. */
        session_prepare(session, 0);
        result = session_settle(session, mbedtls_ssl_write(&session->ssl, bytes, session->write_count));
        if (result > 0) {
            session->write_count = 0;
            *count = (size_t) result;
            return CCOUNTERSIGN_ESTABLISHED;
        }
        if (result == MBEDTLS_ERR_SSL_WANT_WRITE) {
            return CCOUNTERSIGN_WANTS_WRITE;
        }
        if (compat_is_ticket(result)) {
            session->has_resumption = 1;
            continue;
        }
        if (result == MBEDTLS_ERR_SSL_WANT_READ) {
            if (session->io.input == NULL) {
                continue;
            }
            session->write_count = 0;
            return CCOUNTERSIGN_WANTS_READ;
        }
        session->write_count = 0;
        return session_fail(session, result == 0 ? MBEDTLS_ERR_SSL_INTERNAL_ERROR : result);
    }
}
