/*
 * credential_internal.h - what a credential holds, for credential.c and the session.
 */
#ifndef CCOUNTERSIGN_CREDENTIAL_INTERNAL_H
#define CCOUNTERSIGN_CREDENTIAL_INTERNAL_H

#include "crypto_internal.h"

#include "mbedtls/ssl_ticket.h"

struct ccountersign_credential {
    mbedtls_x509_crt chain;     /* leaf first */
    mbedtls_pk_context key;
    int has_key;
    ccountersign_signer signer; /* of a key that is elsewhere */
    void *signer_context;
    mbedtls_ssl_ticket_context tickets; /* a server's, with a lock of its own */
    int has_tickets;
};

#endif
