/*
 * session_settings.c - what a session offers: versions, suites, groups, protocols, and whom it trusts.
 */
#include "session_internal.h"

#include <string.h>

/* In the order offered. TLS 1.3's first; then forward secrecy with AEAD; then CBC with SHA-2, which is all that
 * Windows Server 2012 has for RSA certificates and forward secrecy. */
#if COMPAT_HAS_TLS13
#define SUITES_TLS13 \
    MBEDTLS_TLS1_3_AES_128_GCM_SHA256, MBEDTLS_TLS1_3_AES_256_GCM_SHA384, MBEDTLS_TLS1_3_CHACHA20_POLY1305_SHA256,
#else
#define SUITES_TLS13
#endif
#define SUITES_USUAL \
    SUITES_TLS13 \
    MBEDTLS_TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, MBEDTLS_TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, \
    MBEDTLS_TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, MBEDTLS_TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, \
    MBEDTLS_TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, MBEDTLS_TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256, \
    MBEDTLS_TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256, MBEDTLS_TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256, \
    MBEDTLS_TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384, MBEDTLS_TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384

/* TLS 1.0 and 1.1 know neither AEAD nor SHA-2. */
#define SUITES_LEGACY \
    MBEDTLS_TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA, MBEDTLS_TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA, \
    MBEDTLS_TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA, MBEDTLS_TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA

#define SUITES_STATIC_RSA \
    MBEDTLS_TLS_RSA_WITH_AES_128_GCM_SHA256, MBEDTLS_TLS_RSA_WITH_AES_256_GCM_SHA384, \
    MBEDTLS_TLS_RSA_WITH_AES_128_CBC_SHA256

#define SUITES_STATIC_RSA_LEGACY MBEDTLS_TLS_RSA_WITH_AES_128_CBC_SHA, MBEDTLS_TLS_RSA_WITH_AES_256_CBC_SHA

/* mbedTLS keeps a pointer, so the lists are there for good. */
static const int suites_usual[] = { SUITES_USUAL, 0 };
static const int suites_legacy[] = { SUITES_USUAL, SUITES_LEGACY, 0 };
static const int suites_static_rsa[] = { SUITES_USUAL, SUITES_STATIC_RSA, 0 };
static const int suites_all[] = { SUITES_USUAL, SUITES_LEGACY, SUITES_STATIC_RSA, SUITES_STATIC_RSA_LEGACY, 0 };

static void set_suites(ccountersign_session *session, const ccountersign_session_options *options, uint16_t minimum)
{
    const int *suites = suites_usual;

    if (minimum < COMPAT_TLS12) {
        suites = options->allow_static_rsa ? suites_all : suites_legacy;
    } else if (options->allow_static_rsa) {
        suites = suites_static_rsa;
    }
    mbedtls_ssl_conf_ciphersuites(&session->config, suites);
}

static ccountersign_code set_versions(
    ccountersign_session *session, const ccountersign_session_options *options, uint16_t *minimum)
{
    uint16_t low = options->minimum_version != 0 ? options->minimum_version : COMPAT_TLS12;
    uint16_t high = options->maximum_version != 0 ? options->maximum_version : COMPAT_TLS13;

    if (low < 0x0301 || low > COMPAT_TLS13 || high > COMPAT_TLS13 || high < low ||
        (low < COMPAT_TLS12 && !options->allow_legacy_versions)) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    /* What the library lacks is left out, so long as something remains. */
    if (low < compat_oldest_version()) {
        low = compat_oldest_version();
    }
    if (high > compat_newest_version()) {
        high = compat_newest_version();
    }
    if (high < low) {
        return CCOUNTERSIGN_UNSUPPORTED;
    }
    compat_set_versions(&session->config, low, high);
    session->maximum_version = high;
    *minimum = low;
    return CCOUNTERSIGN_OK;
}

/* RFC 7301 section 3.1: each name has a byte of length before it, and is not empty. mbedTLS wants C strings. */
static ccountersign_code set_protocols(ccountersign_session *session, ccountersign_bytes list)
{
    session_protocols *protocols;
    size_t offset = 0;
    size_t used = 0;
    size_t count = 0;

    if (!ccountersign_is_sound(list)) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    if (list.count == 0) {
        return CCOUNTERSIGN_OK;
    }
    if (list.count > SESSION_PROTOCOL_TEXT) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    protocols = ccountersign_allocate(sizeof *protocols);
    if (protocols == NULL) {
        return CCOUNTERSIGN_OUT_OF_MEMORY;
    }
    session->protocols = protocols;
    while (offset < list.count) {
        size_t length = list.start[offset];

        offset += 1;
        if (length == 0 || length > list.count - offset || count == SESSION_PROTOCOLS ||
            memchr(list.start + offset, '\0', length) != NULL) {
            return CCOUNTERSIGN_INVALID_ARGUMENT;
        }
        /* A name and its zero take as much as its length and the name. */
        memcpy(protocols->text + used, list.start + offset, length);
        protocols->text[used + length] = '\0';
        protocols->names[count] = protocols->text + used;
        used += length + 1;
        count += 1;
        offset += length;
    }
    protocols->names[count] = NULL;
    return ccountersign_code_of(mbedtls_ssl_conf_alpn_protocols(&session->config, protocols->names));
}

