/*
 * credential.c - an own certificate chain with its key, or a list of anchors.
 */
#include "credential_internal.h"

#include <string.h>

size_t ccountersign_credential_size(void)
{
    return sizeof(ccountersign_credential);
}

void ccountersign_credential_init(ccountersign_credential *credential)
{
    memset(credential, 0, sizeof *credential);
    mbedtls_x509_crt_init(&credential->chain);
    mbedtls_pk_init(&credential->key);
}

void ccountersign_credential_free(ccountersign_credential *credential)
{
    if (credential == NULL) {
        return;
    }
    /* Both wipe what they own: key numbers, and the certificates' blocks. */
    mbedtls_pk_free(&credential->key);
    mbedtls_x509_crt_free(&credential->chain);
    ccountersign_wipe(credential, sizeof *credential);
}

/* The length of the DER element that bytes begin with, or 0 if there is none. */
static size_t element_count(ccountersign_bytes bytes)
{
    unsigned char *cursor = (unsigned char *) (uintptr_t) bytes.start;
    size_t count = 0;

    if (mbedtls_asn1_get_tag(
            &cursor, bytes.start + bytes.count, &count, MBEDTLS_ASN1_CONSTRUCTED | MBEDTLS_ASN1_SEQUENCE) != 0) {
        return 0;
    }
    return (size_t) (cursor - bytes.start) + count;
}

static ccountersign_code check_key(const ccountersign_credential *credential)
{
    int result = compat_check_pair(
        &credential->chain.pk, &credential->key, ccountersign_rng);
    ccountersign_code code;

    if (result == 0) {
        return CCOUNTERSIGN_OK;
    }
    code = ccountersign_code_of(result);
    return code == CCOUNTERSIGN_OUT_OF_MEMORY || code == CCOUNTERSIGN_RANDOM_UNAVAILABLE
               ? code
               : CCOUNTERSIGN_KEY_MISMATCH;
}

ccountersign_code ccountersign_credential_add_certificate(ccountersign_credential *credential, ccountersign_bytes der)
{
    int was_empty = credential->chain.raw.p == NULL;
    ccountersign_code code;
    int result;

    if (der.start == NULL || der.count == 0) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    /* The library stops at the certificate's end; bytes after it mean that this is something else. */
    if (element_count(der) != der.count) {
        return CCOUNTERSIGN_MALFORMED_MESSAGE;
    }
    result = mbedtls_x509_crt_parse_der(&credential->chain, der.start, der.count);
    if (result != 0) {
        return ccountersign_code_of(result);
    }
    if (!was_empty || !credential->has_key) {
        return CCOUNTERSIGN_OK;
    }
    /* The key came first: it has waited for this certificate. */
    code = check_key(credential);
    if (code != CCOUNTERSIGN_OK) {
        mbedtls_x509_crt_free(&credential->chain);
        mbedtls_x509_crt_init(&credential->chain);
    }
    return code;
}

ccountersign_code ccountersign_credential_set_key(ccountersign_credential *credential, ccountersign_bytes der)
{
    ccountersign_code code;

    if (!ccountersign_is_sound(der) || credential->has_key) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    code = ccountersign_read_private_key(&credential->key, der);
    if (code == CCOUNTERSIGN_OK && credential->chain.raw.p != NULL) {
        code = check_key(credential);
    }
    if (code != CCOUNTERSIGN_OK) {
        mbedtls_pk_free(&credential->key);
        mbedtls_pk_init(&credential->key);
        return code;
    }
    credential->has_key = 1;
    return CCOUNTERSIGN_OK;
}
