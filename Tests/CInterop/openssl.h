/*
 * openssl.h - what the tests against openssl s_server share.
 */
#ifndef COUNTERSIGN_OPENSSL_H
#define COUNTERSIGN_OPENSSL_H

#include "harness.h"

const char *version_flag(uint16_t version);
ccountersign_session_options client_options(void);

/* The first six: a certificate of this kind with its intermediate. */
void certificate_arguments(const char **arguments, const char *kind);

/* Up to the trust pause, with what must hold there. */
int reach_trust(ccountersign_session *session, const line *to);

/* At CLIENT_CERTIFICATE, when the server was given names.pem. */
void check_request(const ccountersign_session *session, uint16_t version);

int connect_with(
    server *server, const char *const *arguments, const ccountersign_session_options *options,
    ccountersign_session **session, line *to);
void disconnect(server *server, ccountersign_session *session, line *to);

#endif
