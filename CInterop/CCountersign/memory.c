/*
 * memory.c - memory that is zeroed when it comes and wiped when it goes.
 */
#define _POSIX_C_SOURCE 200809L
#include "compat.h"
#include "internal.h"

#include <stdlib.h>
#include <string.h>

void *ccountersign_allocate(size_t count)
{
    void *memory = NULL;

    /* Not calloc: on 32-bit ARM it aligns to 8 only. One byte at least, so that NULL always means failure. */
    if (count == 0) {
        count = 1;
    }
    if (posix_memalign(&memory, CCOUNTERSIGN_ALIGNMENT, count) != 0) {
        return NULL;
    }
    memset(memory, 0, count);
    return memory;
}

void ccountersign_release(void *memory, size_t count)
{
    if (memory == NULL) {
        return;
    }
    ccountersign_wipe(memory, count);
    free(memory);
}

void ccountersign_wipe(void *memory, size_t count)
{
    if (memory != NULL && count > 0) {
        mbedtls_platform_zeroize(memory, count);
    }
}

int ccountersign_constant_time_equal(const uint8_t *left, const uint8_t *right, size_t count)
{
    /* volatile keeps the compiler from stopping at the first difference. */
    const volatile uint8_t *a = left;
    const volatile uint8_t *b = right;
    volatile uint8_t difference = 0;
    size_t index;

    for (index = 0; index < count; index += 1) {
        difference = (uint8_t) (difference | (a[index] ^ b[index]));
    }
    return difference == 0;
}
