/*
 * request.c - the server's CertificateRequest, and whether a credential answers it.
 *
 * mbedTLS reads the request and forgets it: it tells nobody which issuers were named, and in TLS 1.2 signs with
 * whatever key it is given. So the message is copied as it comes.
 */
#include "reader.h"

#define MESSAGE_CERTIFICATE_REQUEST 13
#define EXTENSION_SIGNATURE_ALGORITHMS 13
#define EXTENSION_CERTIFICATE_AUTHORITIES 47
#define TYPE_RSA_SIGN 1
#define TYPE_ECDSA_SIGN 64

/* Names, each a vector of at least one byte: 1 if they fill the list exactly. */
static int are_names(ccountersign_bytes names)
{
    reader from = read_bytes(names);

    while (from.left > 0) {
        ccountersign_bytes name = take_vector(&from, 2);

        if (name.count == 0) {
            return 0;
        }
    }
    return is_done(&from);
}

/* RFC 5246 section 7.4.4; older versions have no signature algorithms there (RFC 4346 section 7.4.4). */
static int parse_request_12(ccountersign_session *session, ccountersign_bytes body)
{
    reader from = read_bytes(body);

    session->certificate_types = take_vector(&from, 1);
    if (compat_version(&session->ssl) >= COMPAT_TLS12) {
        session->schemes = take_vector(&from, 2);
    }
    session->names = take_vector(&from, 2);
    return is_done(&from) && session->certificate_types.count > 0 && session->schemes.count % 2 == 0 &&
           are_names(session->names);
}

/* RFC 8446 sections 4.3.2, 4.2.3 and 4.2.4. */
static int parse_request_13(ccountersign_session *session, ccountersign_bytes body)
{
    reader from = read_bytes(body);
    reader extensions;

    (void) take_vector(&from, 1);
    extensions = read_bytes(take_vector(&from, 2));
    while (extensions.left > 0) {
        size_t type = take_number(&extensions, 2);
        reader content = read_bytes(take_vector(&extensions, 2));

        if (type == EXTENSION_SIGNATURE_ALGORITHMS) {
            if (session->schemes.count > 0) {
                return 0;
            }
            session->schemes = take_vector(&content, 2);
            if (!is_done(&content) || session->schemes.count % 2 != 0) {
                return 0;
            }
        } else if (type == EXTENSION_CERTIFICATE_AUTHORITIES) {
            if (session->names.count > 0) {
                return 0;
            }
            session->names = take_vector(&content, 2);
            if (!is_done(&content) || !are_names(session->names)) {
                return 0;
            }
        }
    }
    return is_done(&from) && is_done(&extensions);
}

ccountersign_code session_read_request(ccountersign_session *session)
{
    ccountersign_bytes body;

    /* mbedTLS is also in this state when it finds that no request came. */
    if (session->is_requested || !message_body(session, MESSAGE_CERTIFICATE_REQUEST, &body)) {
        return CCOUNTERSIGN_OK;
    }
    body = keep_message(&session->request, body);
    if (body.start == NULL) {
        return CCOUNTERSIGN_OUT_OF_MEMORY;
    }
    session->is_requested = 1;
    if (compat_version(&session->ssl) == COMPAT_TLS13) {
        return parse_request_13(session, body) ? CCOUNTERSIGN_OK : CCOUNTERSIGN_MALFORMED_MESSAGE;
    }
    return parse_request_12(session, body) ? CCOUNTERSIGN_OK : CCOUNTERSIGN_MALFORMED_MESSAGE;
}

size_t ccountersign_session_distinguished_names(
    const ccountersign_session *session, ccountersign_bytes *entries, size_t capacity)
{
    reader from = read_bytes(session->names);
    size_t count = 0;

    while (from.left > 0) {
        ccountersign_bytes name = take_vector(&from, 2);

        if (from.is_short) {
            break;
        }
        if (count < capacity) {
            entries[count] = name;
        }
        count += 1;
    }
    return count;
}

ccountersign_bytes ccountersign_session_authorities(const ccountersign_session *session)
{
    return session->names;
}

