/*
 * compat.h - every difference between mbedTLS 2.28 and 3.6 that the shim meets, and the only file that
 * names the library's private fields. Each function here says the same thing on both.
 */
#ifndef CCOUNTERSIGN_COMPAT_H
#define CCOUNTERSIGN_COMPAT_H

#include "countersign_shim.h"

#include <mbedtls/version.h>

#if MBEDTLS_VERSION_MAJOR < 2 || (MBEDTLS_VERSION_MAJOR == 2 && MBEDTLS_VERSION_MINOR < 28) || \
    MBEDTLS_VERSION_MAJOR > 3
#error "Countersign needs mbedTLS 2.28 or 3.6"
#endif

#include <mbedtls/asn1.h>
#include <mbedtls/cipher.h>
#include <mbedtls/ecp.h>
#include <mbedtls/entropy.h>
#include <mbedtls/error.h>
#include <mbedtls/md.h>
#include <mbedtls/oid.h>
#include <mbedtls/pk.h>
#include <mbedtls/pkcs5.h>
#include <mbedtls/platform.h>
#include <mbedtls/platform_util.h>
#include <mbedtls/rsa.h>
#include <mbedtls/ssl.h>
#include <mbedtls/ssl_ciphersuites.h>
#include <mbedtls/x509_crt.h>

#if MBEDTLS_VERSION_MAJOR >= 3
#include <psa/crypto.h>
#endif

#include <string.h>

/* 3.x hides its fields behind this macro; in 2.28 they are plain. */
#ifndef MBEDTLS_PRIVATE
#define MBEDTLS_PRIVATE(member) member
#endif

/* What the contract promises, and what a peer's chain is read from. */
#if !defined(MBEDTLS_SSL_TLS_C) || !defined(MBEDTLS_SSL_CLI_C) || !defined(MBEDTLS_X509_CRT_PARSE_C)
#error "mbedTLS was built without a TLS client"
#endif
#if !defined(MBEDTLS_SSL_KEEP_PEER_CERTIFICATE)
#error "mbedTLS was built without MBEDTLS_SSL_KEEP_PEER_CERTIFICATE: there would be no chain to judge"
#endif
#if !defined(MBEDTLS_SHA256_C) || !defined(MBEDTLS_PK_PARSE_C) || !defined(MBEDTLS_PK_WRITE_C)
#error "mbedTLS was built without SHA-256 or key parsing"
#endif

#if MBEDTLS_VERSION_MAJOR >= 3 && defined(MBEDTLS_SSL_PROTO_TLS1_3)
#define COMPAT_HAS_TLS13 1
#else
#define COMPAT_HAS_TLS13 0
#endif

#include "compat_crypto.h"

/* ---------------------------------------------------------------- TLS, settings */

#define COMPAT_TLS12 0x0303u
#define COMPAT_TLS13 0x0304u

/* The oldest and the newest version that this library speaks. */
static inline uint16_t compat_oldest_version(void)
{
#if defined(MBEDTLS_SSL_PROTO_TLS1)
    return 0x0301;
#elif defined(MBEDTLS_SSL_PROTO_TLS1_1)
    return 0x0302;
#else
    return COMPAT_TLS12;
#endif
}

static inline uint16_t compat_newest_version(void)
{
    return COMPAT_HAS_TLS13 ? COMPAT_TLS13 : COMPAT_TLS12;
}

static inline void compat_set_versions(mbedtls_ssl_config *config, uint16_t minimum, uint16_t maximum)
{
#if MBEDTLS_VERSION_MAJOR >= 3
    mbedtls_ssl_conf_min_tls_version(config, (mbedtls_ssl_protocol_version) minimum);
    mbedtls_ssl_conf_max_tls_version(config, (mbedtls_ssl_protocol_version) maximum);
#else
    mbedtls_ssl_conf_min_version(config, MBEDTLS_SSL_MAJOR_VERSION_3, minimum & 0xFF);
    mbedtls_ssl_conf_max_version(config, MBEDTLS_SSL_MAJOR_VERSION_3, maximum & 0xFF);
#endif
}

