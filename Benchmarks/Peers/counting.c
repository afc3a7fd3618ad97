#include "handshake_peers.h"

#include <valgrind/callgrind.h>

void peer_toggle_counting(void)
{
    CALLGRIND_TOGGLE_COLLECT;
}

void peer_forget_count(void)
{
    CALLGRIND_ZERO_STATS;
}

void peer_write_count(const char *name)
{
    CALLGRIND_DUMP_STATS_AT(name);
}

int peer_is_under_valgrind(void)
{
    return RUNNING_ON_VALGRIND != 0;
}
