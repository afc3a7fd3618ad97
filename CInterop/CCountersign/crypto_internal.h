/*
 * crypto_internal.h - what crypto.c, keygen.c, signature.c and credential.c share. Needs compat.h before it.
 */
#ifndef CCOUNTERSIGN_CRYPTO_INTERNAL_H
#define CCOUNTERSIGN_CRYPTO_INTERNAL_H

#include "compat.h"
#include "internal.h"

/* The library's description of a hash, or NULL when it was built without it. */
CCOUNTERSIGN_HIDDEN const mbedtls_md_info_t *ccountersign_hash_info(ccountersign_hash hash);

/* A private key from PKCS#8, SEC1 or PKCS#1 DER. The key is initialised by this function, and to be freed
 * with mbedtls_pk_free whatever came of it. */
CCOUNTERSIGN_HIDDEN ccountersign_code ccountersign_read_private_key(
    mbedtls_pk_context *key, ccountersign_bytes der);

#endif
