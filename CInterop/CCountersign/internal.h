/*
 * internal.h - what the shim's files share with each other. Not part of the contract.
 */
#ifndef CCOUNTERSIGN_INTERNAL_H
#define CCOUNTERSIGN_INTERNAL_H

#include "countersign_shim.h"

#define CCOUNTERSIGN_HIDDEN __attribute__((visibility("hidden")))

/* What one of mbedTLS's numbers means, wherever it came from. */
CCOUNTERSIGN_HIDDEN ccountersign_code ccountersign_code_of(int native);

/* The shape that mbedTLS wants its random numbers in; the context is not used. */
CCOUNTERSIGN_HIDDEN int ccountersign_rng(void *context, unsigned char *bytes, size_t count);

/* RSA keys larger than this are not looked at. OpenSSL's limit is twice that; CAs issue up to 4096 bits. */
#define CCOUNTERSIGN_RSA_LIMIT 8192

/* Some functions of the library and of libc may not be given NULL even for no bytes. */
static inline const unsigned char *ccountersign_start(ccountersign_bytes bytes)
{
    static const unsigned char nothing = 0;

    return bytes.start != NULL ? bytes.start : &nothing;
}

/* A table says how many bytes it lends, and means it. */
static inline int ccountersign_is_sound(ccountersign_bytes bytes)
{
    return bytes.start != NULL || bytes.count == 0;
}

#endif
