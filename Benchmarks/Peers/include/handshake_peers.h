/*
 * handshake_peers.h - one server for all, and other people's clients, all of them over loopback sockets that do not
 * block, so that one thread can drive both sides and count one of them.
 */
#ifndef HANDSHAKE_PEERS_H
#define HANDSHAKE_PEERS_H

#include <stdint.h>

enum { PEER_FULL = 0, PEER_BY_ID = 1, PEER_BY_TICKET = 2 };
enum { PEER_DONE = 0, PEER_WAITS = 1, PEER_FAILED = -1 };

typedef struct peer_settings {
    const char *root;         /* PEM files */
    const char *chain;
    const char *key;
    const char *client_chain; /* NULL: the server asks for none */
    const char *client_key;
    const char *client_root;
    const char *host;         /* what the client expects in the certificate */
    int version;              /* 12 or 13 */
    int resumption;
} peer_settings;

/* OpenSSL's server: P-256, AES-128-GCM, one connection at a time. */
typedef struct peer_server peer_server;

peer_server *peer_server_open(const peer_settings *settings);
uint16_t peer_server_port(const peer_server *server);
/* Takes over the connection that a client has begun. */
int peer_server_accept(peer_server *server);
int peer_server_descriptor(const peer_server *server);
/* Goes on with the handshake without waiting. */
int peer_server_step(peer_server *server);
int peer_server_is_resumed(const peer_server *server);
void peer_server_hang_up(peer_server *server);
void peer_server_close(peer_server *server);

/* A kind of client. `open` does what is done once in a process: anchors, configuration. */
typedef struct peer_kind {
    void *(*open)(const peer_settings *settings);
    /* Connects and makes a session; with `resumes`, from what `keep` has kept. */
    int (*begin)(void *client, uint16_t port, int resumes);
    int (*descriptor)(const void *client);
    int (*step)(void *client);
    /* After the handshake, keeps what is needed to resume it; PEER_WAITS while a ticket has not come. */
    int (*keep)(void *client);
    void (*end)(void *client);
    void (*close)(void *client);
} peer_kind;

const peer_kind *peer_mbedtls(void);
const peer_kind *peer_openssl(void);

/* The version of OpenSSL, as text. */
const char *peer_openssl_version(void);

/* Waits until one of two descriptors can be read, at most ten seconds: bit 0 for the first, bit 1 for the second. */
int peer_wait(int first, int second);

/* Under valgrind's callgrind: starts or stops counting instructions; forgets what was counted; writes it into a file
 * under a name. Elsewhere they do nothing. */
void peer_toggle_counting(void);
void peer_forget_count(void);
void peer_write_count(const char *name);
int peer_is_under_valgrind(void);

#endif
