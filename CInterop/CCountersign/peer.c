/*
 * peer.c - what the peer says of itself: its group and its certificates.
 */
#include "reader.h"

#define MESSAGE_SERVER_HELLO 2
#define MESSAGE_CERTIFICATE 11
#define MESSAGE_SERVER_KEY_EXCHANGE 12
#define EXTENSION_KEY_SHARE 51
#define CURVE_TYPE_NAMED 3

void session_forget_message(session_message *message)
{
    ccountersign_release(message->bytes, message->count);
    message->bytes = NULL;
    message->count = 0;
}

/* ------------------------------------------------------------------ key exchange */

static uint16_t group_of_key_exchange(ccountersign_bytes body)
{
    /* RFC 8422 section 5.4. */
    reader from = read_bytes(body);
    size_t type = take_number(&from, 1);
    size_t group = take_number(&from, 2);

    return from.is_short || type != CURVE_TYPE_NAMED ? 0 : (uint16_t) group;
}

static uint16_t group_of_hello(ccountersign_bytes body)
{
    /* RFC 8446 sections 4.1.3 and 4.2.8: the first number in either form of key_share is the group. */
    reader from = read_bytes(body);
    reader extensions;

    (void) take(&from, 2 + 32);
    (void) take_vector(&from, 1);
    (void) take(&from, 2 + 1);
    extensions = read_bytes(take_vector(&from, 2));
    while (extensions.left > 0) {
        size_t type = take_number(&extensions, 2);
        reader content = read_bytes(take_vector(&extensions, 2));

        if (type == EXTENSION_KEY_SHARE && content.left >= 2) {
            return (uint16_t) take_number(&content, 2);
        }
    }
    return 0;
}

int session_read_group(ccountersign_session *session, int state)
{
    ccountersign_bytes body;
    uint16_t group = 0;

    if (state == MBEDTLS_SSL_SERVER_KEY_EXCHANGE && message_body(session, MESSAGE_SERVER_KEY_EXCHANGE, &body)) {
        group = group_of_key_exchange(body);
    } else if (
        state == MBEDTLS_SSL_SERVER_HELLO && compat_version(&session->ssl) == COMPAT_TLS13 &&
        message_body(session, MESSAGE_SERVER_HELLO, &body)) {
        group = group_of_hello(body);
    }
    if (group != 0) {
        session->group = group;
    }
    return group != 0;
}

/* ------------------------------------------------------------------ certificates */

/* The next entry of a Certificate message's list (RFC 5246 section 7.4.2; RFC 8446 section 4.4.2). */
static ccountersign_bytes take_certificate(reader *from, int has_extensions)
{
    ccountersign_bytes certificate = take_vector(from, 3);

    if (has_extensions) {
        (void) take_vector(from, 2);
    }
    return certificate;
}

/* Whether mbedTLS can read a certificate: 0, or its number. */
static int try_certificate(ccountersign_bytes der)
{
    mbedtls_x509_crt scratch;
    int result;

    mbedtls_x509_crt_init(&scratch);
    result = der.count == 0 ? MBEDTLS_ERR_X509_INVALID_FORMAT
                            : mbedtls_x509_crt_parse_der(&scratch, der.start, der.count);
    mbedtls_x509_crt_free(&scratch);
    return result;
}

/* Both versions refuse shorter certificates unread. */
#define SHORTEST_CERTIFICATE 128

/* Which certificate the step stumbled over, or -1. One whose signature algorithm is unknown is skipped by
 * mbedTLS; 3.6.6 fails with that number all the same when it was the last. */
static int32_t find_culprit(ccountersign_bytes list, int has_extensions, int native)
{
    const int skipped = COMPAT_ERR_UNKNOWN_SIGNATURE;
    reader from = read_bytes(list);
    int32_t index = 0;
    int32_t culprit = -1;

    while (from.left > 0) {
        ccountersign_bytes der = take_certificate(&from, has_extensions);
        int result = try_certificate(der);

        if (result == skipped && native == skipped) {
            culprit = index;
        } else if ((result != 0 && result != skipped) || der.count < SHORTEST_CERTIFICATE) {
            return index;
        }
        index += 1;
    }
    return culprit;
}

int session_is_list(ccountersign_bytes list, int has_extensions)
{
    reader from = read_bytes(list);

    while (from.left > 0) {
        (void) take_certificate(&from, has_extensions);
    }
    return is_done(&from);
}

ccountersign_code session_read_refused(ccountersign_session *session, int native)
{
    int has_extensions = compat_version(&session->ssl) == COMPAT_TLS13;
    ccountersign_code code = ccountersign_code_of(native);
    ccountersign_bytes body;
    ccountersign_bytes list;
    reader from;

    /* Not when the record never came through: then the buffer does not hold the message. */
    if (code == CCOUNTERSIGN_RECORD_REFUSED || code == CCOUNTERSIGN_UNEXPECTED_MESSAGE ||
        code == CCOUNTERSIGN_END_OF_STREAM || code == CCOUNTERSIGN_OUT_OF_MEMORY ||
        !message_body(session, MESSAGE_CERTIFICATE, &body)) {
        return CCOUNTERSIGN_OK;
    }
    from = read_bytes(body);
    if (has_extensions) {
        (void) take_vector(&from, 1);
    }
    list = take_vector(&from, 3);
    if (!is_done(&from) || !session_is_list(list, has_extensions)) {
        return CCOUNTERSIGN_MALFORMED_MESSAGE;
    }
    if (list.count == 0) {
        return CCOUNTERSIGN_PEER_CERTIFICATE_MISSING;
    }
    session->failure.certificate_index = find_culprit(list, has_extensions, native);
    if (session->failure.certificate_index < 0) {
        return CCOUNTERSIGN_OK;
    }
    session->refused_has_extensions = has_extensions;
    if (keep_message(&session->refused, list).start == NULL) {
        return CCOUNTERSIGN_OUT_OF_MEMORY;
    }
    return CCOUNTERSIGN_PEER_CERTIFICATE_REFUSED;
}

static ccountersign_bytes message_bytes(const session_message *message)
{
    ccountersign_bytes bytes = { message->bytes, message->count };

    return bytes;
}

static size_t list_certificates(reader *from, int has_extensions, ccountersign_bytes *entries, size_t capacity)
{
    size_t count = 0;

    while (from->left > 0) {
        ccountersign_bytes der = take_certificate(from, has_extensions);

        if (count < capacity) {
            entries[count] = der;
        }
        count += 1;
    }
    return count;
}

size_t ccountersign_session_peer_chain(
    const ccountersign_session *session, ccountersign_bytes *entries, size_t capacity)
{
    const mbedtls_x509_crt *certificate;
    size_t count = 0;

    if (session->refused.bytes != NULL) {
        reader from = read_bytes(message_bytes(&session->refused));

        return list_certificates(&from, session->refused_has_extensions, entries, capacity);
    }
    if (ccountersign_session_is_resumed(session)) {
        reader from = read_bytes(message_bytes(&session->offered_chain));

        return list_certificates(&from, 0, entries, capacity);
    }
    for (certificate = compat_peer_chain(&session->ssl); certificate != NULL; certificate = certificate->next) {
        if (certificate->raw.p == NULL) {
            break;
        }
        if (count < capacity) {
            entries[count].start = certificate->raw.p;
            entries[count].count = certificate->raw.len;
        }
        count += 1;
    }
    return count;
}
