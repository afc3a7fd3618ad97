/*
 * entropy.c - random numbers, straight from the kernel: nothing to seed, to lock or to repeat after fork.
 */
#define _DEFAULT_SOURCE
#include "compat.h"
#include "internal.h"

#include <errno.h>
#include <sys/random.h>

ccountersign_code ccountersign_random(uint8_t *bytes, size_t count)
{
    if (bytes == NULL && count != 0) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    while (count > 0) {
        /* Up to 256 bytes come whole once the pool is ready; more may be interrupted. */
        ssize_t got = getrandom(bytes, count, 0);

        if (got < 0) {
            if (errno == EINTR) {
                continue;
            }
            return CCOUNTERSIGN_RANDOM_UNAVAILABLE;
        }
        bytes += got;
        count -= (size_t) got;
    }
    return CCOUNTERSIGN_OK;
}

int ccountersign_rng(void *context, unsigned char *bytes, size_t count)
{
    (void) context;
    return ccountersign_random(bytes, count) == CCOUNTERSIGN_OK ? 0 : MBEDTLS_ERR_ENTROPY_SOURCE_FAILED;
}