/* P-256 first: both versions are fastest there, and 2.28's own order makes OpenSSL choose P-521. */
static inline void compat_set_groups(mbedtls_ssl_config *config)
{
#if MBEDTLS_VERSION_MAJOR >= 3
    static const uint16_t groups[] = {
        MBEDTLS_SSL_IANA_TLS_GROUP_SECP256R1, MBEDTLS_SSL_IANA_TLS_GROUP_X25519,
        MBEDTLS_SSL_IANA_TLS_GROUP_SECP384R1, MBEDTLS_SSL_IANA_TLS_GROUP_SECP521R1,
        MBEDTLS_SSL_IANA_TLS_GROUP_NONE
    };

    mbedtls_ssl_conf_groups(config, groups);
#else
    static const mbedtls_ecp_group_id groups[] = {
        MBEDTLS_ECP_DP_SECP256R1, MBEDTLS_ECP_DP_CURVE25519, MBEDTLS_ECP_DP_SECP384R1,
        MBEDTLS_ECP_DP_SECP521R1, MBEDTLS_ECP_DP_NONE
    };

    mbedtls_ssl_conf_curves(config, groups);
#endif
}

/* No SHA-1. In 3.6 PKCS#1 v1.5 stands before PSS: 3.6.6 offers PSS to a server that then speaks TLS 1.2, and
 * refuses the signature which that server makes with it (mbedTLS issue 10668). 2.28 knows no PSS in TLS. */
static inline void compat_set_signatures(mbedtls_ssl_config *config)
{
#if MBEDTLS_VERSION_MAJOR >= 3
    static const uint16_t schemes[] = {
        MBEDTLS_TLS1_3_SIG_ECDSA_SECP256R1_SHA256, MBEDTLS_TLS1_3_SIG_ECDSA_SECP384R1_SHA384,
        MBEDTLS_TLS1_3_SIG_ECDSA_SECP521R1_SHA512, MBEDTLS_TLS1_3_SIG_RSA_PKCS1_SHA256,
        MBEDTLS_TLS1_3_SIG_RSA_PKCS1_SHA384, MBEDTLS_TLS1_3_SIG_RSA_PKCS1_SHA512,
        MBEDTLS_TLS1_3_SIG_RSA_PSS_RSAE_SHA256, MBEDTLS_TLS1_3_SIG_RSA_PSS_RSAE_SHA384,
        MBEDTLS_TLS1_3_SIG_RSA_PSS_RSAE_SHA512, MBEDTLS_TLS1_3_SIG_NONE
    };

    mbedtls_ssl_conf_sig_algs(config, schemes);
#else
    static const int hashes[] = { MBEDTLS_MD_SHA256, MBEDTLS_MD_SHA384, MBEDTLS_MD_SHA512, MBEDTLS_MD_NONE };

    mbedtls_ssl_conf_sig_hashes(config, hashes);
#endif
}

/* ------------------------------------------------------------------ TLS, state */

static inline int compat_state(const mbedtls_ssl_context *ssl)
{
    return ssl->MBEDTLS_PRIVATE(state);
}

/* Whether a ServerHello that was just processed asks for a second ClientHello (RFC 8446 section 4.1.4). */
static inline int compat_is_retry(int state)
{
#if MBEDTLS_VERSION_MAJOR >= 3
    return state == MBEDTLS_SSL_CLIENT_HELLO || state == MBEDTLS_SSL_CLIENT_CCS_BEFORE_2ND_CLIENT_HELLO ||
           state == MBEDTLS_SSL_HELLO_RETRY_REQUEST;
#else
    return state == MBEDTLS_SSL_CLIENT_HELLO;
#endif
}

/* The handshake message that was read last, with its header of four bytes; or a fatal alert. Stays until the next
 * step that reads. */
static inline ccountersign_bytes compat_message(const mbedtls_ssl_context *ssl)
{
    ccountersign_bytes message;

    message.start = ssl->MBEDTLS_PRIVATE(in_msg);
    message.count = ssl->MBEDTLS_PRIVATE(in_hslen);
    return message;
}

/* The description in a fatal alert that was just read. */
static inline uint8_t compat_alert_received(const mbedtls_ssl_context *ssl)
{
    return ssl->MBEDTLS_PRIVATE(in_msg)[1];
}

