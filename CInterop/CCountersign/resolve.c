/*
 * resolve.c - getaddrinfo with a deadline. It has none of its own and cannot be stopped, so it runs on a
 * detached thread; whichever of the two lets go last frees what they share.
 */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#define _TIME_BITS 64
#include "posix_internal.h"

#include <errno.h>
#include <netdb.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* RFC 1035 section 2.3.4 allows 253 characters of host name; search domains and aliases may be longer. */
#define HOST_LIMIT 1024
#define ADDRESS_LIMIT 64

typedef struct lookup {
    pthread_mutex_t lock;
    pthread_cond_t over;
    int holders;
    int is_over;
    ccountersign_code code;
    int32_t native;
    size_t count;
    ccountersign_address addresses[ADDRESS_LIMIT];
    char host[HOST_LIMIT + 1];
} lookup;

static void release(lookup *shared)
{
    int left;

    pthread_mutex_lock(&shared->lock);
    shared->holders -= 1;
    left = shared->holders;
    pthread_mutex_unlock(&shared->lock);
    if (left == 0) {
        pthread_cond_destroy(&shared->over);
        pthread_mutex_destroy(&shared->lock);
        free(shared);
    }
}

static ccountersign_code code_of_lookup(int result, int number, int32_t *native)
{
    switch (result) {
    case EAI_NONAME:
#ifdef EAI_NODATA
    case EAI_NODATA:
#endif
#ifdef EAI_ADDRFAMILY
    case EAI_ADDRFAMILY:
#endif
        return CCOUNTERSIGN_NOT_FOUND;
    case EAI_MEMORY:
        return CCOUNTERSIGN_OUT_OF_MEMORY;
    case EAI_AGAIN:
        return ccountersign_system_error(native, EAGAIN);
    case EAI_SYSTEM:
        return ccountersign_system_error(native, number);
    default:
        return ccountersign_system_error(native, EIO);
    }
}

static void *run(void *argument)
{
    lookup *shared = argument;
    struct addrinfo hints;
    struct addrinfo *list = NULL;
    const struct addrinfo *entry;
    ccountersign_code code = CCOUNTERSIGN_OK;
    int32_t native = 0;
    size_t count = 0;
    int result;

    memset(&hints, 0, sizeof hints);
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    /* No AI_ADDRCONFIG: it would hide ::1 and 127.0.0.1 on a machine without other addresses. */
    result = getaddrinfo(shared->host, NULL, &hints, &list);
    if (result != 0) {
        code = code_of_lookup(result, errno, &native);
        list = NULL;
    }
    /* Nobody reads the addresses before is_over is seen under the lock. */
    for (entry = list; entry != NULL && count < ADDRESS_LIMIT; entry = entry->ai_next) {
        if (ccountersign_address_from(entry->ai_addr, entry->ai_addrlen, &shared->addresses[count])) {
            count += 1;
        }
    }
    if (list != NULL) {
        freeaddrinfo(list);
    }
    if (code == CCOUNTERSIGN_OK && count == 0) {
        code = CCOUNTERSIGN_NOT_FOUND;
    }

    pthread_mutex_lock(&shared->lock);
    shared->code = code;
    shared->native = native;
    shared->count = count;
    shared->is_over = 1;
    pthread_cond_signal(&shared->over);
    pthread_mutex_unlock(&shared->lock);
    release(shared);
    return NULL;
}

/* Both halves of a lookup, or NULL. */
static lookup *make_lookup(const char *host, size_t count)
{
    lookup *shared = calloc(1, sizeof *shared);
    pthread_condattr_t attributes;
    int result;

    if (shared == NULL) {
        return NULL;
    }
    memcpy(shared->host, host, count);
    shared->holders = 2;
    if (pthread_condattr_init(&attributes) != 0) {
        free(shared);
        return NULL;
    }
    result = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    if (result == 0) {
        result = pthread_cond_init(&shared->over, &attributes);
    }
    pthread_condattr_destroy(&attributes);
    if (result != 0) {
        free(shared);
        return NULL;
    }
    if (pthread_mutex_init(&shared->lock, NULL) != 0) {
        pthread_cond_destroy(&shared->over);
        free(shared);
        return NULL;
    }
    return shared;
}

/* The program's signals are the program's: its handlers must not run on a thread it does not know of. */
static int start(lookup *shared)
{
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t all, previous;
    int result = pthread_attr_init(&attributes);

    if (result != 0) {
        return result;
    }
    result = pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    if (result == 0) {
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &previous);
        result = pthread_create(&thread, &attributes, run, shared);
        pthread_sigmask(SIG_SETMASK, &previous, NULL);
    }
    pthread_attr_destroy(&attributes);
    return result;
}

static void wait_until(lookup *shared, int64_t deadline)
{
    struct timespec until;
    int result = 0;

    until.tv_sec = (time_t) (deadline / 1000000000);
    until.tv_nsec = (long) (deadline % 1000000000);
    while (!shared->is_over && result == 0) {
        result = deadline == INT64_MAX ? pthread_cond_wait(&shared->over, &shared->lock)
                                       : pthread_cond_timedwait(&shared->over, &shared->lock, &until);
    }
}

ccountersign_code ccountersign_resolve(
    const char *host, uint16_t port, int64_t deadline,
    ccountersign_address *addresses, size_t capacity, size_t *count, int32_t *native)
{
    ccountersign_code code;
    lookup *shared;
    size_t length;
    size_t index;
    int result;

    if (host == NULL || addresses == NULL || capacity == 0 || count == NULL) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    *count = 0;
    if (native != NULL) {
        *native = 0;
    }
    length = strlen(host);
    if (length == 0 || length > HOST_LIMIT) {
        return CCOUNTERSIGN_NOT_FOUND;
    }
    if (ccountersign_parse_address(host, length, &addresses[0])) {
        addresses[0].port = port;
        *count = 1;
        return CCOUNTERSIGN_OK;
    }
    if (deadline <= ccountersign_monotonic_nanoseconds()) {
        return CCOUNTERSIGN_TIMED_OUT;
    }
    shared = make_lookup(host, length);
    if (shared == NULL) {
        return CCOUNTERSIGN_OUT_OF_MEMORY;
    }
    result = start(shared);
    if (result != 0) {
        release(shared);
        release(shared);
        return ccountersign_system_error(native, result);
    }

    pthread_mutex_lock(&shared->lock);
    wait_until(shared, deadline);
    if (shared->is_over) {
        code = shared->code;
        if (native != NULL) {
            *native = shared->native;
        }
        for (index = 0; index < shared->count && index < capacity; index += 1) {
            addresses[index] = shared->addresses[index];
            addresses[index].port = port;
            *count += 1;
        }
    } else {
        code = CCOUNTERSIGN_TIMED_OUT;
    }
    pthread_mutex_unlock(&shared->lock);
    release(shared);
    return code;
}
