/*
 * The program's own arguments. Embedded Swift has no CommandLine, and a main() in C would take the tool's
 * entry point away from Swift; Linux keeps them in /proc.
 */
#define _POSIX_C_SOURCE 200809L
#include "countersign_shim.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

ccountersign_code ccountersign_arguments(char *text, size_t capacity, size_t *count, int32_t *native)
{
    size_t filled = 0;
    int descriptor;

    *count = 0;
    *native = 0;
    do {
        descriptor = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    } while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0) {
        *native = errno;
        return CCOUNTERSIGN_SYSTEM_ERROR;
    }
    while (filled < capacity) {
        ssize_t got = read(descriptor, text + filled, capacity - filled);
        if (got == 0) {
            break;
        }
        if (got < 0) {
            if (errno == EINTR) {
                continue;
            }
            *native = errno;
            (void)close(descriptor);
            return CCOUNTERSIGN_SYSTEM_ERROR;
        }
        filled += (size_t)got;
    }
    (void)close(descriptor);
    if (filled == capacity) {
        return CCOUNTERSIGN_LIMIT_EXCEEDED;
    }
    *count = filled;
    return CCOUNTERSIGN_OK;
}
