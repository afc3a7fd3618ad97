/*
 * keygen.c - keys made here, and what they sign: for `countersign mint` and whoever runs a small CA.
 */
#include "crypto_internal.h"

#include <string.h>

/* RSA with F4, as RFC 8017 section 3.1 permits and everybody does. */
#define RSA_EXPONENT 65537

static int generate_curve(mbedtls_pk_context *key, mbedtls_ecp_group_id group)
{
    int result = mbedtls_pk_setup(key, mbedtls_pk_info_from_type(MBEDTLS_PK_ECKEY));

    return result != 0 ? result : mbedtls_ecp_gen_key(group, mbedtls_pk_ec(*key), ccountersign_rng, NULL);
}

#if defined(MBEDTLS_GENPRIME)
static int generate_rsa(mbedtls_pk_context *key, unsigned int bits)
{
    int result = mbedtls_pk_setup(key, mbedtls_pk_info_from_type(MBEDTLS_PK_RSA));

    return result != 0 ? result
                       : mbedtls_rsa_gen_key(mbedtls_pk_rsa(*key), ccountersign_rng, NULL, bits, RSA_EXPONENT);
}
#endif

/* Which key, on both libraries; their own numbers for what went wrong. */
static ccountersign_code generate(mbedtls_pk_context *key, ccountersign_key_type type)
{
    int result = 0;

    switch (type) {
    case CCOUNTERSIGN_KEY_TYPE_P256:
        result = generate_curve(key, MBEDTLS_ECP_DP_SECP256R1);
        break;
    case CCOUNTERSIGN_KEY_TYPE_P384:
        result = generate_curve(key, MBEDTLS_ECP_DP_SECP384R1);
        break;
    case CCOUNTERSIGN_KEY_TYPE_RSA2048:
    case CCOUNTERSIGN_KEY_TYPE_RSA3072:
    case CCOUNTERSIGN_KEY_TYPE_RSA4096:
#if defined(MBEDTLS_GENPRIME)
        result = generate_rsa(key, (unsigned int) type);
        break;
#else
        return CCOUNTERSIGN_UNSUPPORTED;
#endif
    default:
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    return ccountersign_code_of(result);
}

ccountersign_code ccountersign_generate_key(
    ccountersign_key_type type, uint8_t *private_key, size_t capacity, size_t *count)
{
    mbedtls_pk_context key;
    ccountersign_code code;
    int written;

    if (private_key == NULL || count == NULL) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    *count = 0;
    if (compat_crypto_start() != 0) {
        return CCOUNTERSIGN_RANDOM_UNAVAILABLE;
    }
    mbedtls_pk_init(&key);
    code = generate(&key, type);
    if (code == CCOUNTERSIGN_OK) {
        /* Written backwards, to the buffer's end. */
        written = mbedtls_pk_write_key_der(&key, private_key, capacity);
        if (written == MBEDTLS_ERR_ASN1_BUF_TOO_SMALL) {
            code = CCOUNTERSIGN_INVALID_ARGUMENT;
        } else if (written <= 0) {
            code = ccountersign_code_of(written);
            code = code == CCOUNTERSIGN_OK ? CCOUNTERSIGN_INTERNAL : code;
        } else {
            *count = (size_t) written;
            memmove(private_key, private_key + capacity - *count, *count);
        }
        /* A copy is left behind it, and parts when it did not fit. */
        ccountersign_wipe(private_key + *count, capacity - *count);
    }
    mbedtls_pk_free(&key);
    return code;
}

ccountersign_code ccountersign_sign(
    ccountersign_hash hash, ccountersign_bytes private_key, ccountersign_bytes message,
    uint8_t *signature, size_t capacity, size_t *count)
{
    const mbedtls_md_info_t *info = ccountersign_hash_info(hash);
    mbedtls_pk_context key;
    unsigned char digest[MBEDTLS_MD_MAX_SIZE];
    unsigned char made[MBEDTLS_PK_SIGNATURE_MAX_SIZE];
    size_t digest_count;
    size_t made_count = 0;
    ccountersign_code code;

    if (!ccountersign_is_sound(private_key) || !ccountersign_is_sound(message) || signature == NULL ||
        count == NULL) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    *count = 0;
    if (info == NULL) {
        return CCOUNTERSIGN_UNSUPPORTED;
    }
    digest_count = ccountersign_digest(hash, message, digest, sizeof digest);
    if (digest_count == 0) {
        return CCOUNTERSIGN_INTERNAL;
    }
    code = ccountersign_read_private_key(&key, private_key);
    if (code == CCOUNTERSIGN_OK && !mbedtls_pk_can_do(&key, MBEDTLS_PK_RSA) &&
        !mbedtls_pk_can_do(&key, MBEDTLS_PK_ECDSA)) {
        code = CCOUNTERSIGN_UNSUPPORTED;
    }
    if (code == CCOUNTERSIGN_OK) {
        int result = compat_sign(
            &key, mbedtls_md_get_type(info), digest, digest_count, made, sizeof made, &made_count, ccountersign_rng);

        /* A key whose numbers contradict each other is found out here. */
        code = result == 0 ? CCOUNTERSIGN_OK : ccountersign_code_of(result);
        if (code == CCOUNTERSIGN_INTERNAL) {
            code = CCOUNTERSIGN_KEY_MALFORMED;
        }
    }
    mbedtls_pk_free(&key);
    if (code == CCOUNTERSIGN_OK && made_count > capacity) {
        code = CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    if (code == CCOUNTERSIGN_OK) {
        memcpy(signature, made, made_count);
        *count = made_count;
    }
    return code;
}
