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
    if (credential->has_tickets) {
        mbedtls_ssl_ticket_free(&credential->tickets);
    }
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

/* ------------------------------------------------------------------- what is in it */

size_t ccountersign_credential_certificates(
    const ccountersign_credential *credential, ccountersign_bytes *entries, size_t capacity)
{
    const mbedtls_x509_crt *certificate = &credential->chain;
    size_t count = 0;

    while (certificate != NULL && certificate->raw.p != NULL) {
        if (count < capacity) {
            entries[count].start = certificate->raw.p;
            entries[count].count = certificate->raw.len;
        }
        count += 1;
        certificate = certificate->next;
    }
    return count;
}

uint32_t ccountersign_credential_key_kind(const ccountersign_credential *credential)
{
    if (!credential->has_key) {
        return 0;
    }
    switch (mbedtls_pk_get_type(&credential->key)) {
    case MBEDTLS_PK_RSA:
        return CCOUNTERSIGN_KEY_RSA;
    case MBEDTLS_PK_RSA_ALT:
        return CCOUNTERSIGN_KEY_RSA_ELSEWHERE;
    case MBEDTLS_PK_ECKEY:
        break;
    default:
        return 0;
    }
    switch (compat_key_group(&credential->key)) {
    case MBEDTLS_ECP_DP_SECP256R1:
        return CCOUNTERSIGN_KEY_P256;
    case MBEDTLS_ECP_DP_SECP384R1:
        return CCOUNTERSIGN_KEY_P384;
    case MBEDTLS_ECP_DP_SECP521R1:
        return CCOUNTERSIGN_KEY_P521;
    default:
        return CCOUNTERSIGN_KEY_OTHER_CURVE;
    }
}

/* ------------------------------------------------------------------- a key elsewhere */

#if COMPAT_HAS_KEYS_ELSEWHERE
static int hash_of_type(mbedtls_md_type_t type, ccountersign_hash *hash)
{
    static const ccountersign_hash known[] = { CCOUNTERSIGN_SHA256, CCOUNTERSIGN_SHA384, CCOUNTERSIGN_SHA512 };
    size_t index;

    for (index = 0; index < sizeof known / sizeof known[0]; index += 1) {
        const mbedtls_md_info_t *info = ccountersign_hash_info(known[index]);

        if (info != NULL && mbedtls_md_get_type(info) == type) {
            *hash = known[index];
            return 1;
        }
    }
    return 0;
}

/* What mbedTLS calls to sign. It takes whatever it is given, so the signature is verified first: a peer should not be
 * the one to find out. */
static int sign_elsewhere(COMPAT_SIGN_PARAMETERS)
{
    ccountersign_credential *credential = context;
    ccountersign_bytes lent;
    ccountersign_hash hash;
    size_t count = mbedtls_pk_get_len(&credential->chain.pk);

    COMPAT_SIGN_UNUSED;
    if (!hash_of_type(type, &hash)) {
        return MBEDTLS_ERR_SSL_PRIVATE_KEY_REQUIRED;
    }
    lent.start = digest;
    /* mbedTLS leaves it out where the hash says it. */
    lent.count = mbedtls_md_get_size(ccountersign_hash_info(hash));
    if ((digest_count != 0 && digest_count != lent.count) ||
        credential->signer(credential->signer_context, hash, lent, signature, count) != 1 ||
        mbedtls_pk_verify(&credential->chain.pk, type, digest, lent.count, signature, count) != 0) {
        /* The one of its numbers that means CREDENTIAL_REFUSED. */
        return MBEDTLS_ERR_SSL_PRIVATE_KEY_REQUIRED;
    }
    return 0;
}

/* Only key exchanges with static RSA on a server's side decrypt. */
static int decrypt_elsewhere(COMPAT_DECRYPT_PARAMETERS)
{
    COMPAT_DECRYPT_UNUSED;
    return MBEDTLS_ERR_SSL_PRIVATE_KEY_REQUIRED;
}

static size_t length_elsewhere(void *context)
{
    return mbedtls_pk_get_len(&((ccountersign_credential *) context)->chain.pk);
}
#endif

ccountersign_code ccountersign_credential_set_signer(
    ccountersign_credential *credential, ccountersign_signer signer, void *context)
{
    if (signer == NULL || credential->has_key || credential->chain.raw.p == NULL) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
#if COMPAT_HAS_KEYS_ELSEWHERE
    if (mbedtls_pk_get_type(&credential->chain.pk) != MBEDTLS_PK_RSA ||
        mbedtls_pk_get_bitlen(&credential->chain.pk) > CCOUNTERSIGN_RSA_LIMIT) {
        return CCOUNTERSIGN_UNSUPPORTED;
    }
    credential->signer = signer;
    credential->signer_context = context;
    mbedtls_pk_free(&credential->key);
    mbedtls_pk_init(&credential->key);
    if (mbedtls_pk_setup_rsa_alt(
            &credential->key, credential, decrypt_elsewhere, sign_elsewhere, length_elsewhere) != 0) {
        return CCOUNTERSIGN_OUT_OF_MEMORY;
    }
    credential->has_key = 1;
    return CCOUNTERSIGN_OK;
#else
    (void) context;
    return CCOUNTERSIGN_UNSUPPORTED;
#endif
}

/* A day, which is as long as this library's own clients keep a session. */
#define TICKET_SECONDS 86400u

ccountersign_code ccountersign_credential_make_tickets(ccountersign_credential *credential)
{
    int result;

    if (credential->has_tickets) {
        return CCOUNTERSIGN_OK;
    }
    mbedtls_ssl_ticket_init(&credential->tickets);
    result = mbedtls_ssl_ticket_setup(
        &credential->tickets, ccountersign_rng, NULL, MBEDTLS_CIPHER_AES_256_GCM, TICKET_SECONDS);
    if (result != 0) {
        mbedtls_ssl_ticket_free(&credential->tickets);
        return ccountersign_code_of(result);
    }
    credential->has_tickets = 1;
    return CCOUNTERSIGN_OK;
}
