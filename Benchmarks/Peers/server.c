#include "handshake_peers.h"
#include "sockets.h"

#include <openssl/ssl.h>
#include <stdlib.h>
#include <unistd.h>

struct peer_server {
    SSL_CTX *context;
    SSL *connection;
    int listener;
    int descriptor;
    uint16_t port;
};

static int configure(SSL_CTX *context, const peer_settings *settings)
{
    int version = settings->version == 13 ? TLS1_3_VERSION : TLS1_2_VERSION;
    int is_resumable = settings->resumption != PEER_FULL;

    if (SSL_CTX_set_min_proto_version(context, version) != 1 ||
        SSL_CTX_set_max_proto_version(context, version) != 1 ||
        SSL_CTX_set1_groups_list(context, "P-256") != 1 ||
        SSL_CTX_set_cipher_list(context, "ECDHE+AES128-GCM-SHA256:ECDHE+AESGCM") != 1 ||
        SSL_CTX_set_ciphersuites(context, "TLS_AES_128_GCM_SHA256") != 1 ||
        SSL_CTX_use_certificate_chain_file(context, settings->chain) != 1 ||
        SSL_CTX_use_PrivateKey_file(context, settings->key, SSL_FILETYPE_PEM) != 1 ||
        SSL_CTX_set_session_id_context(context, (const unsigned char *) "bench", 5) != 1) {
        return -1;
    }
    (void) SSL_CTX_set_session_cache_mode(
        context, settings->resumption == PEER_BY_ID ? SSL_SESS_CACHE_SERVER : SSL_SESS_CACHE_OFF);
    if (settings->resumption != PEER_BY_TICKET) {
        (void) SSL_CTX_set_options(context, SSL_OP_NO_TICKET);
    }
    (void) SSL_CTX_set_num_tickets(context, is_resumable ? 1 : 0);
    if (settings->client_chain != NULL) {
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, NULL);
        SSL_CTX_set_client_CA_list(context, SSL_load_client_CA_file(settings->client_root));
        return SSL_CTX_load_verify_locations(context, settings->client_root, NULL) == 1 ? 0 : -1;
    }
    return 0;
}

peer_server *peer_server_open(const peer_settings *settings)
{
    peer_server *server = calloc(1, sizeof *server);

    if (server == NULL) {
        return NULL;
    }
    server->descriptor = -1;
    server->listener = peer_listen(&server->port);
    server->context = SSL_CTX_new(TLS_server_method());
    if (server->listener < 0 || server->context == NULL || configure(server->context, settings) != 0) {
        peer_server_close(server);
        return NULL;
    }
    return server;
}

uint16_t peer_server_port(const peer_server *server)
{
    return server->port;
}

int peer_server_accept(peer_server *server)
{
    server->descriptor = peer_accept(server->listener);
    server->connection = SSL_new(server->context);
    if (server->descriptor < 0 || server->connection == NULL ||
        SSL_set_fd(server->connection, server->descriptor) != 1) {
        return PEER_FAILED;
    }
    SSL_set_accept_state(server->connection);
    return PEER_DONE;
}

int peer_server_descriptor(const peer_server *server)
{
    return server->descriptor;
}

int peer_server_step(peer_server *server)
{
    int result = SSL_do_handshake(server->connection);
    int error;

    if (result == 1) {
        return PEER_DONE;
    }
    error = SSL_get_error(server->connection, result);
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? PEER_WAITS : PEER_FAILED;
}

int peer_server_is_resumed(const peer_server *server)
{
    return SSL_session_reused(server->connection);
}

void peer_server_hang_up(peer_server *server)
{
    if (server->connection != NULL) {
        /* Without this OpenSSL takes the session for a broken one and forgets it. */
        SSL_set_shutdown(server->connection, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN);
        SSL_free(server->connection);
        server->connection = NULL;
    }
    if (server->descriptor >= 0) {
        (void) close(server->descriptor);
        server->descriptor = -1;
    }
}

void peer_server_close(peer_server *server)
{
    peer_server_hang_up(server);
    if (server->listener >= 0) {
        (void) close(server->listener);
    }
    SSL_CTX_free(server->context);
    free(server);
}

const char *peer_openssl_version(void)
{
    return OpenSSL_version(OPENSSL_VERSION_STRING);
}
