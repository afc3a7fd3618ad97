/*
 * status.c - mbedTLS's numbers, as the contract's codes and as text.
 *
 * The table is compiled from the library's own names, never from literals: between 2.28 and 3.6 several
 * numbers changed their meaning (0x7300, 0x7580, 0x7B00), and many names came or went.
 */
#include "compat.h"
#include "internal.h"

#include <string.h>

/* The library's numbers are a module's code, 0x80 apart, plus at most one low-level cause below that. */
static int module_part(int native)
{
    return -((-native) & ~0x7F);
}

static int cause_part(int native)
{
    return -((-native) & 0x7F);
}

static ccountersign_code code_of_record(int module)
{
    switch (module) {
    case MBEDTLS_ERR_SSL_CONN_EOF:
        return CCOUNTERSIGN_END_OF_STREAM;
    case MBEDTLS_ERR_SSL_FATAL_ALERT_MESSAGE:
        return CCOUNTERSIGN_ALERT_RECEIVED;
    case MBEDTLS_ERR_SSL_UNEXPECTED_MESSAGE:
        return CCOUNTERSIGN_UNEXPECTED_MESSAGE;
    case MBEDTLS_ERR_SSL_INVALID_MAC:
    case MBEDTLS_ERR_SSL_INVALID_RECORD:
    case MBEDTLS_ERR_SSL_UNEXPECTED_RECORD:
    case MBEDTLS_ERR_SSL_COUNTER_WRAPPING:
        return CCOUNTERSIGN_RECORD_REFUSED;
    case MBEDTLS_ERR_SSL_BUFFER_TOO_SMALL:
        return CCOUNTERSIGN_CREDENTIAL_REFUSED;
    case MBEDTLS_ERR_SSL_ALLOC_FAILED:
        return CCOUNTERSIGN_OUT_OF_MEMORY;
    case MBEDTLS_ERR_SSL_BAD_INPUT_DATA:
    case MBEDTLS_ERR_SSL_BAD_CONFIG:
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    case MBEDTLS_ERR_SSL_FEATURE_UNAVAILABLE:
        return CCOUNTERSIGN_UNSUPPORTED;
    case MBEDTLS_ERR_SSL_NO_RNG:
        return CCOUNTERSIGN_RANDOM_UNAVAILABLE;
    case MBEDTLS_ERR_SSL_PRIVATE_KEY_REQUIRED:
#ifdef MBEDTLS_ERR_SSL_CERTIFICATE_REQUIRED
    case MBEDTLS_ERR_SSL_CERTIFICATE_REQUIRED:
#endif
#ifdef MBEDTLS_ERR_SSL_CERTIFICATE_TOO_LARGE
    case MBEDTLS_ERR_SSL_CERTIFICATE_TOO_LARGE:
#endif
        return CCOUNTERSIGN_CREDENTIAL_REFUSED;
    default:
        return CCOUNTERSIGN_INTERNAL;
    }
}

