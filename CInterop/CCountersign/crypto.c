/*
 * crypto.c - digests, MACs, key derivation and CBC: what certificates and key files need.
 */
#include "compat.h"
#include "crypto_internal.h"

#if defined(MBEDTLS_AES_C)
#include <mbedtls/aes.h>
#endif
#if defined(MBEDTLS_DES_C)
#include <mbedtls/des.h>
#endif
#include <string.h>

const mbedtls_md_info_t *ccountersign_hash_info(ccountersign_hash hash)
{
    switch (hash) {
    case CCOUNTERSIGN_MD5:
        return mbedtls_md_info_from_type(MBEDTLS_MD_MD5);
    case CCOUNTERSIGN_SHA1:
        return mbedtls_md_info_from_type(MBEDTLS_MD_SHA1);
    case CCOUNTERSIGN_SHA224:
        return mbedtls_md_info_from_type(MBEDTLS_MD_SHA224);
    case CCOUNTERSIGN_SHA256:
        return mbedtls_md_info_from_type(MBEDTLS_MD_SHA256);
    case CCOUNTERSIGN_SHA384:
        return mbedtls_md_info_from_type(MBEDTLS_MD_SHA384);
    case CCOUNTERSIGN_SHA512:
        return mbedtls_md_info_from_type(MBEDTLS_MD_SHA512);
    }
    return NULL;
}

size_t ccountersign_digest(ccountersign_hash hash, ccountersign_bytes message, uint8_t *digest, size_t capacity)
{
    const mbedtls_md_info_t *info = ccountersign_hash_info(hash);
    size_t count = info == NULL ? 0 : mbedtls_md_get_size(info);

    if (count == 0 || digest == NULL || capacity < count || !ccountersign_is_sound(message)) {
        return 0;
    }
    if (mbedtls_md(info, ccountersign_start(message), message.count, digest) != 0) {
        return 0;
    }
    return count;
}

size_t ccountersign_hmac(
    ccountersign_hash hash, ccountersign_bytes key, ccountersign_bytes message, uint8_t *mac, size_t capacity)
{
    const mbedtls_md_info_t *info = ccountersign_hash_info(hash);
    size_t count = info == NULL ? 0 : mbedtls_md_get_size(info);

    if (count == 0 || mac == NULL || capacity < count || !ccountersign_is_sound(key) ||
        !ccountersign_is_sound(message)) {
        return 0;
    }
    if (mbedtls_md_hmac(
            info, ccountersign_start(key), key.count, ccountersign_start(message), message.count, mac) != 0) {
        return 0;
    }
    return count;
}

ccountersign_code ccountersign_pbkdf2(
    ccountersign_hash hash, ccountersign_bytes passphrase, ccountersign_bytes salt, uint32_t iterations,
    uint8_t *key, size_t count)
{
    const mbedtls_md_info_t *info = ccountersign_hash_info(hash);
    int result;

    /* RFC 8018 section 5.2 step 1: at most 2^32 - 1 blocks. A key file never asks for more than some dozens. */
    if (iterations == 0 || key == NULL || count == 0 || count > UINT16_MAX ||
        !ccountersign_is_sound(passphrase) || !ccountersign_is_sound(salt)) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    if (info == NULL) {
        return CCOUNTERSIGN_UNSUPPORTED;
    }
    result = compat_pbkdf2(
        mbedtls_md_get_type(info), ccountersign_start(passphrase), passphrase.count, ccountersign_start(salt),
        salt.count, iterations, key, (uint32_t) count);
    if (result != 0) {
        ccountersign_wipe(key, count);
        return ccountersign_code_of(result);
    }
    return CCOUNTERSIGN_OK;
}