static ccountersign_code set_server(ccountersign_session *session, const ccountersign_session_options *options)
{
    const ccountersign_credential *credential = options->credential;
    const ccountersign_credential *anchors = options->client_anchors;

    if (credential == NULL || !credential->has_key || credential->chain.raw.p == NULL ||
        options->request_client_certificate > 2 ||
        (options->request_client_certificate != 0 && (anchors == NULL || anchors->chain.raw.p == NULL))) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    mbedtls_ssl_conf_authmode(&session->config, MBEDTLS_SSL_VERIFY_NONE);
    if (options->request_client_certificate != 0) {
        /* Required ones too: session_step.c refuses, since 3.6's own TLS 1.3 alerts cannot be read there. */
        mbedtls_ssl_conf_authmode(&session->config, MBEDTLS_SSL_VERIFY_OPTIONAL);
        mbedtls_ssl_conf_ca_chain(&session->config, (mbedtls_x509_crt *) (uintptr_t) &anchors->chain, NULL);
        session->requires_certificate = options->request_client_certificate == 2;
    }
    if (credential->has_tickets && options->request_client_certificate == 0) {
        compat_give_tickets(&session->config, (void *) (uintptr_t) &credential->tickets);
    }
    return ccountersign_code_of(mbedtls_ssl_conf_own_cert(
        &session->config, (mbedtls_x509_crt *) (uintptr_t) &credential->chain,
        (mbedtls_pk_context *) (uintptr_t) &credential->key));
}

static ccountersign_code set_client(ccountersign_session *session, const ccountersign_session_options *options)
{
    /* The certificates are judged by the program, at the pause. The signature that proves the key is verified
     * by mbedTLS in every mode. */
    mbedtls_ssl_conf_authmode(&session->config, MBEDTLS_SSL_VERIFY_NONE);
    /* What is not to be resumed is not asked for. */
    session->keeps_sessions = options->keeps_sessions != 0;
    compat_set_tickets(&session->config, session->keeps_sessions);
    return CCOUNTERSIGN_OK;
}

ccountersign_code session_configure(ccountersign_session *session, const ccountersign_session_options *options)
{
    int is_client = options->role == CCOUNTERSIGN_CLIENT;
    uint16_t minimum = 0;
    ccountersign_code code;
    int result = mbedtls_ssl_config_defaults(
        &session->config, is_client ? MBEDTLS_SSL_IS_CLIENT : MBEDTLS_SSL_IS_SERVER, MBEDTLS_SSL_TRANSPORT_STREAM,
        MBEDTLS_SSL_PRESET_DEFAULT);

    if (result != 0) {
        return ccountersign_code_of(result);
    }
    mbedtls_ssl_conf_rng(&session->config, ccountersign_rng, NULL);
    code = set_versions(session, options, &minimum);
    if (code != CCOUNTERSIGN_OK) {
        return code;
    }
    set_suites(session, options, minimum);
    compat_set_groups(&session->config);
    compat_set_signatures(&session->config);
#if defined(MBEDTLS_SSL_RENEGOTIATION)
    mbedtls_ssl_conf_renegotiation(&session->config, MBEDTLS_SSL_RENEGOTIATION_DISABLED);
#endif
#if defined(MBEDTLS_SSL_EXTENDED_MASTER_SECRET)
    mbedtls_ssl_conf_extended_master_secret(&session->config, MBEDTLS_SSL_EXTENDED_MS_ENABLED);
#endif
#if defined(MBEDTLS_SSL_ENCRYPT_THEN_MAC)
    mbedtls_ssl_conf_encrypt_then_mac(&session->config, MBEDTLS_SSL_ETM_ENABLED);
#endif
    code = set_protocols(session, options->application_protocols);
    if (code != CCOUNTERSIGN_OK) {
        return code;
    }
    return is_client ? set_client(session, options) : set_server(session, options);
}
