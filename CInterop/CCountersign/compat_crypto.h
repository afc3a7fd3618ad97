/*
 * compat_crypto.h - the part of compat.h that is about keys, signatures and digests; included there.
 */
#ifndef CCOUNTERSIGN_COMPAT_CRYPTO_H
#define CCOUNTERSIGN_COMPAT_CRYPTO_H

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

/* What a function has to take to stand in for an RSA key's private half. 2.28 has one argument more. */
#if defined(MBEDTLS_PK_RSA_ALT_SUPPORT)
#define COMPAT_HAS_KEYS_ELSEWHERE 1
#if MBEDTLS_VERSION_MAJOR >= 3
#define COMPAT_SIGN_PARAMETERS                                                                                      \
    void *context, int (*rng)(void *, unsigned char *, size_t), void *rng_context, mbedtls_md_type_t type,          \
        unsigned int digest_count, const unsigned char *digest, unsigned char *signature
#define COMPAT_SIGN_UNUSED ((void) rng, (void) rng_context)
#define COMPAT_DECRYPT_PARAMETERS                                                                                   \
    void *context, size_t *count, const unsigned char *input, unsigned char *output, size_t capacity
#define COMPAT_DECRYPT_UNUSED ((void) context, (void) count, (void) input, (void) output, (void) capacity)
#else
#define COMPAT_SIGN_PARAMETERS                                                                                      \
    void *context, int (*rng)(void *, unsigned char *, size_t), void *rng_context, int mode, mbedtls_md_type_t type, \
        unsigned int digest_count, const unsigned char *digest, unsigned char *signature
#define COMPAT_SIGN_UNUSED ((void) rng, (void) rng_context, (void) mode)
#define COMPAT_DECRYPT_PARAMETERS                                                                                   \
    void *context, int mode, size_t *count, const unsigned char *input, unsigned char *output, size_t capacity
#define COMPAT_DECRYPT_UNUSED \
    ((void) context, (void) mode, (void) count, (void) input, (void) output, (void) capacity)
#endif
#else
#define COMPAT_HAS_KEYS_ELSEWHERE 0
#endif

/* signature has room for MBEDTLS_PK_SIGNATURE_MAX_SIZE bytes. */
static inline int compat_sign(
    mbedtls_pk_context *key, mbedtls_md_type_t hash, const unsigned char *digest, size_t digest_count,
    unsigned char *signature, size_t capacity, size_t *count, int (*rng)(void *, unsigned char *, size_t))
{
#if MBEDTLS_VERSION_MAJOR >= 3
    return mbedtls_pk_sign(key, hash, digest, digest_count, signature, capacity, count, rng, NULL);
#else
    (void) capacity;
    return mbedtls_pk_sign(key, hash, digest, digest_count, signature, count, rng, NULL);
#endif
}

static inline mbedtls_ecp_group_id compat_key_group(const mbedtls_pk_context *key)
{
    if (mbedtls_pk_get_type(key) != MBEDTLS_PK_ECKEY) {
        return MBEDTLS_ECP_DP_NONE;
    }
    return mbedtls_pk_ec(*key)->MBEDTLS_PRIVATE(grp).id;
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
