/*
 * allocation_counter.h - counts a thread's heap allocations by who asked for them. Linked into a test executable, it
 * replaces malloc and its kin there, for every library of the process.
 */
#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdint.h>

typedef struct allocation_counts {
    uint64_t swift;  /* asked for by the Swift runtime: objects, buffers, boxes */
    uint64_t other;  /* by anybody else: mbedTLS, the shim, libc */
    int64_t live;    /* bytes allocated and not freed since the start, as malloc rounds them */
    int64_t peak;    /* the most that was live at once */
    uint64_t bytes;  /* of all allocations together, as malloc rounds them */
} allocation_counts;

/* Starts counting on this thread, from zero. */
void allocation_counter_start(void);
/* Stops, and tells what was counted since the start. */
allocation_counts allocation_counter_stop(void);
/* Goes on after a stop, adding to what was counted. */
void allocation_counter_resume(void);

#endif
