/*
 * session_resumption.c - a client's sessions outlive their connections: saved, offered again, and told apart.
 */
#include "reader.h"

int session_is_taken(const ccountersign_session *session)
{
    /* mbedTLS lets a server leave its Certificate out only when it has taken an offered session, and its Finished then
     * proves that it knows the secret of that. */
    return session->is_offered && !session->has_certificate;
}

void session_note_resumption(ccountersign_session *session)
{
    /* In TLS 1.3 tickets come later. What was resumed is saved already, unless a new ticket came with it. */
    if (compat_version(&session->ssl) < COMPAT_TLS13 && !session_is_taken(session) &&
        compat_is_resumable(&session->ssl)) {
        session->has_resumption = 1;
    }
}

int ccountersign_session_has_resumption(const ccountersign_session *session)
{
    return session->keeps_sessions && session->stage == STAGE_ESTABLISHED && session->has_resumption &&
           compat_is_resumable(&session->ssl);
}

size_t ccountersign_session_resumption_size(const ccountersign_session *session)
{
    size_t count = 0;

    if (session->stage != STAGE_ESTABLISHED || compat_session(&session->ssl) == NULL) {
        return 0;
    }
    /* It says BUFFER_TOO_SMALL, and how much it needs. */
    return compat_save_session(&session->ssl, NULL, 0, &count) == MBEDTLS_ERR_SSL_BUFFER_TOO_SMALL ? count : 0;
}

ccountersign_code ccountersign_session_save(
    ccountersign_session *session, uint8_t *bytes, size_t capacity, size_t *count)
{
    int result;

    *count = 0;
    if (!ccountersign_session_has_resumption(session)) {
        return CCOUNTERSIGN_NOT_FOUND;
    }
    result = compat_save_session(&session->ssl, bytes, capacity, count);
    if (result != 0) {
        *count = 0;
        return result == MBEDTLS_ERR_SSL_BUFFER_TOO_SMALL ? CCOUNTERSIGN_INVALID_ARGUMENT
                                                          : ccountersign_code_of(result);
    }
    session->has_resumption = 0;
    return CCOUNTERSIGN_OK;
}

/* What loading or setting a saved session came to. */
static ccountersign_code code_of_load(int result)
{
    switch (result) {
    case 0:
        return CCOUNTERSIGN_OK;
    case MBEDTLS_ERR_SSL_ALLOC_FAILED:
        return CCOUNTERSIGN_OUT_OF_MEMORY;
    case MBEDTLS_ERR_SSL_VERSION_MISMATCH:
    case MBEDTLS_ERR_SSL_FEATURE_UNAVAILABLE:
        return CCOUNTERSIGN_UNSUPPORTED;
    default:
        return CCOUNTERSIGN_MALFORMED_MESSAGE;
    }
}

ccountersign_code ccountersign_session_offer(
    ccountersign_session *session, ccountersign_bytes saved, ccountersign_bytes chain, ccountersign_bytes facts)
{
    mbedtls_ssl_session loaded;
    ccountersign_code code;

    if (session->role != CCOUNTERSIGN_CLIENT || !session->keeps_sessions || session->is_offered ||
        session->stage != STAGE_RUNNING || compat_state(&session->ssl) != MBEDTLS_SSL_HELLO_REQUEST ||
        !ccountersign_is_sound(saved) || !ccountersign_is_sound(chain) || !ccountersign_is_sound(facts) ||
        chain.count == 0 || facts.count == 0) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    if (saved.count == 0 || !session_is_list(chain, 0)) {
        return CCOUNTERSIGN_MALFORMED_MESSAGE;
    }
    mbedtls_ssl_session_init(&loaded);
    code = code_of_load(
        compat_load_session(&loaded, saved.start, saved.count, compat_server_name(&session->ssl)));
    if (code == CCOUNTERSIGN_OK && (keep_message(&session->offered_chain, chain).start == NULL ||
                                    keep_message(&session->offered_facts, facts).start == NULL)) {
        code = CCOUNTERSIGN_OUT_OF_MEMORY;
    }
    if (code == CCOUNTERSIGN_OK) {
        code = code_of_load(mbedtls_ssl_set_session(&session->ssl, &loaded));
    }
    mbedtls_ssl_session_free(&loaded);
    session->is_offered = code == CCOUNTERSIGN_OK;
    return code;
}

ccountersign_bytes ccountersign_session_resumed_facts(const ccountersign_session *session)
{
    ccountersign_bytes facts = { NULL, 0 };

    if (ccountersign_session_is_resumed(session)) {
        facts.start = session->offered_facts.bytes;
        facts.count = session->offered_facts.count;
    }
    return facts;
}