/* Bytes that the library has made and not yet sent. */
static inline size_t compat_output_left(const mbedtls_ssl_context *ssl)
{
    return ssl->MBEDTLS_PRIVATE(out_left);
}

/* The session under negotiation or, when that is over, the established one; NULL before the first step. */
static inline const mbedtls_ssl_session *compat_session(const mbedtls_ssl_context *ssl)
{
    return ssl->MBEDTLS_PRIVATE(session_negotiate) != NULL ? ssl->MBEDTLS_PRIVATE(session_negotiate)
                                                           : ssl->MBEDTLS_PRIVATE(session);
}

/* The head of the peer's list, or NULL. mbedtls_ssl_get_peer_cert() knows it only after the handshake. */
static inline const mbedtls_x509_crt *compat_peer_chain(const mbedtls_ssl_context *ssl)
{
    const mbedtls_ssl_session *session = compat_session(ssl);
    const mbedtls_x509_crt *head = session == NULL ? NULL : session->MBEDTLS_PRIVATE(peer_cert);

    /* A list whose only certificate was skipped has a head without bytes. */
    return head == NULL || head->raw.p == NULL ? NULL : head;
}

static inline uint32_t compat_verify_result(const mbedtls_ssl_context *ssl)
{
    const mbedtls_ssl_session *session = compat_session(ssl);

    return session == NULL ? UINT32_MAX : session->MBEDTLS_PRIVATE(verify_result);
}

static inline uint16_t compat_cipher_suite(const mbedtls_ssl_context *ssl)
{
    const mbedtls_ssl_session *session = compat_session(ssl);

    return session == NULL ? 0 : (uint16_t) session->MBEDTLS_PRIVATE(ciphersuite);
}

/* Right once a ServerHello has been read or written. */
static inline uint16_t compat_version(const mbedtls_ssl_context *ssl)
{
#if MBEDTLS_VERSION_MAJOR >= 3
    return (uint16_t) mbedtls_ssl_get_version_number(ssl);
#else
    return (uint16_t) (ssl->major_ver << 8 | ssl->minor_ver);
#endif
}

/* What a call came to, and the alert that 3.x has decided upon meanwhile, or -1.
 *
 * With a transport that is not ready at once, 3.x answers WANT_WRITE and keeps the alert pending; the next step
 * flushes it and then sends it again, and again, never telling the reason. So it is taken from there. */
static inline int compat_settle(mbedtls_ssl_context *ssl, int result, int *alert)
{
    *alert = -1;
#if MBEDTLS_VERSION_MAJOR >= 3
    if (ssl->MBEDTLS_PRIVATE(send_alert) != 0) {
        ssl->MBEDTLS_PRIVATE(send_alert) = 0;
        *alert = ssl->MBEDTLS_PRIVATE(alert_type);
        if (result == MBEDTLS_ERR_SSL_WANT_WRITE || result == 0) {
            result = ssl->MBEDTLS_PRIVATE(alert_reason);
        }
    }
#else
    (void) ssl;
#endif
    return result;
}

/* Lets what is sent next be encrypted under the TLS 1.3 keys that the peer expects.
 *
 * The library changes its own keys late: a client's to the handshake keys only when it writes its Certificate, and
 * to the application keys when its Finished has left; a server's to the latter only when it has read that. Until
 * then its alerts leave as
 * RFC 8446 section 7.3 does not have it, and peers answer with bad_record_mac. Both directions share one
 * transform, so that a client's incoming one has the outgoing key. Only where nothing but an alert can follow:
 * the library resets the counter when it comes to set the same keys. */
