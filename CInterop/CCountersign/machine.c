/*
 * machine.c - what a measurement says of the machine that it was made on.
 */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#include "posix_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* The first processors of any machine fit, and they are alike or the first are the small ones. */
#define CPUINFO_LIMIT 8192

static size_t read_cpuinfo(char *text, size_t capacity)
{
    size_t count = 0;
    int descriptor = open("/proc/cpuinfo", O_RDONLY | O_CLOEXEC);

    if (descriptor < 0) {
        return 0;
    }
    while (count < capacity) {
        ssize_t got = read(descriptor, text + count, capacity - count);

        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            break;
        }
        count += (size_t) got;
    }
    close(descriptor);
    return count;
}

static int is_blank(char character)
{
    return character == ' ' || character == '\t' || character == ':';
}

size_t ccountersign_processor_text(const char *key, char *text, size_t capacity)
{
    char info[CPUINFO_LIMIT];
    size_t count = read_cpuinfo(info, sizeof info);
    size_t length;
    size_t start = 0;

    if (key == NULL || text == NULL || *key == '\0') {
        return 0;
    }
    length = strlen(key);
    while (start < count) {
        const char *newline = memchr(info + start, '\n', count - start);
        size_t end = newline != NULL ? (size_t) (newline - info) : count;

        if (end - start > length && memcmp(info + start, key, length) == 0 && is_blank(info[start + length])) {
            size_t first = start + length;

            while (first < end && is_blank(info[first])) {
                first++;
            }
            length = end - first < capacity ? end - first : capacity;
            memcpy(text, info + first, length);
            return length;
        }
        start = end + 1;
    }
    return 0;
}

uint64_t ccountersign_peak_memory(void)
{
    struct rusage usage;

    /* Linux counts in kibibytes. */
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (uint64_t) usage.ru_maxrss * 1024 : 0;
}
