/*
 * lock.c - a mutex, for the few things that connections share.
 */
#define _POSIX_C_SOURCE 200809L
#include "countersign_shim.h"

#include <pthread.h>

struct ccountersign_lock {
    pthread_mutex_t mutex;
};

size_t ccountersign_lock_size(void)
{
    return sizeof(ccountersign_lock);
}

ccountersign_code ccountersign_lock_init(ccountersign_lock *lock)
{
    return pthread_mutex_init(&lock->mutex, NULL) == 0 ? CCOUNTERSIGN_OK : CCOUNTERSIGN_OUT_OF_MEMORY;
}

void ccountersign_lock_free(ccountersign_lock *lock)
{
    if (lock != NULL) {
        (void) pthread_mutex_destroy(&lock->mutex);
    }
}

void ccountersign_lock_acquire(ccountersign_lock *lock)
{
    /* A mutex of the default kind, used as the contract says, has no way to fail. */
    (void) pthread_mutex_lock(&lock->mutex);
}

void ccountersign_lock_release(ccountersign_lock *lock)
{
    (void) pthread_mutex_unlock(&lock->mutex);
}
