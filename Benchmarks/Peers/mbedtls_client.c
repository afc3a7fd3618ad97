/*
 * mbedtls_client.c - the floor: mbedTLS alone, with its own verification, and the versions, groups and signatures that
 * Countersign's shim sets.
 */
#include "compat.h"
#include "handshake_peers.h"
#include "sockets.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct client {
    const char *host;
    mbedtls_ssl_config config;
    mbedtls_ssl_context session;
    mbedtls_x509_crt anchors;
    mbedtls_x509_crt own;
    mbedtls_pk_context key;
    mbedtls_ssl_session kept;
    int descriptor;
    int version;
    int is_begun;
} client;

static const int suites[] = {
#if COMPAT_HAS_TLS13
    MBEDTLS_TLS1_3_AES_128_GCM_SHA256, MBEDTLS_TLS1_3_AES_256_GCM_SHA384, MBEDTLS_TLS1_3_CHACHA20_POLY1305_SHA256,
#endif
    MBEDTLS_TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, MBEDTLS_TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
    MBEDTLS_TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, MBEDTLS_TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
    MBEDTLS_TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, MBEDTLS_TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    MBEDTLS_TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256, MBEDTLS_TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256,
    MBEDTLS_TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384, MBEDTLS_TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384, 0
};

static int random_bytes(void *unused, unsigned char *bytes, size_t count)
{
    (void) unused;
    return getrandom(bytes, count, 0) == (ssize_t) count ? 0 : MBEDTLS_ERR_ENTROPY_SOURCE_FAILED;
}

static int send_bytes(void *opaque, const unsigned char *bytes, size_t count)
{
    ssize_t sent = send(((client *) opaque)->descriptor, bytes, count, MSG_NOSIGNAL);

    if (sent >= 0) {
        return (int) sent;
    }
    return errno == EAGAIN || errno == EINTR ? MBEDTLS_ERR_SSL_WANT_WRITE : -1;
}

static int receive_bytes(void *opaque, unsigned char *bytes, size_t count)
{
    ssize_t got = recv(((client *) opaque)->descriptor, bytes, count, 0);

    if (got >= 0) {
        return (int) got;
    }
    return errno == EAGAIN || errno == EINTR ? MBEDTLS_ERR_SSL_WANT_READ : -1;
}

static int configure(client *self, const peer_settings *settings)
{
    mbedtls_ssl_config *config = &self->config;
    uint16_t version = settings->version == 13 ? COMPAT_TLS13 : COMPAT_TLS12;
    int result = mbedtls_ssl_config_defaults(
        config, MBEDTLS_SSL_IS_CLIENT, MBEDTLS_SSL_TRANSPORT_STREAM, MBEDTLS_SSL_PRESET_DEFAULT);

    if (result != 0 || mbedtls_x509_crt_parse_file(&self->anchors, settings->root) != 0) {
        return -1;
    }
    compat_set_versions(config, version, version);
    compat_set_groups(config);
    compat_set_signatures(config);
    mbedtls_ssl_conf_ciphersuites(config, suites);
    mbedtls_ssl_conf_rng(config, random_bytes, NULL);
    mbedtls_ssl_conf_authmode(config, MBEDTLS_SSL_VERIFY_REQUIRED);
    mbedtls_ssl_conf_ca_chain(config, &self->anchors, NULL);
    if (settings->resumption != PEER_BY_TICKET) {
        mbedtls_ssl_conf_session_tickets(config, MBEDTLS_SSL_SESSION_TICKETS_DISABLED);
    }
#if COMPAT_HAS_TLS13 && MBEDTLS_VERSION_NUMBER >= 0x03060100
    else {
        mbedtls_ssl_conf_tls13_enable_signal_new_session_tickets(
            config, MBEDTLS_SSL_TLS1_3_SIGNAL_NEW_SESSION_TICKETS_ENABLED);
    }
#endif
    if (settings->client_chain == NULL) {
        return 0;
    }
#if MBEDTLS_VERSION_MAJOR >= 3
    result = mbedtls_pk_parse_keyfile(&self->key, settings->client_key, NULL, random_bytes, NULL);
#else
    result = mbedtls_pk_parse_keyfile(&self->key, settings->client_key, NULL);
#endif
    return result == 0 && mbedtls_x509_crt_parse_file(&self->own, settings->client_chain) == 0
               ? mbedtls_ssl_conf_own_cert(config, &self->own, &self->key)
               : -1;
}