static ccountersign_code aes_cbc(
    int encrypt, ccountersign_bytes key, unsigned char *iv, ccountersign_bytes input, uint8_t *output)
{
#if defined(MBEDTLS_AES_C) && defined(MBEDTLS_CIPHER_MODE_CBC)
    mbedtls_aes_context context;
    unsigned int bits = (unsigned int) (key.count * 8);
    int result;

    if (key.count != 16 && key.count != 24 && key.count != 32) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    mbedtls_aes_init(&context);
    result = encrypt ? mbedtls_aes_setkey_enc(&context, key.start, bits)
                     : mbedtls_aes_setkey_dec(&context, key.start, bits);
    if (result == 0 && input.count > 0) {
        result = mbedtls_aes_crypt_cbc(
            &context, encrypt ? MBEDTLS_AES_ENCRYPT : MBEDTLS_AES_DECRYPT, input.count, iv, input.start, output);
    }
    mbedtls_aes_free(&context);
    return ccountersign_code_of(result);
#else
    (void) encrypt, (void) key, (void) iv, (void) input, (void) output;
    return CCOUNTERSIGN_UNSUPPORTED;
#endif
}

static ccountersign_code triple_des_cbc(
    int encrypt, ccountersign_bytes key, unsigned char *iv, ccountersign_bytes input, uint8_t *output)
{
#if defined(MBEDTLS_DES_C) && defined(MBEDTLS_CIPHER_MODE_CBC)
    mbedtls_des3_context context;
    int result;

    if (key.count != 16 && key.count != 24) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    mbedtls_des3_init(&context);
    if (key.count == 24) {
        result = encrypt ? mbedtls_des3_set3key_enc(&context, key.start)
                         : mbedtls_des3_set3key_dec(&context, key.start);
    } else {
        result = encrypt ? mbedtls_des3_set2key_enc(&context, key.start)
                         : mbedtls_des3_set2key_dec(&context, key.start);
    }
    if (result == 0 && input.count > 0) {
        result = mbedtls_des3_crypt_cbc(
            &context, encrypt ? MBEDTLS_DES_ENCRYPT : MBEDTLS_DES_DECRYPT, input.count, iv, input.start, output);
    }
    mbedtls_des3_free(&context);
    return ccountersign_code_of(result);
#else
    (void) encrypt, (void) key, (void) iv, (void) input, (void) output;
    return CCOUNTERSIGN_UNSUPPORTED;
#endif
}

static ccountersign_code des_cbc(
    int encrypt, ccountersign_bytes key, unsigned char *iv, ccountersign_bytes input, uint8_t *output)
{
#if defined(MBEDTLS_DES_C) && defined(MBEDTLS_CIPHER_MODE_CBC)
    mbedtls_des_context context;
    int result;

    if (key.count != 8) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    mbedtls_des_init(&context);
    result = encrypt ? mbedtls_des_setkey_enc(&context, key.start)
                     : mbedtls_des_setkey_dec(&context, key.start);
    if (result == 0 && input.count > 0) {
        result = mbedtls_des_crypt_cbc(
            &context, encrypt ? MBEDTLS_DES_ENCRYPT : MBEDTLS_DES_DECRYPT, input.count, iv, input.start, output);
    }
    mbedtls_des_free(&context);
    return ccountersign_code_of(result);
#else
    (void) encrypt, (void) key, (void) iv, (void) input, (void) output;
    return CCOUNTERSIGN_UNSUPPORTED;
#endif
}

ccountersign_code ccountersign_cbc(
    ccountersign_cipher cipher, int encrypt, ccountersign_bytes key, ccountersign_bytes iv,
    ccountersign_bytes input, uint8_t *output)
{
    /* The library counts the IV on; the caller's stays as it was. */
    unsigned char vector[16];
    size_t block = cipher == CCOUNTERSIGN_AES_CBC ? 16 : 8;
    ccountersign_code code = CCOUNTERSIGN_INVALID_ARGUMENT;

    if (key.start == NULL || iv.start == NULL || iv.count != block || !ccountersign_is_sound(input) ||
        input.count % block != 0 || (output == NULL && input.count > 0)) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    memcpy(vector, iv.start, block);
    switch (cipher) {
    case CCOUNTERSIGN_AES_CBC:
        code = aes_cbc(encrypt, key, vector, input, output);
        break;
    case CCOUNTERSIGN_DES_EDE_CBC:
        code = triple_des_cbc(encrypt, key, vector, input, output);
        break;
    case CCOUNTERSIGN_DES_CBC:
        code = des_cbc(encrypt, key, vector, input, output);
        break;
    }
    ccountersign_wipe(vector, sizeof vector);
    return code;
}
