/*
 * net.c - TCP sockets, and waiting for them.
 */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#define _TIME_BITS 64
#include "posix_internal.h"

#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* A handshake is a few small writes that each wait for an answer: Nagle's algorithm would only delay them. */
static void send_at_once(int descriptor)
{
    const int on = 1;

    (void) setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

ccountersign_code ccountersign_connect(const ccountersign_address *address, int32_t *descriptor, int32_t *native)
{
    ccountersign_any_address raw;
    socklen_t count;
    int handle;

    if (address == NULL || descriptor == NULL) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    *descriptor = -1;
    count = ccountersign_address_to(address, &raw);
    if (count == 0) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    handle = socket(raw.raw.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (handle < 0) {
        return ccountersign_system_error(native, errno);
    }
    send_at_once(handle);
    /* EINTR too leaves the connection to be made in the background. */
    if (connect(handle, &raw.raw, count) != 0 && errno != EINPROGRESS && errno != EINTR) {
        int number = errno;

        close(handle);
        return ccountersign_system_error(native, number);
    }
    *descriptor = handle;
    return CCOUNTERSIGN_OK;
}

ccountersign_code ccountersign_connect_result(int32_t descriptor, int32_t *native)
{
    ccountersign_any_address peer;
    socklen_t count = sizeof peer;
    int number = 0;
    socklen_t size = sizeof number;

    if (getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &size) != 0) {
        return ccountersign_system_error(native, errno);
    }
    if (number != 0) {
        return ccountersign_system_error(native, number);
    }
    /* No error is also what a connection says that is still being made. */
    if (getpeername(descriptor, &peer.raw, &count) != 0) {
        return ccountersign_system_error(native, errno == ENOTCONN ? EINPROGRESS : errno);
    }
    return CCOUNTERSIGN_OK;
}

ccountersign_code ccountersign_listen(
    const ccountersign_address *address, int32_t *descriptor, uint16_t *port, int32_t *native)
{
    const int on = 1;
    ccountersign_any_address raw;
    ccountersign_address bound;
    socklen_t count;
    int handle;
    int number;

    if (address == NULL || descriptor == NULL || port == NULL) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    *descriptor = -1;
    *port = 0;
    count = ccountersign_address_to(address, &raw);
    if (count == 0) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    handle = socket(raw.raw.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (handle < 0) {
        return ccountersign_system_error(native, errno);
    }
    (void) setsockopt(handle, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (address->family == 6) {
        /* The address that was asked for and no other: :: does not also mean 0.0.0.0. */
        (void) setsockopt(handle, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    }
    if (bind(handle, &raw.raw, count) == 0 && listen(handle, 64) == 0) {
        count = sizeof raw;
        if (getsockname(handle, &raw.raw, &count) == 0 && ccountersign_address_from(&raw.raw, count, &bound)) {
            *descriptor = handle;
            *port = bound.port;
            return CCOUNTERSIGN_OK;
        }
    }
    number = errno;
    close(handle);
    return ccountersign_system_error(native, number);
}

ccountersign_code ccountersign_accept(int32_t listener, int32_t *descriptor, int32_t *native)
{
    int handle;

    if (descriptor == NULL) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    *descriptor = -1;
    do {
        handle = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    } while (handle < 0 && errno == EINTR);
    if (handle < 0) {
        return ccountersign_system_error(native, errno);
    }
    send_at_once(handle);
    *descriptor = handle;
    return CCOUNTERSIGN_OK;
}

static short events_of(int32_t interest)
{
    return (short) ((interest & CCOUNTERSIGN_READABLE ? POLLIN : 0) | (interest & CCOUNTERSIGN_WRITABLE ? POLLOUT : 0));
}

/* An error or a hang-up answers whatever was waited for: the next call then meets it. */
static int32_t interest_met(short events, int32_t interest)
{
    int32_t met = 0;

    if (events & (POLLIN | POLLHUP | POLLERR)) {
        met |= CCOUNTERSIGN_READABLE;
    }
    if (events & (POLLOUT | POLLHUP | POLLERR)) {
        met |= CCOUNTERSIGN_WRITABLE;
    }
    return met & interest;
}

ccountersign_code ccountersign_wait(
    int32_t descriptor, int32_t interest, int32_t second, int32_t second_interest,
    int64_t deadline, int32_t *ready, int32_t *native)
{
    struct pollfd entries[2];
    int count;

    if (ready == NULL) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    *ready = 0;
    memset(entries, 0, sizeof entries);
    entries[0].fd = descriptor;
    entries[0].events = events_of(interest);
    entries[1].fd = second;
    entries[1].events = events_of(second_interest);
    for (;;) {
        int64_t left = INT64_MAX;
        struct timespec timeout;

        if (deadline != INT64_MAX) {
            left = deadline - ccountersign_monotonic_nanoseconds();
            if (left < 0) {
                left = 0;
            }
            timeout.tv_sec = (time_t) (left / 1000000000);
            timeout.tv_nsec = (long) (left % 1000000000);
        }
        count = ppoll(entries, 2, deadline == INT64_MAX ? NULL : &timeout, NULL);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return ccountersign_system_error(native, errno);
        }
        if (count == 0) {
            /* A timer may end a little early. */
            if (left > 0 && ccountersign_monotonic_nanoseconds() < deadline) {
                continue;
            }
            return CCOUNTERSIGN_TIMED_OUT;
        }
        if ((entries[0].revents | entries[1].revents) & POLLNVAL) {
            return ccountersign_system_error(native, EBADF);
        }
        *ready = interest_met(entries[0].revents, interest) | interest_met(entries[1].revents, second_interest) << 2;
        return CCOUNTERSIGN_OK;
    }
}

int64_t ccountersign_receive(int32_t descriptor, uint8_t *bytes, size_t capacity)
{
    ssize_t got;

    /* Nothing asked for would look like the end of the stream. */
    if (bytes == NULL || capacity == 0) {
        return -1000 - EINVAL;
    }
    do {
        got = recv(descriptor, bytes, capacity, MSG_DONTWAIT);
    } while (got < 0 && errno == EINTR);
    if (got >= 0) {
        return got;
    }
    return errno == EAGAIN || errno == EWOULDBLOCK ? -1 : -1000 - errno;
}

int64_t ccountersign_send(int32_t descriptor, const uint8_t *bytes, size_t count)
{
    ssize_t put;

    if (bytes == NULL && count > 0) {
        return -1000 - EINVAL;
    }
    do {
        put = send(descriptor, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL);
    } while (put < 0 && errno == EINTR);
    if (put >= 0) {
        return put;
    }
    return errno == EAGAIN || errno == EWOULDBLOCK ? -1 : -1000 - errno;
}

void ccountersign_shutdown_write(int32_t descriptor)
{
    (void) shutdown(descriptor, SHUT_WR);
}

ccountersign_code ccountersign_event_open(int32_t *descriptor, int32_t *native)
{
    int handle;

    if (descriptor == NULL) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    handle = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    *descriptor = handle;
    return handle < 0 ? ccountersign_system_error(native, errno) : CCOUNTERSIGN_OK;
}

void ccountersign_event_signal(int32_t descriptor)
{
    const uint64_t one = 1;
    ssize_t put;

    /* A counter that is full has been signalled already. */
    do {
        put = write(descriptor, &one, sizeof one);
    } while (put < 0 && errno == EINTR);
}
