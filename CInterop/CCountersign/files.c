/*
 * files.c - files and directories, and descriptors that are not sockets.
 */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#define _FILE_OFFSET_BITS 64
#define _TIME_BITS 64
#include "posix_internal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static ccountersign_code open_error(int32_t *native, int number)
{
    ccountersign_code code = ccountersign_system_error(native, number);

    return number == ENOENT || number == ENOTDIR ? CCOUNTERSIGN_NOT_FOUND : code;
}

/* Reads until count bytes or the end; the bytes read, or -1 and errno. */
static ssize_t read_whole(int descriptor, uint8_t *bytes, size_t count)
{
    size_t done = 0;

    while (done < count) {
        ssize_t got = read(descriptor, bytes + done, count - done);

        if (got == 0) {
            break;
        }
        if (got < 0) {
            if (errno == EINTR) {
                continue;
            }
            return -1;
        }
        done += (size_t) got;
    }
    return (ssize_t) done;
}

/* Pages of our own rather than the file's: a file that somebody truncates meanwhile would raise SIGBUS,
 * and pages that held a private key can be wiped. */
static ccountersign_code load(int descriptor, size_t size, ccountersign_bytes *contents, int32_t *native)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ssize_t got;

    if (memory == MAP_FAILED) {
        return CCOUNTERSIGN_OUT_OF_MEMORY;
    }
    got = read_whole(descriptor, memory, size);
    if (got != (ssize_t) size) {
        int number = got < 0 ? errno : EAGAIN;

        ccountersign_wipe(memory, size);
        munmap(memory, size);
        return ccountersign_system_error(native, number);
    }
    if (mprotect(memory, size, PROT_READ) != 0) {
        int number = errno;

        ccountersign_wipe(memory, size);
        munmap(memory, size);
        return ccountersign_system_error(native, number);
    }
    contents->start = memory;
    contents->count = size;
    return CCOUNTERSIGN_OK;
}

/* The file's own pages, all of them at hand: what is mapped is the system's cache, and nothing is copied. */
static ccountersign_code share(int descriptor, size_t size, ccountersign_bytes *contents, int32_t *native)
{
    void *memory = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, descriptor, 0);

    if (memory == MAP_FAILED) {
        return ccountersign_system_error(native, errno);
    }
    contents->start = memory;
    contents->count = size;
    return CCOUNTERSIGN_OK;
}

/* Opens a regular file and lets `take` have its contents. */
static ccountersign_code take_file(
    const char *path, ccountersign_bytes *contents, uint32_t *mode, int32_t *native,
    ccountersign_code (*take)(int, size_t, ccountersign_bytes *, int32_t *))
{
    struct stat status;
    ccountersign_code code = CCOUNTERSIGN_OK;
    int descriptor;

    if (path == NULL || contents == NULL) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    contents->start = NULL;
    contents->count = 0;
    if (native != NULL) {
        *native = 0;
    }
    /* O_NONBLOCK: opening a FIFO must not wait for a writer. */
    do {
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    } while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0) {
        return open_error(native, errno);
    }
    if (fstat(descriptor, &status) != 0) {
        code = ccountersign_system_error(native, errno);
    } else if (!S_ISREG(status.st_mode)) {
        code = ccountersign_system_error(native, S_ISDIR(status.st_mode) ? EISDIR : EINVAL);
    } else if ((uint64_t) status.st_size > SIZE_MAX / 2) {
        code = ccountersign_system_error(native, EFBIG);
    } else {
        if (mode != NULL) {
            *mode = (uint32_t) status.st_mode & 07777u;
        }
        if (status.st_size > 0) {
            code = take(descriptor, (size_t) status.st_size, contents, native);
        }
    }
    close(descriptor);
    return code;
}

ccountersign_code ccountersign_map_file(
    const char *path, ccountersign_bytes *contents, uint32_t *mode, int32_t *native)
{
    return take_file(path, contents, mode, native, load);
}

ccountersign_code ccountersign_share_file(const char *path, ccountersign_bytes *contents, int32_t *native)
{
    return take_file(path, contents, NULL, native, share);
}

void ccountersign_unshare_file(ccountersign_bytes contents)
{
    if (contents.start != NULL && contents.count > 0) {
        munmap((void *) (uintptr_t) contents.start, contents.count);
    }
}

void ccountersign_unmap_file(ccountersign_bytes contents)
{
    void *memory = (void *) (uintptr_t) contents.start;

    if (memory == NULL || contents.count == 0) {
        return;
    }
    if (mprotect(memory, contents.count, PROT_READ | PROT_WRITE) == 0) {
        ccountersign_wipe(memory, contents.count);
    }
    munmap(memory, contents.count);
}

