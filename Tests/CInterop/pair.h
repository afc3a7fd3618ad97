/*
 * pair.h - a client and a server in memory.
 */
#ifndef COUNTERSIGN_PAIR_H
#define COUNTERSIGN_PAIR_H

#include "harness.h"

typedef struct pair {
    ccountersign_session_options client_options;
    ccountersign_session_options server_options;
    ccountersign_session *client;
    ccountersign_session *server;
    ccountersign_credential *credential;
    ccountersign_credential *anchors;
    stream up;
    stream down;
} pair;

void prepare(pair *both, const char *kind);
void open_pair(pair *both);
void clear(pair *both);

/* Both sides until neither can go on; pauses are answered with yes. */
void run_pair(
    ccountersign_session *client, ccountersign_session *server, stream *up, stream *down, size_t chunk,
    const ccountersign_credential *own, ccountersign_status *client_status, ccountersign_status *server_status);

/* Moves what one side wants moved, and says again what it wanted. */
ccountersign_status move(pair *both, ccountersign_status status, int is_client, size_t chunk);

#endif
