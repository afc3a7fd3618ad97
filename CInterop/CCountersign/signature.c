/*
 * signature.c - keys from bytes that nobody vouches for, and the signatures they are said to have made.
 */
#include "crypto_internal.h"

#include <string.h>

/* FIPS 186-5 section 5.1 allows RSA exponents up to 256 bits; a longer one only makes us work. */
#define RSA_EXPONENT_LIMIT 256
/* The SubjectPublicKeyInfo of a key of 8192 bits with such an exponent takes 1092 bytes of DER, and its PKCS#8
 * less than 5 KiB. What is longer is not even parsed. */
#define PUBLIC_KEY_LIMIT 1092
#define PRIVATE_KEY_LIMIT 8192

static ccountersign_code key_code_of(int native)
{
    ccountersign_code code = ccountersign_code_of(native);

    return code == CCOUNTERSIGN_OUT_OF_MEMORY || code == CCOUNTERSIGN_UNSUPPORTED ||
                   code == CCOUNTERSIGN_RANDOM_UNAVAILABLE
               ? code
               : CCOUNTERSIGN_KEY_MALFORMED;
}

/* Refuses moduli and exponents whose arithmetic would take longer than a signature is worth. */
static ccountersign_code check_rsa_limits(const mbedtls_pk_context *key)
{
    mbedtls_mpi exponent;
    size_t bits;
    int result;

    if (mbedtls_pk_get_bitlen(key) > CCOUNTERSIGN_RSA_LIMIT) {
        return CCOUNTERSIGN_UNSUPPORTED;
    }
    mbedtls_mpi_init(&exponent);
    result = mbedtls_rsa_export(mbedtls_pk_rsa(*key), NULL, NULL, NULL, NULL, &exponent);
    bits = mbedtls_mpi_bitlen(&exponent);
    mbedtls_mpi_free(&exponent);
    if (result != 0) {
        return key_code_of(result);
    }
    return bits > RSA_EXPONENT_LIMIT ? CCOUNTERSIGN_UNSUPPORTED : CCOUNTERSIGN_OK;
}

/* Reads a SubjectPublicKeyInfo and insists on its type, its size, and that nothing follows it. */
static ccountersign_code read_public_key(
    mbedtls_pk_context *key, ccountersign_bytes info, mbedtls_pk_type_t expected)
{
    /* The library's cursor is not const, but it only reads. */
    unsigned char *cursor = (unsigned char *) info.start;
    mbedtls_pk_type_t found;
    int result;

    if (info.start == NULL || info.count == 0) {
        return CCOUNTERSIGN_KEY_MALFORMED;
    }
    if (info.count > PUBLIC_KEY_LIMIT) {
        return CCOUNTERSIGN_UNSUPPORTED;
    }
    result = mbedtls_pk_parse_subpubkey(&cursor, info.start + info.count, key);
    if (result != 0) {
        return key_code_of(result);
    }
    found = mbedtls_pk_get_type(key);
    if (cursor != info.start + info.count || found != expected) {
        return CCOUNTERSIGN_KEY_MALFORMED;
    }
    return found == MBEDTLS_PK_RSA ? check_rsa_limits(key) : CCOUNTERSIGN_OK;
}

