/*
 * Whoever calls malloc is told by the return address: the Swift runtime allocates everything through libswiftCore.
 */
#define _GNU_SOURCE
#include "allocation_counter.h"

#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <stddef.h>
#include <string.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

static __thread int is_counting;
static __thread allocation_counts counts;
static uintptr_t runtime_start;
static uintptr_t runtime_end;

static int find_runtime(struct dl_phdr_info *info, size_t size, void *unused)
{
    int index;

    (void) size;
    (void) unused;
    if (strstr(info->dlpi_name, "libswiftCore.so") == NULL) {
        return 0;
    }
    for (index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[index];

        if (header->p_type == PT_LOAD && (header->p_flags & PF_X) != 0) {
            runtime_start = info->dlpi_addr + header->p_vaddr;
            runtime_end = runtime_start + header->p_memsz;
        }
    }
    return 1;
}

__attribute__((constructor)) static void look_around(void)
{
    (void) dl_iterate_phdr(find_runtime, NULL);
}

static void count(const void *caller, void *memory)
{
    uintptr_t place = (uintptr_t) caller;

    if (!is_counting || memory == NULL) {
        return;
    }
    counts.live += (int64_t) malloc_usable_size(memory);
    counts.bytes += malloc_usable_size(memory);
    if (counts.live > counts.peak) {
        counts.peak = counts.live;
    }
    if (place >= runtime_start && place < runtime_end) {
        counts.swift++;
    } else {
        counts.other++;
    }
}

void allocation_counter_start(void)
{
    memset(&counts, 0, sizeof counts);
    is_counting = 1;
}

allocation_counts allocation_counter_stop(void)
{
    is_counting = 0;
    return counts;
}

void allocation_counter_resume(void)
{
    is_counting = 1;
}

void *malloc(size_t size)
{
    void *memory = __libc_malloc(size);

    count(__builtin_return_address(0), memory);
    return memory;
}

void *calloc(size_t number, size_t size)
{
    void *memory = __libc_calloc(number, size);

    count(__builtin_return_address(0), memory);
    return memory;
}

void *realloc(void *old, size_t size)
{
    int64_t before = old != NULL && is_counting ? (int64_t) malloc_usable_size(old) : 0;
    void *memory = __libc_realloc(old, size);

    if (memory != NULL || size == 0) {
        counts.live -= before;
    }
    count(__builtin_return_address(0), memory);
    return memory;
}

void *memalign(size_t alignment, size_t size)
{
    void *memory = __libc_memalign(alignment, size);

    count(__builtin_return_address(0), memory);
    return memory;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    void *memory = __libc_memalign(alignment, size);

    count(__builtin_return_address(0), memory);
    return memory;
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    void *found = __libc_memalign(alignment, size);

    count(__builtin_return_address(0), found);
    if (found == NULL) {
        return ENOMEM;
    }
    *memory = found;
    return 0;
}

void free(void *memory)
{
    if (is_counting && memory != NULL) {
        counts.live -= (int64_t) malloc_usable_size(memory);
    }
    __libc_free(memory);
}