static inline void compat_encrypt_alerts(mbedtls_ssl_context *ssl, int is_client)
{
#if COMPAT_HAS_TLS13
    mbedtls_ssl_transform *wanted;

    if (compat_version(ssl) != COMPAT_TLS13) {
        return;
    }
    wanted = ssl->MBEDTLS_PRIVATE(transform_out);
    if (is_client && wanted == NULL) {
        wanted = ssl->MBEDTLS_PRIVATE(transform_in);
    }
    /* A client's are due once its Finished has been made, a server's with its own. */
    if (ssl->MBEDTLS_PRIVATE(transform_application) != NULL &&
        (!is_client || compat_state(ssl) == MBEDTLS_SSL_FLUSH_BUFFERS ||
         compat_state(ssl) == MBEDTLS_SSL_HANDSHAKE_WRAPUP)) {
        wanted = ssl->MBEDTLS_PRIVATE(transform_application);
    }
    if (wanted != ssl->MBEDTLS_PRIVATE(transform_out)) {
        ssl->MBEDTLS_PRIVATE(transform_out) = wanted;
        mbedtls_platform_zeroize(
            ssl->MBEDTLS_PRIVATE(cur_out_ctr), sizeof ssl->MBEDTLS_PRIVATE(cur_out_ctr));
    }
#else
    (void) ssl, (void) is_client;
#endif
}

/* Before a step: 1 when in TLS 1.3 it only reads, so that all it could write is an alert; that is then encrypted. */
static inline int compat_prepare_step(mbedtls_ssl_context *ssl, int is_client)
{
#if COMPAT_HAS_TLS13
    if (compat_version(ssl) != COMPAT_TLS13 || ssl->MBEDTLS_PRIVATE(transform_in) == NULL) {
        return 0;
    }
    switch (compat_state(ssl)) {
    case MBEDTLS_SSL_ENCRYPTED_EXTENSIONS:
    case MBEDTLS_SSL_CERTIFICATE_REQUEST:
    case MBEDTLS_SSL_SERVER_CERTIFICATE:
    case MBEDTLS_SSL_CERTIFICATE_VERIFY:
    case MBEDTLS_SSL_SERVER_FINISHED:
        if (is_client) {
            compat_encrypt_alerts(ssl, is_client);
        }
        return is_client;
    case MBEDTLS_SSL_CLIENT_CERTIFICATE:
    case MBEDTLS_SSL_CLIENT_CERTIFICATE_VERIFY:
    case MBEDTLS_SSL_CLIENT_FINISHED:
        if (!is_client) {
            compat_encrypt_alerts(ssl, is_client);
        }
        return !is_client;
    case MBEDTLS_SSL_CLIENT_CCS_AFTER_SERVER_FINISHED:
        /* This one leaves in the clear (RFC 8446 appendix D.4). */
        ssl->MBEDTLS_PRIVATE(transform_out) = NULL;
        return 0;
    default:
        return 0;
    }
#else
    (void) ssl, (void) is_client;
    return 0;
#endif
}

/* A TLS 1.3 ticket came. Not an error, and not told by 2.28, where the same number says something else. */
static inline int compat_is_ticket(int result)
{
#if COMPAT_HAS_TLS13 && defined(MBEDTLS_ERR_SSL_RECEIVED_NEW_SESSION_TICKET)
    return result == MBEDTLS_ERR_SSL_RECEIVED_NEW_SESSION_TICKET;
#else
    (void) result;
    return 0;
#endif
}

/* 3.6.6's refusal of a PSS signature that it had asked for (see compat_set_signatures). */
static inline int compat_is_scheme_fault(const mbedtls_ssl_context *ssl, uint16_t maximum, int result)
{
#if COMPAT_HAS_TLS13
    return result == MBEDTLS_ERR_SSL_ILLEGAL_PARAMETER && maximum >= COMPAT_TLS13 &&
           compat_version(ssl) == COMPAT_TLS12 && compat_state(ssl) == MBEDTLS_SSL_SERVER_KEY_EXCHANGE;
#else
    (void) ssl, (void) maximum, (void) result;
    return 0;
#endif
}

/* What parsing says of a certificate whose signature algorithm it does not know. */
#define COMPAT_ERR_UNKNOWN_SIGNATURE (MBEDTLS_ERR_X509_UNKNOWN_SIG_ALG + MBEDTLS_ERR_OID_NOT_FOUND)

/* Whether a suite's own hash is SHA-384, which mbedTLS then also signs with in TLS 1.2. */
static inline int compat_suite_uses_sha384(uint16_t suite)
{
    const mbedtls_ssl_ciphersuite_t *found = mbedtls_ssl_ciphersuite_from_id(suite);

    return found != NULL && found->MBEDTLS_PRIVATE(mac) == MBEDTLS_MD_SHA384;
}

#include "compat_resumption.h"

#endif