ccountersign_code ccountersign_read_file(
    const char *path, uint8_t *bytes, size_t capacity, size_t *count, uint32_t *access, int32_t *native)
{
    struct stat status;
    ccountersign_code code = CCOUNTERSIGN_OK;
    int descriptor;
    ssize_t got;

    if (path == NULL || (bytes == NULL && capacity > 0) || capacity > SIZE_MAX / 2 || count == NULL || access == NULL) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    *count = 0;
    *access = 3;
    if (native != NULL) {
        *native = 0;
    }
    do {
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
    } while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0) {
        return open_error(native, errno);
    }
    if (fstat(descriptor, &status) != 0) {
        code = ccountersign_system_error(native, errno);
    } else if (!S_ISREG(status.st_mode)) {
        code = ccountersign_system_error(native, S_ISDIR(status.st_mode) ? EISDIR : EINVAL);
    } else if ((got = read_whole(descriptor, bytes, capacity)) < 0) {
        code = ccountersign_system_error(native, errno);
    } else {
        *count = (size_t) got;
        *access = (status.st_uid == geteuid() ? 0u : 1u) | ((status.st_mode & 077u) == 0 ? 0u : 2u);
    }
    close(descriptor);
    return code;
}

ccountersign_code ccountersign_list_directory(
    const char *path, char *text, size_t capacity, size_t *needed, int32_t *native)
{
    DIR *directory;
    size_t used = 0;
    int number;

    if (path == NULL || needed == NULL || (text == NULL && capacity > 0)) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    *needed = 0;
    if (native != NULL) {
        *native = 0;
    }
    directory = opendir(path);
    if (directory == NULL) {
        return open_error(native, errno);
    }
    for (;;) {
        const struct dirent *entry;
        size_t count;

        errno = 0;
        entry = readdir(directory);
        if (entry == NULL) {
            number = errno;
            break;
        }
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) {
            continue;
        }
        count = strlen(entry->d_name) + 1;
        if (used == *needed && count <= capacity - used) {
            memcpy(text + used, entry->d_name, count);
            used += count;
        }
        *needed += count;
    }
    closedir(directory);
    if (number != 0) {
        return ccountersign_system_error(native, number);
    }
    return *needed <= capacity ? CCOUNTERSIGN_OK : CCOUNTERSIGN_INVALID_ARGUMENT;
}

int64_t ccountersign_read_descriptor(int32_t descriptor, uint8_t *bytes, size_t capacity)
{
    ssize_t got;

    /* Nothing asked for would look like the end of the stream. */
    if (bytes == NULL || capacity == 0) {
        return -1000 - EINVAL;
    }
    do {
        got = read(descriptor, bytes, capacity);
    } while (got < 0 && errno == EINTR);
    if (got >= 0) {
        return got;
    }
    return errno == EAGAIN || errno == EWOULDBLOCK ? -1 : -1000 - errno;
}

/* write(2) has no MSG_NOSIGNAL. The signal is directed at the thread that writes, so it can be held back here
 * and taken away again, unless one was already pending: then it is not ours. */
int64_t ccountersign_write_descriptor(int32_t descriptor, const uint8_t *bytes, size_t count)
{
    const struct timespec at_once = { 0, 0 };
    sigset_t pipe_signal, previous, pending;
    int was_pending;
    int number;
    ssize_t put;

    if (bytes == NULL && count > 0) {
        return -1000 - EINVAL;
    }
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigemptyset(&pending);
    sigpending(&pending);
    was_pending = sigismember(&pending, SIGPIPE) == 1;
    if (pthread_sigmask(SIG_BLOCK, &pipe_signal, &previous) != 0) {
        return -1000 - EINVAL;
    }
    do {
        put = write(descriptor, bytes, count);
    } while (put < 0 && errno == EINTR);
    number = errno;
    if (put < 0 && number == EPIPE && !was_pending) {
        while (sigtimedwait(&pipe_signal, NULL, &at_once) < 0 && errno == EINTR) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &previous, NULL);
    if (put >= 0) {
        return put;
    }
    return number == EAGAIN || number == EWOULDBLOCK ? -1 : -1000 - number;
}

void ccountersign_hold_standard_descriptors(void)
{
    int descriptor;

    /* open(2) takes the lowest that is free. Not close-on-exec: what is started from here has the same need. */
    do {
        descriptor = open("/dev/null", O_RDWR);
    } while ((descriptor >= 0 && descriptor <= 2) || (descriptor < 0 && errno == EINTR));
    if (descriptor > 2) {
        close(descriptor);
    }
}

void ccountersign_close_descriptor(int32_t descriptor)
{
    if (descriptor >= 0) {
        /* Not retried on EINTR: on Linux the descriptor is gone by then. */
        close(descriptor);
    }
}