static void end(void *opaque)
{
    client *self = opaque;

    if (self->is_begun) {
        (void) mbedtls_ssl_close_notify(&self->session);
        mbedtls_ssl_free(&self->session);
        self->is_begun = 0;
    }
    if (self->descriptor >= 0) {
        (void) close(self->descriptor);
        self->descriptor = -1;
    }
}

static void close_client(void *opaque)
{
    client *self = opaque;

    end(self);
    mbedtls_ssl_session_free(&self->kept);
    mbedtls_ssl_config_free(&self->config);
    mbedtls_x509_crt_free(&self->anchors);
    mbedtls_x509_crt_free(&self->own);
    mbedtls_pk_free(&self->key);
    free(self);
}

static void *open_client(const peer_settings *settings)
{
    client *self = calloc(1, sizeof *self);

    if (self == NULL) {
        return NULL;
    }
#if MBEDTLS_VERSION_MAJOR >= 3
    if (psa_crypto_init() != PSA_SUCCESS) {
        free(self);
        return NULL;
    }
#endif
    self->descriptor = -1;
    self->host = settings->host;
    self->version = settings->version;
    mbedtls_ssl_config_init(&self->config);
    mbedtls_x509_crt_init(&self->anchors);
    mbedtls_x509_crt_init(&self->own);
    mbedtls_pk_init(&self->key);
    mbedtls_ssl_session_init(&self->kept);
    if (configure(self, settings) != 0) {
        close_client(self);
        return NULL;
    }
    return self;
}

static int begin(void *opaque, uint16_t port, int resumes)
{
    client *self = opaque;

    self->descriptor = peer_connect(port);
    if (self->descriptor < 0) {
        return PEER_FAILED;
    }
    mbedtls_ssl_init(&self->session);
    self->is_begun = 1;
    mbedtls_ssl_set_bio(&self->session, self, send_bytes, receive_bytes, NULL);
    if (mbedtls_ssl_setup(&self->session, &self->config) != 0 ||
        mbedtls_ssl_set_hostname(&self->session, self->host) != 0 ||
        (resumes && mbedtls_ssl_set_session(&self->session, &self->kept) != 0)) {
        return PEER_FAILED;
    }
    return PEER_DONE;
}

static int descriptor(const void *opaque)
{
    return ((const client *) opaque)->descriptor;
}

static int step(void *opaque)
{
    client *self = opaque;
    int result = mbedtls_ssl_handshake(&self->session);

    if (result == 0) {
        return PEER_DONE;
    }
    return result == MBEDTLS_ERR_SSL_WANT_READ || result == MBEDTLS_ERR_SSL_WANT_WRITE ? PEER_WAITS : PEER_FAILED;
}

static int keep(void *opaque)
{
    client *self = opaque;

#if COMPAT_HAS_TLS13
    if (self->version == 13) {
        unsigned char byte;
        int result;

        do {
            result = mbedtls_ssl_read(&self->session, &byte, 1);
        } while (result == MBEDTLS_ERR_SSL_WANT_READ && mbedtls_ssl_check_pending(&self->session));
        if (result != MBEDTLS_ERR_SSL_RECEIVED_NEW_SESSION_TICKET) {
            return result == MBEDTLS_ERR_SSL_WANT_READ ? PEER_WAITS : PEER_FAILED;
        }
    }
#endif
    mbedtls_ssl_session_free(&self->kept);
    mbedtls_ssl_session_init(&self->kept);
    return mbedtls_ssl_get_session(&self->session, &self->kept) == 0 ? PEER_DONE : PEER_FAILED;
}

const peer_kind *peer_mbedtls(void)
{
    static const peer_kind kind = { open_client, begin, descriptor, step, keep, end, close_client };

    return &kind;
}
