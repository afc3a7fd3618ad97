/*
 * compat.h - every difference between mbedTLS 2.28 and 3.6 that the shim meets, and the only file that
 * names the library's private fields. Each function here says the same thing on both.
 */
#ifndef CCOUNTERSIGN_COMPAT_H
#define CCOUNTERSIGN_COMPAT_H

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
#include <mbedtls/pk.h>
#include <mbedtls/pkcs5.h>
#include <mbedtls/platform_util.h>
#include <mbedtls/rsa.h>
#include <mbedtls/ssl.h>
#include <mbedtls/ssl_ciphersuites.h>
#include <mbedtls/x509_crt.h>

#if MBEDTLS_VERSION_MAJOR >= 3
#include <psa/crypto.h>
#endif

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

/* ------------------------------------------------------------------- crypto */

/* PSA must be up before 3.x does TLS 1.3. Idempotent there; nothing to do in 2.28. */
static inline int compat_crypto_start(void)
{
#if MBEDTLS_VERSION_MAJOR >= 3
    return psa_crypto_init() == PSA_SUCCESS ? 0 : MBEDTLS_ERR_ENTROPY_SOURCE_FAILED;
#else
    return 0;
#endif
}

static inline int compat_parse_key(
    mbedtls_pk_context *key, const unsigned char *der, size_t count,
    int (*rng)(void *, unsigned char *, size_t))
{
#if MBEDTLS_VERSION_MAJOR >= 3
    return mbedtls_pk_parse_key(key, der, count, NULL, 0, rng, NULL);
#else
    (void) rng;
    return mbedtls_pk_parse_key(key, der, count, NULL, 0);
#endif
}

static inline int compat_check_pair(
    const mbedtls_pk_context *certified, const mbedtls_pk_context *key,
    int (*rng)(void *, unsigned char *, size_t))
{
#if MBEDTLS_VERSION_MAJOR >= 3
    return mbedtls_pk_check_pair(certified, key, rng, NULL);
#else
    (void) rng;
    return mbedtls_pk_check_pair(certified, key);
#endif
}

static inline int compat_pbkdf2(
    mbedtls_md_type_t hash, const unsigned char *passphrase, size_t passphrase_count,
    const unsigned char *salt, size_t salt_count, unsigned int iterations, unsigned char *key, uint32_t count)
{
#if MBEDTLS_VERSION_MAJOR >= 3
    return mbedtls_pkcs5_pbkdf2_hmac_ext(
        hash, passphrase, passphrase_count, salt, salt_count, iterations, count, key);
#else
    int result;
    mbedtls_md_context_t context;

    mbedtls_md_init(&context);
    result = mbedtls_md_setup(&context, mbedtls_md_info_from_type(hash), 1);
    if (result == 0) {
        result = mbedtls_pkcs5_pbkdf2_hmac(
            &context, passphrase, passphrase_count, salt, salt_count, iterations, count, key);
    }
    mbedtls_md_free(&context);
    return result;
#endif
}

#endif