static ccountersign_code code_of_handshake(int module)
{
    switch (module) {
#ifdef MBEDTLS_ERR_SSL_BAD_HS_PROTOCOL_VERSION
    case MBEDTLS_ERR_SSL_BAD_HS_PROTOCOL_VERSION:
        return CCOUNTERSIGN_NO_COMMON_VERSION;
#endif
#ifdef MBEDTLS_ERR_SSL_BAD_PROTOCOL_VERSION
    case MBEDTLS_ERR_SSL_BAD_PROTOCOL_VERSION:
        return CCOUNTERSIGN_NO_COMMON_VERSION;
#endif
#ifdef MBEDTLS_ERR_SSL_NO_CIPHER_CHOSEN
    case MBEDTLS_ERR_SSL_NO_CIPHER_CHOSEN:
#endif
#ifdef MBEDTLS_ERR_SSL_NO_USABLE_CIPHERSUITE
    case MBEDTLS_ERR_SSL_NO_USABLE_CIPHERSUITE:
#endif
#ifdef MBEDTLS_ERR_SSL_UNKNOWN_CIPHER
    case MBEDTLS_ERR_SSL_UNKNOWN_CIPHER:
#endif
#ifdef MBEDTLS_ERR_SSL_HANDSHAKE_FAILURE
    case MBEDTLS_ERR_SSL_HANDSHAKE_FAILURE:
#endif
        return CCOUNTERSIGN_NO_COMMON_PARAMETERS;
#ifdef MBEDTLS_ERR_SSL_NO_APPLICATION_PROTOCOL
    case MBEDTLS_ERR_SSL_NO_APPLICATION_PROTOCOL:
        return CCOUNTERSIGN_NO_COMMON_PROTOCOL;
#endif
#ifdef MBEDTLS_ERR_SSL_BAD_HS_CERTIFICATE
    case MBEDTLS_ERR_SSL_BAD_HS_CERTIFICATE:
        return CCOUNTERSIGN_PEER_CERTIFICATE_REFUSED;
#endif
#ifdef MBEDTLS_ERR_SSL_BAD_CERTIFICATE
    case MBEDTLS_ERR_SSL_BAD_CERTIFICATE:
        return CCOUNTERSIGN_PEER_CERTIFICATE_REFUSED;
#endif
    case MBEDTLS_ERR_SSL_PK_TYPE_MISMATCH:
    case MBEDTLS_ERR_X509_CERT_VERIFY_FAILED:
        return CCOUNTERSIGN_PEER_CERTIFICATE_REFUSED;
    case MBEDTLS_ERR_SSL_NO_CLIENT_CERTIFICATE:
        return CCOUNTERSIGN_PEER_CERTIFICATE_MISSING;
#ifdef MBEDTLS_ERR_SSL_BAD_HS_FINISHED
    case MBEDTLS_ERR_SSL_BAD_HS_FINISHED:
#endif
#ifdef MBEDTLS_ERR_SSL_BAD_HS_CERTIFICATE_VERIFY
    case MBEDTLS_ERR_SSL_BAD_HS_CERTIFICATE_VERIFY:
#endif
#ifdef MBEDTLS_ERR_SSL_INVALID_VERIFY_HASH
    case MBEDTLS_ERR_SSL_INVALID_VERIFY_HASH:
#endif
        return CCOUNTERSIGN_PEER_SIGNATURE_INVALID;
#ifdef MBEDTLS_ERR_SSL_DECODE_ERROR
    case MBEDTLS_ERR_SSL_DECODE_ERROR:
#endif
#ifdef MBEDTLS_ERR_SSL_ILLEGAL_PARAMETER
    case MBEDTLS_ERR_SSL_ILLEGAL_PARAMETER:
#endif
#ifdef MBEDTLS_ERR_SSL_UNSUPPORTED_EXTENSION
    case MBEDTLS_ERR_SSL_UNSUPPORTED_EXTENSION:
#endif
#ifdef MBEDTLS_ERR_SSL_UNRECOGNIZED_NAME
    case MBEDTLS_ERR_SSL_UNRECOGNIZED_NAME:
#endif
#ifdef MBEDTLS_ERR_SSL_BAD_HS_CLIENT_HELLO
    case MBEDTLS_ERR_SSL_BAD_HS_CLIENT_HELLO:
    case MBEDTLS_ERR_SSL_BAD_HS_SERVER_HELLO:
    case MBEDTLS_ERR_SSL_BAD_HS_CERTIFICATE_REQUEST:
    case MBEDTLS_ERR_SSL_BAD_HS_SERVER_KEY_EXCHANGE:
    case MBEDTLS_ERR_SSL_BAD_HS_SERVER_HELLO_DONE:
    case MBEDTLS_ERR_SSL_BAD_HS_CLIENT_KEY_EXCHANGE:
    case MBEDTLS_ERR_SSL_BAD_HS_CLIENT_KEY_EXCHANGE_RP:
    case MBEDTLS_ERR_SSL_BAD_HS_CLIENT_KEY_EXCHANGE_CS:
    case MBEDTLS_ERR_SSL_BAD_HS_CHANGE_CIPHER_SPEC:
    case MBEDTLS_ERR_SSL_BAD_HS_NEW_SESSION_TICKET:
#endif
        return CCOUNTERSIGN_MALFORMED_MESSAGE;
    default:
        return CCOUNTERSIGN_INTERNAL;
    }
}

