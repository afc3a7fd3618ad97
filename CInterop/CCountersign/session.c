/*
 * session.c - a session's making and end of life, and the facts about it.
 */
#include "session_internal.h"

#include <string.h>

/* RFC 1035 section 2.3.4, without the root's empty label. */
#define SERVER_NAME_LIMIT 253

static ccountersign_code start(ccountersign_session *session, const ccountersign_session_options *options)
{
    size_t length = options->server_name == NULL ? 0 : strlen(options->server_name);
    ccountersign_code code;
    int result;

    if ((options->role != CCOUNTERSIGN_CLIENT && options->role != CCOUNTERSIGN_SERVER) ||
        length > SERVER_NAME_LIMIT || (options->server_name != NULL && length == 0)) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    if (compat_crypto_start() != 0) {
        return CCOUNTERSIGN_RANDOM_UNAVAILABLE;
    }
    code = session_configure(session, options);
    if (code != CCOUNTERSIGN_OK) {
        return code;
    }
    result = mbedtls_ssl_setup(&session->ssl, &session->config);
    if (result == 0 && options->role == CCOUNTERSIGN_CLIENT) {
        /* NULL too is said: 3.6 asks that it be. */
        result = mbedtls_ssl_set_hostname(&session->ssl, options->server_name);
    }
    if (result != 0) {
        return ccountersign_code_of(result);
    }
    mbedtls_ssl_set_bio(&session->ssl, &session->io, session_io_send, session_io_receive, NULL);
    return CCOUNTERSIGN_OK;
}

size_t ccountersign_session_size(void)
{
    return sizeof(ccountersign_session);
}

ccountersign_code ccountersign_session_init(
    ccountersign_session *session, const ccountersign_session_options *options)
{
    ccountersign_code code;

    memset(session, 0, sizeof *session);
    mbedtls_ssl_init(&session->ssl);
    mbedtls_ssl_config_init(&session->config);
    session_io_start(&session->io);
    session->role = options->role;
    session->failure.alert_received = -1;
    session->failure.alert_sent = -1;
    session->failure.certificate_index = -1;
    code = start(session, options);
    if (code != CCOUNTERSIGN_OK) {
        session->failure.code = code;
        session->outcome = CCOUNTERSIGN_FAILED;
        session->stage = STAGE_ENDED;
    }
    return code;
}

void ccountersign_session_free(ccountersign_session *session)
{
    if (session == NULL) {
        return;
    }
    mbedtls_ssl_free(&session->ssl);
    mbedtls_ssl_config_free(&session->config);
    ccountersign_release(session->protocols, sizeof *session->protocols);
    session_forget_message(&session->request);
    session_forget_message(&session->refused);
    session_forget_message(&session->offered_chain);
    session_forget_message(&session->offered_facts);
    ccountersign_wipe(session, sizeof *session);
}

ccountersign_failure ccountersign_session_failure(const ccountersign_session *session)
{
    return session->failure;
}

ccountersign_phase ccountersign_session_phase(const ccountersign_session *session)
{
    return session->phase;
}

uint16_t ccountersign_session_version(const ccountersign_session *session)
{
    return session->phase >= CCOUNTERSIGN_PHASE_HELLO_RECEIVED ? compat_version(&session->ssl) : 0;
}

uint16_t ccountersign_session_cipher_suite(const ccountersign_session *session)
{
    return session->phase >= CCOUNTERSIGN_PHASE_HELLO_RECEIVED ? compat_cipher_suite(&session->ssl) : 0;
}

uint16_t ccountersign_session_group(const ccountersign_session *session)
{
    return session->group;
}

ccountersign_bytes ccountersign_session_application_protocol(const ccountersign_session *session)
{
    const char *name = mbedtls_ssl_get_alpn_protocol(&session->ssl);
    ccountersign_bytes bytes = { NULL, 0 };

    if (name != NULL) {
        bytes.start = (const uint8_t *) name;
        bytes.count = strlen(name);
    }
    return bytes;
}

int ccountersign_session_is_resumed(const ccountersign_session *session)
{
    return session->phase == CCOUNTERSIGN_PHASE_FINISHED && session_is_taken(session);
}

uint64_t ccountersign_session_bytes_received(const ccountersign_session *session)
{
    return session->io.received;
}

uint64_t ccountersign_session_bytes_sent(const ccountersign_session *session)
{
    return session->io.sent;
}

const char *ccountersign_cipher_suite_name(uint16_t suite)
{
    const mbedtls_ssl_ciphersuite_t *found = mbedtls_ssl_ciphersuite_from_id(suite);

    return found == NULL ? NULL : mbedtls_ssl_get_ciphersuite_name(suite);
}
