/*
 * sockets.h - loopback sockets that do not block.
 */
#ifndef PEER_SOCKETS_H
#define PEER_SOCKETS_H

#include <stdint.h>

/* A connection to a port of 127.0.0.1, or -1. */
int peer_connect(uint16_t port);
/* A listener on a free port of 127.0.0.1, which `port` is set to, or -1. It blocks. */
int peer_listen(uint16_t *port);
/* The next connection, which does not block, or -1. */
int peer_accept(int listener);

#endif
