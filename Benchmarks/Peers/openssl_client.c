#include "handshake_peers.h"
#include "sockets.h"

#include <openssl/ssl.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct client {
    const char *host;
    SSL_CTX *context;
    SSL *connection;
    SSL_SESSION *kept;
    int descriptor;
    int version;
} client;

static void close_client(void *opaque);

static void *open_client(const peer_settings *settings)
{
    client *self = calloc(1, sizeof *self);
    int version = settings->version == 13 ? TLS1_3_VERSION : TLS1_2_VERSION;

    if (self == NULL) {
        return NULL;
    }
    self->descriptor = -1;
    self->host = settings->host;
    self->version = settings->version;
    self->context = SSL_CTX_new(TLS_client_method());
    if (self->context == NULL || SSL_CTX_set_min_proto_version(self->context, version) != 1 ||
        SSL_CTX_set_max_proto_version(self->context, version) != 1 ||
        SSL_CTX_set1_groups_list(self->context, "P-256:X25519:P-384") != 1 ||
        SSL_CTX_load_verify_locations(self->context, settings->root, NULL) != 1 ||
        (settings->client_chain != NULL &&
         (SSL_CTX_use_certificate_chain_file(self->context, settings->client_chain) != 1 ||
          SSL_CTX_use_PrivateKey_file(self->context, settings->client_key, SSL_FILETYPE_PEM) != 1))) {
        close_client(self);
        return NULL;
    }
    SSL_CTX_set_verify(self->context, SSL_VERIFY_PEER, NULL);
    return self;
}

static int begin(void *opaque, uint16_t port, int resumes)
{
    client *self = opaque;

    self->descriptor = peer_connect(port);
    self->connection = SSL_new(self->context);
    if (self->descriptor < 0 || self->connection == NULL || SSL_set_fd(self->connection, self->descriptor) != 1 ||
        SSL_set_tlsext_host_name(self->connection, self->host) != 1 ||
        SSL_set1_host(self->connection, self->host) != 1 ||
        (resumes && SSL_set_session(self->connection, self->kept) != 1)) {
        return PEER_FAILED;
    }
    SSL_set_connect_state(self->connection);
    return PEER_DONE;
}

static int descriptor(const void *opaque)
{
    return ((const client *) opaque)->descriptor;
}

static int outcome(const client *self, int result)
{
    int error;

    if (result == 1) {
        return PEER_DONE;
    }
    error = SSL_get_error(self->connection, result);
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? PEER_WAITS : PEER_FAILED;
}

static int step(void *opaque)
{
    client *self = opaque;

    return outcome(self, SSL_do_handshake(self->connection));
}

static int keep(void *opaque)
{
    client *self = opaque;
    unsigned char byte;

    if (self->version == 13) {
        /* Reading takes the ticket in, if it has come. */
        (void) SSL_read(self->connection, &byte, 1);
        if (!SSL_SESSION_is_resumable(SSL_get0_session(self->connection))) {
            return PEER_WAITS;
        }
    }
    SSL_SESSION_free(self->kept);
    self->kept = SSL_get1_session(self->connection);
    return self->kept != NULL ? PEER_DONE : PEER_FAILED;
}

static void end(void *opaque)
{
    client *self = opaque;

    if (self->connection != NULL) {
        (void) SSL_shutdown(self->connection);
        SSL_free(self->connection);
        self->connection = NULL;
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
    SSL_SESSION_free(self->kept);
    SSL_CTX_free(self->context);
    free(self);
}

const peer_kind *peer_openssl(void)
{
    static const peer_kind kind = { open_client, begin, descriptor, step, keep, end, close_client };

    return &kind;
}
