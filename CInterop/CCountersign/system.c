/*
 * system.c - clocks, the environment, and the words for errno.
 *
 * 64-bit time is asked for, so that a 32-bit board reads its clock after 2038.
 */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64
#define _TIME_BITS 64
#include "posix_internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <time.h>
#include <unistd.h>

int64_t ccountersign_monotonic_nanoseconds(void)
{
    struct timespec now;

    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) {
        return 0;
    }
    return (int64_t) now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t ccountersign_wall_clock_seconds(void)
{
    struct timespec now;

    if (clock_gettime(CLOCK_REALTIME, &now) != 0) {
        return 0;
    }
    return (int64_t) now.tv_sec;
}

ccountersign_code ccountersign_system_error(int32_t *native, int number)
{
    if (native != NULL) {
        *native = number;
    }
    return CCOUNTERSIGN_SYSTEM_ERROR;
}

const char *ccountersign_environment(const char *name)
{
    /* A caller with fewer rights must not choose the anchors (SSL_CERT_FILE). secure_getenv is GNU's. */
    return name == NULL || getauxval(AT_SECURE) != 0 ? NULL : getenv(name);
}

int ccountersign_is_terminal(int32_t descriptor)
{
    return isatty(descriptor) == 1;
}

size_t ccountersign_system_error_text(int32_t native, char *text, size_t capacity)
{
    if (text == NULL || capacity == 0) {
        return 0;
    }
    text[0] = '\0';
    /* The POSIX form, not GNU's: it fills text, also when it has to cut. */
    (void) !strerror_r(native, text, capacity);
    text[capacity - 1] = '\0';
    return strlen(text);
}

void ccountersign_exit(int32_t status)
{
    exit(status);
}
