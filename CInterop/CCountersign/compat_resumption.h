/*
 * compat_resumption.h - the part of compat.h that is about sessions which outlive their connections; included there.
 */
#ifndef CCOUNTERSIGN_COMPAT_RESUMPTION_H
#define CCOUNTERSIGN_COMPAT_RESUMPTION_H

#include "mbedtls/ssl_ticket.h"

/* Whether a client asks for tickets and is told of them. Of TLS 1.3's ways to resume only the one with a key exchange
 * of its own is offered: the other has no forward secrecy. */
static inline void compat_set_tickets(mbedtls_ssl_config *config, int is_wanted)
{
#if defined(MBEDTLS_SSL_SESSION_TICKETS)
    mbedtls_ssl_conf_session_tickets(
        config, is_wanted ? MBEDTLS_SSL_SESSION_TICKETS_ENABLED : MBEDTLS_SSL_SESSION_TICKETS_DISABLED);
#if COMPAT_HAS_TLS13
#if defined(MBEDTLS_SSL_TLS1_3_SIGNAL_NEW_SESSION_TICKETS_ENABLED)
    mbedtls_ssl_conf_tls13_enable_signal_new_session_tickets(
        config, is_wanted ? MBEDTLS_SSL_TLS1_3_SIGNAL_NEW_SESSION_TICKETS_ENABLED
                          : MBEDTLS_SSL_TLS1_3_SIGNAL_NEW_SESSION_TICKETS_DISABLED);
#endif
    mbedtls_ssl_conf_tls13_key_exchange_modes(config, MBEDTLS_SSL_TLS1_3_KEY_EXCHANGE_MODE_EPHEMERAL_ALL);
#endif
#else
    (void) config, (void) is_wanted;
#endif
}

/* A server's tickets: of TLS 1.2 alone. In TLS 1.3, 3.6 writes them in steps of their own behind the handshake. */
static inline void compat_give_tickets(mbedtls_ssl_config *config, void *tickets)
{
    mbedtls_ssl_conf_session_tickets_cb(config, mbedtls_ssl_ticket_write, mbedtls_ssl_ticket_parse, tickets);
#if COMPAT_HAS_TLS13
    mbedtls_ssl_conf_new_session_tickets(config, 0);
#endif
}

/* The step of a TLS 1.2 handshake that reads a ticket. */
static inline int compat_is_ticket_state(int state)
{
#if MBEDTLS_VERSION_MAJOR >= 3
    return state == MBEDTLS_SSL_NEW_SESSION_TICKET;
#else
    return state == MBEDTLS_SSL_SERVER_NEW_SESSION_TICKET;
#endif
}

/* Whether the session has an id or a ticket that the server may know again. In TLS 1.3 the id means nothing. */
static inline int compat_is_resumable(const mbedtls_ssl_context *ssl)
{
    const mbedtls_ssl_session *session = compat_session(ssl);

    if (session == NULL) {
        return 0;
    }
#if defined(MBEDTLS_SSL_SESSION_TICKETS)
    if (session->MBEDTLS_PRIVATE(ticket_len) > 0) {
        return 1;
    }
#endif
    return compat_version(ssl) < COMPAT_TLS13 && session->MBEDTLS_PRIVATE(id_len) > 0;
}

#if COMPAT_HAS_TLS13 && defined(MBEDTLS_SSL_SERVER_NAME_INDICATION) && defined(MBEDTLS_SSL_SESSION_TICKETS)
#define COMPAT_HAS_SESSION_NAME 1
#else
#define COMPAT_HAS_SESSION_NAME 0
#endif

/* Reads a saved session. 3.6 binds TLS 1.3's to the server's name, reads that from the bytes without looking whether it
 * ends there, and refuses another: it is left out of what is saved, and the connection's own put in its place. */
static inline int compat_load_session(
    mbedtls_ssl_session *session, const unsigned char *bytes, size_t count, const char *name)
{
    int result = mbedtls_ssl_session_load(session, bytes, count);

#if COMPAT_HAS_SESSION_NAME
    if (session->MBEDTLS_PRIVATE(hostname) != NULL) {
        mbedtls_free(session->MBEDTLS_PRIVATE(hostname));
        session->MBEDTLS_PRIVATE(hostname) = NULL;
        result = MBEDTLS_ERR_SSL_BAD_INPUT_DATA;
    }
    if (result == 0 && session->MBEDTLS_PRIVATE(tls_version) == MBEDTLS_SSL_VERSION_TLS1_3 && name != NULL) {
        size_t length = strlen(name) + 1;
        char *copy = mbedtls_calloc(1, length);

        if (copy == NULL) {
            return MBEDTLS_ERR_SSL_ALLOC_FAILED;
        }
        memcpy(copy, name, length);
        session->MBEDTLS_PRIVATE(hostname) = copy;
    }
#else
    (void) name;
#endif
    return result;
}

/* The name that a client asks for, or NULL. 3.6 has an empty text of its own where it was told that there is none. */
static inline const char *compat_server_name(const mbedtls_ssl_context *ssl)
{
    const char *name = ssl->MBEDTLS_PRIVATE(hostname);

    return name != NULL && name[0] != '\0' ? name : NULL;
}

/* Writes the session without the peer's certificate, which would only have to be parsed again, and without the name
 * (see compat_load_session); with a capacity of 0 it says how much room that takes. mbedtls_ssl_get_session() would copy it, and in 3.6 only once. */
static inline int compat_save_session(
    const mbedtls_ssl_context *ssl, unsigned char *bytes, size_t capacity, size_t *count)
{
    mbedtls_ssl_session *session = (mbedtls_ssl_session *) (uintptr_t) compat_session(ssl);
    mbedtls_x509_crt *certificate = session->MBEDTLS_PRIVATE(peer_cert);
    int result;

#if COMPAT_HAS_SESSION_NAME
    char *name = session->MBEDTLS_PRIVATE(hostname);

    session->MBEDTLS_PRIVATE(hostname) = NULL;
#endif
    session->MBEDTLS_PRIVATE(peer_cert) = NULL;
    result = mbedtls_ssl_session_save(session, bytes, capacity, count);
    session->MBEDTLS_PRIVATE(peer_cert) = certificate;
#if COMPAT_HAS_SESSION_NAME
    session->MBEDTLS_PRIVATE(hostname) = name;
#endif
    return result;
}

#endif