static ccountersign_code code_of_key(int module)
{
    switch (module) {
    case MBEDTLS_ERR_X509_ALLOC_FAILED:
    case MBEDTLS_ERR_PK_ALLOC_FAILED:
    case MBEDTLS_ERR_ECP_ALLOC_FAILED:
    case MBEDTLS_ERR_MD_ALLOC_FAILED:
    case MBEDTLS_ERR_CIPHER_ALLOC_FAILED:
        return CCOUNTERSIGN_OUT_OF_MEMORY;
    case MBEDTLS_ERR_X509_FEATURE_UNAVAILABLE:
    case MBEDTLS_ERR_X509_UNKNOWN_SIG_ALG:
    case MBEDTLS_ERR_PK_UNKNOWN_PK_ALG:
    case MBEDTLS_ERR_PK_UNKNOWN_NAMED_CURVE:
    case MBEDTLS_ERR_PK_FEATURE_UNAVAILABLE:
    case MBEDTLS_ERR_ECP_FEATURE_UNAVAILABLE:
    case MBEDTLS_ERR_MD_FEATURE_UNAVAILABLE:
    case MBEDTLS_ERR_CIPHER_FEATURE_UNAVAILABLE:
        return CCOUNTERSIGN_UNSUPPORTED;
    case MBEDTLS_ERR_PK_TYPE_MISMATCH:
    case MBEDTLS_ERR_PK_KEY_INVALID_VERSION:
    case MBEDTLS_ERR_PK_KEY_INVALID_FORMAT:
    case MBEDTLS_ERR_PK_INVALID_PUBKEY:
    case MBEDTLS_ERR_PK_INVALID_ALG:
    case MBEDTLS_ERR_PK_BAD_INPUT_DATA:
    case MBEDTLS_ERR_ECP_INVALID_KEY:
    case MBEDTLS_ERR_ECP_BAD_INPUT_DATA:
    case MBEDTLS_ERR_RSA_BAD_INPUT_DATA:
    case MBEDTLS_ERR_RSA_KEY_CHECK_FAILED:
        return CCOUNTERSIGN_KEY_MALFORMED;
    case MBEDTLS_ERR_PK_PASSWORD_REQUIRED:
        return CCOUNTERSIGN_PASSPHRASE_NEEDED;
    case MBEDTLS_ERR_PK_PASSWORD_MISMATCH:
        return CCOUNTERSIGN_PASSPHRASE_WRONG;
    case MBEDTLS_ERR_RSA_INVALID_PADDING:
    case MBEDTLS_ERR_RSA_VERIFY_FAILED:
    case MBEDTLS_ERR_ECP_VERIFY_FAILED:
    case MBEDTLS_ERR_ECP_SIG_LEN_MISMATCH:
    case MBEDTLS_ERR_PK_SIG_LEN_MISMATCH:
        return CCOUNTERSIGN_SIGNATURE_INVALID;
    case MBEDTLS_ERR_X509_INVALID_FORMAT:
    case MBEDTLS_ERR_X509_INVALID_VERSION:
    case MBEDTLS_ERR_X509_INVALID_SERIAL:
    case MBEDTLS_ERR_X509_INVALID_ALG:
    case MBEDTLS_ERR_X509_INVALID_NAME:
    case MBEDTLS_ERR_X509_INVALID_DATE:
    case MBEDTLS_ERR_X509_INVALID_SIGNATURE:
    case MBEDTLS_ERR_X509_INVALID_EXTENSIONS:
    case MBEDTLS_ERR_X509_UNKNOWN_VERSION:
    case MBEDTLS_ERR_X509_SIG_MISMATCH:
    case MBEDTLS_ERR_X509_CERT_UNKNOWN_FORMAT:
        return CCOUNTERSIGN_MALFORMED_MESSAGE;
    default:
        return CCOUNTERSIGN_INTERNAL;
    }
}

/* Low-level causes that say more than the module which met them. */
static ccountersign_code code_of_cause(int cause)
{
    switch (cause) {
    case MBEDTLS_ERR_MPI_ALLOC_FAILED:
    case MBEDTLS_ERR_ASN1_ALLOC_FAILED:
        return CCOUNTERSIGN_OUT_OF_MEMORY;
    case MBEDTLS_ERR_ENTROPY_SOURCE_FAILED:
        return CCOUNTERSIGN_RANDOM_UNAVAILABLE;
    default:
        return CCOUNTERSIGN_INTERNAL;
    }
}

ccountersign_code ccountersign_code_of(int native)
{
    int module = module_part(native);
    ccountersign_code code;

    if (native == 0) {
        return CCOUNTERSIGN_OK;
    }
    code = code_of_cause(cause_part(native));
    if (code == CCOUNTERSIGN_INTERNAL) {
        code = code_of_record(module);
    }
    if (code == CCOUNTERSIGN_INTERNAL) {
        code = code_of_handshake(module);
    }
    if (code == CCOUNTERSIGN_INTERNAL) {
        code = code_of_key(module);
    }
    return code;
}

size_t ccountersign_native_text(int32_t native, char *text, size_t capacity)
{
    if (text == NULL || capacity == 0) {
        return 0;
    }
    text[0] = '\0';
    if (native == 0) {
        return 0;
    }
#if defined(MBEDTLS_ERROR_C)
    mbedtls_strerror(native, text, capacity);
    text[capacity - 1] = '\0';
#endif
    return strlen(text);
}

uint32_t ccountersign_library_version(void)
{
    /* The library that was loaded, which a distribution may have moved on since this was compiled. */
    return (uint32_t) mbedtls_version_get_number();
}

int ccountersign_supports_tls13(void)
{
    return COMPAT_HAS_TLS13;
}
