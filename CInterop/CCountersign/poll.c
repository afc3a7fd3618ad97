/*
 * poll.c - waiting for many descriptors at once, for the server of `countersign serve`.
 */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#define _TIME_BITS 64
#include "posix_internal.h"

#include <errno.h>
#include <poll.h>

ccountersign_code ccountersign_wait_any(
    ccountersign_waiting *entries, size_t count, int64_t deadline, int32_t *native)
{
    struct pollfd polled[CCOUNTERSIGN_WAITING_LIMIT];
    size_t index;

    if (entries == NULL || count == 0 || count > CCOUNTERSIGN_WAITING_LIMIT) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    for (index = 0; index < count; index++) {
        polled[index].fd = entries[index].descriptor;
        polled[index].events = (short) (((entries[index].interest & CCOUNTERSIGN_READABLE) != 0 ? POLLIN : 0)
            | ((entries[index].interest & CCOUNTERSIGN_WRITABLE) != 0 ? POLLOUT : 0));
        polled[index].revents = 0;
        entries[index].ready = 0;
    }
    for (;;) {
        struct timespec timeout = { 0, 0 };
        int64_t left = deadline == INT64_MAX ? 0 : deadline - ccountersign_monotonic_nanoseconds();
        int ready;

        if (left > 0) {
            timeout.tv_sec = (time_t) (left / 1000000000);
            timeout.tv_nsec = (long) (left % 1000000000);
        }
        ready = ppoll(polled, (nfds_t) count, deadline == INT64_MAX ? NULL : &timeout, NULL);
        if (ready < 0 && errno == EINTR) {
            continue;
        }
        if (ready < 0) {
            return ccountersign_system_error(native, errno);
        }
        if (ready == 0) {
            return CCOUNTERSIGN_TIMED_OUT;
        }
        break;
    }
    for (index = 0; index < count; index++) {
        /* An error or a hang-up ends every wait: the read or write that follows tells what it was. */
        if (polled[index].revents != 0) {
            entries[index].ready = 1;
        }
    }
    return CCOUNTERSIGN_OK;
}