ccountersign_code ccountersign_verify_signature(
    ccountersign_signature_kind kind, ccountersign_hash hash, ccountersign_hash mgf1_hash, int32_t salt_length,
    ccountersign_bytes public_key_info, ccountersign_bytes message, ccountersign_bytes signature)
{
    const mbedtls_md_info_t *info = ccountersign_hash_info(hash);
    mbedtls_pk_rsassa_pss_options pss;
    mbedtls_pk_context key;
    mbedtls_md_type_t type;
    unsigned char digest[MBEDTLS_MD_MAX_SIZE];
    size_t count;
    ccountersign_code code;
    int result;

    if ((kind != CCOUNTERSIGN_RSA_PKCS1 && kind != CCOUNTERSIGN_RSA_PSS && kind != CCOUNTERSIGN_ECDSA) ||
        !ccountersign_is_sound(public_key_info) || !ccountersign_is_sound(message) ||
        !ccountersign_is_sound(signature)) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    if (info == NULL) {
        return CCOUNTERSIGN_UNSUPPORTED;
    }
    /* mbedTLS hashes M' with MGF1's hash, so that it is right only when both are the same. */
    if (kind == CCOUNTERSIGN_RSA_PSS && (mgf1_hash != hash || salt_length < -1)) {
        return CCOUNTERSIGN_UNSUPPORTED;
    }
    count = ccountersign_digest(hash, message, digest, sizeof digest);
    if (count == 0) {
        return CCOUNTERSIGN_INTERNAL;
    }

    mbedtls_pk_init(&key);
    code = read_public_key(&key, public_key_info, kind == CCOUNTERSIGN_ECDSA ? MBEDTLS_PK_ECKEY : MBEDTLS_PK_RSA);
    if (code == CCOUNTERSIGN_OK && signature.count == 0) {
        code = CCOUNTERSIGN_SIGNATURE_INVALID;
    }
    if (code == CCOUNTERSIGN_OK) {
        type = mbedtls_md_get_type(info);
        if (kind == CCOUNTERSIGN_RSA_PSS) {
            pss.mgf1_hash_id = type;
            pss.expected_salt_len = salt_length == -1 ? MBEDTLS_RSA_SALT_LEN_ANY : (int) salt_length;
            result = mbedtls_pk_verify_ext(
                MBEDTLS_PK_RSASSA_PSS, &pss, &key, type, digest, count, signature.start, signature.count);
        } else {
            result = mbedtls_pk_verify(&key, type, digest, count, signature.start, signature.count);
        }
        if (result == 0) {
            code = CCOUNTERSIGN_OK;
        } else {
            /* Anything but a clean yes is a no; only a want of memory says nothing about the signature. */
            code = ccountersign_code_of(result) == CCOUNTERSIGN_OUT_OF_MEMORY ? CCOUNTERSIGN_OUT_OF_MEMORY
                                                                              : CCOUNTERSIGN_SIGNATURE_INVALID;
        }
    }
    mbedtls_pk_free(&key);
    return code;
}

/* Whether DER begins as an EncryptedPrivateKeyInfo does (RFC 5958 section 3): a sequence in a sequence.
 * Every unencrypted form has its version there. */
static int looks_encrypted(ccountersign_bytes der)
{
    unsigned char *cursor = (unsigned char *) der.start;
    size_t count = 0;

    return mbedtls_asn1_get_tag(
               &cursor, der.start + der.count, &count, MBEDTLS_ASN1_CONSTRUCTED | MBEDTLS_ASN1_SEQUENCE) == 0 &&
           count > 0 && *cursor == (MBEDTLS_ASN1_CONSTRUCTED | MBEDTLS_ASN1_SEQUENCE);
}

ccountersign_code ccountersign_read_private_key(mbedtls_pk_context *key, ccountersign_bytes der)
{
    int result;

    mbedtls_pk_init(key);
    if (der.start == NULL || der.count == 0) {
        return CCOUNTERSIGN_KEY_MALFORMED;
    }
    if (der.count > PRIVATE_KEY_LIMIT) {
        return CCOUNTERSIGN_UNSUPPORTED;
    }
    /* The library would also take PEM, and calls an encrypted key malformed. */
    if (der.start[0] != (MBEDTLS_ASN1_CONSTRUCTED | MBEDTLS_ASN1_SEQUENCE)) {
        return CCOUNTERSIGN_KEY_MALFORMED;
    }
    if (looks_encrypted(der)) {
        return CCOUNTERSIGN_PASSPHRASE_NEEDED;
    }
    if (compat_crypto_start() != 0) {
        return CCOUNTERSIGN_RANDOM_UNAVAILABLE;
    }
    result = compat_parse_key(key, der.start, der.count, ccountersign_rng);
    if (result != 0) {
        return key_code_of(result);
    }
    return mbedtls_pk_get_type(key) == MBEDTLS_PK_RSA ? check_rsa_limits(key) : CCOUNTERSIGN_OK;
}

ccountersign_code ccountersign_public_key_of(
    ccountersign_bytes private_key, uint8_t *public_key_info, size_t capacity, size_t *count)
{
    mbedtls_pk_context key;
    ccountersign_code code;
    int written;

    if (!ccountersign_is_sound(private_key) || public_key_info == NULL || count == NULL) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    *count = 0;
    code = ccountersign_read_private_key(&key, private_key);
    if (code == CCOUNTERSIGN_OK) {
        /* Written backwards, to the buffer's end. */
        written = mbedtls_pk_write_pubkey_der(&key, public_key_info, capacity);
        if (written == MBEDTLS_ERR_ASN1_BUF_TOO_SMALL) {
            code = CCOUNTERSIGN_INVALID_ARGUMENT;
        } else if (written <= 0) {
            code = key_code_of(written);
        } else {
            memmove(public_key_info, public_key_info + capacity - (size_t) written, (size_t) written);
            *count = (size_t) written;
        }
    }
    mbedtls_pk_free(&key);
    return code;
}