size_t ccountersign_session_signature_schemes(
    const ccountersign_session *session, uint16_t *schemes, size_t capacity)
{
    reader from = read_bytes(session->schemes);
    size_t count = 0;

    while (from.left >= 2) {
        uint16_t scheme = (uint16_t) take_number(&from, 2);

        if (count < capacity) {
            schemes[count] = scheme;
        }
        count += 1;
    }
    return count;
}

ccountersign_bytes ccountersign_session_certificate_types(const ccountersign_session *session)
{
    return session->certificate_types;
}

/* ------------------------------------------------------------------- answering it */

static int accepts_scheme(const ccountersign_session *session, uint16_t scheme)
{
    reader from = read_bytes(session->schemes);

    while (from.left >= 2) {
        if (take_number(&from, 2) == scheme) {
            return 1;
        }
    }
    return 0;
}

static int accepts_type(const ccountersign_session *session, uint8_t type)
{
    return memchr(session->certificate_types.start, type, session->certificate_types.count) != NULL;
}

/* RFC 8446 section 4.2.3: PSS for RSA, which keys elsewhere cannot do here; and the curve goes with the hash. */
static uint32_t accepted_13(const ccountersign_session *session)
{
    uint32_t kinds = 0;

    if (accepts_scheme(session, 0x0804) || accepts_scheme(session, 0x0805) || accepts_scheme(session, 0x0806)) {
        kinds |= CCOUNTERSIGN_KEY_RSA;
    }
    kinds |= accepts_scheme(session, 0x0403) ? CCOUNTERSIGN_KEY_P256 : 0;
    kinds |= accepts_scheme(session, 0x0503) ? CCOUNTERSIGN_KEY_P384 : 0;
    kinds |= accepts_scheme(session, 0x0603) ? CCOUNTERSIGN_KEY_P521 : 0;
    return kinds;
}

/* mbedTLS signs with the suite's own hash, SHA-384 or else SHA-256, whatever the server listed. */
static uint32_t accepted_12(const ccountersign_session *session)
{
    unsigned int hash = compat_suite_uses_sha384(compat_cipher_suite(&session->ssl)) ? 0x0500u : 0x0400u;
    int has_schemes = compat_version(&session->ssl) >= COMPAT_TLS12;
    uint32_t kinds = 0;

    if (accepts_type(session, TYPE_RSA_SIGN) && (!has_schemes || accepts_scheme(session, (uint16_t) (hash | 1u)))) {
        /* Before TLS 1.2 what is signed is no digest that a key elsewhere would take. */
        kinds |= CCOUNTERSIGN_KEY_RSA | (has_schemes ? CCOUNTERSIGN_KEY_RSA_ELSEWHERE : 0);
    }
    if (accepts_type(session, TYPE_ECDSA_SIGN) && (!has_schemes || accepts_scheme(session, (uint16_t) (hash | 3u)))) {
        kinds |= CCOUNTERSIGN_KEY_P256 | CCOUNTERSIGN_KEY_P384 | CCOUNTERSIGN_KEY_P521 | CCOUNTERSIGN_KEY_OTHER_CURVE;
    }
    return kinds;
}

uint32_t ccountersign_session_accepted_keys(const ccountersign_session *session)
{
    if (session->stage != STAGE_CLIENT_CERTIFICATE) {
        return 0;
    }
    return compat_version(&session->ssl) == COMPAT_TLS13 ? accepted_13(session) : accepted_12(session);
}

ccountersign_code ccountersign_session_set_credential(
    ccountersign_session *session, const ccountersign_credential *credential)
{
    uint32_t kind;

    if (session->stage != STAGE_CLIENT_CERTIFICATE || credential == NULL || !credential->has_key ||
        credential->chain.raw.p == NULL) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    kind = ccountersign_credential_key_kind(credential);
    if (kind == 0 || (kind == CCOUNTERSIGN_KEY_RSA_ELSEWHERE && compat_version(&session->ssl) == COMPAT_TLS13)) {
        return CCOUNTERSIGN_UNSUPPORTED;
    }
    if ((ccountersign_session_accepted_keys(session) & kind) == 0) {
        return CCOUNTERSIGN_CREDENTIAL_REFUSED;
    }
    session->credential = credential;
    return CCOUNTERSIGN_OK;
}
