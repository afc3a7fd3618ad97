/*
 * files_write.c - a file that appears whole or not at all.
 */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64
#include "posix_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Behind the name until the file is whole: a point, 16 hexadecimal digits and this. */
#define SUFFIX ".new"
#define SUFFIX_COUNT (1 + 16 + sizeof SUFFIX)

/* 0, or errno. */
static int write_whole(int descriptor, ccountersign_bytes contents)
{
    size_t done = 0;

    while (done < contents.count) {
        ssize_t put = write(descriptor, contents.start + done, contents.count - done);

        if (put < 0) {
            if (errno == EINTR) {
                continue;
            }
            return errno;
        }
        done += (size_t) put;
    }
    /* Some file systems have nothing to synchronise, and say so. */
    return fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS ? 0 : errno;
}

/* The new file under a name of its own beside the one it shall get. 0, or errno. */
static int write_beside(char *name, size_t count, ccountersign_bytes contents, mode_t mode)
{
    uint8_t random[8];
    int descriptor;
    int number;

    if (ccountersign_random(random, sizeof random) != CCOUNTERSIGN_OK) {
        return EAGAIN;
    }
    (void) snprintf(
        name + count, SUFFIX_COUNT, ".%02x%02x%02x%02x%02x%02x%02x%02x" SUFFIX, random[0], random[1], random[2],
        random[3], random[4], random[5], random[6], random[7]);
    do {
        descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
    } while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0) {
        return errno;
    }
    number = write_whole(descriptor, contents);
    if (close(descriptor) != 0 && number == 0 && errno != EINTR) {
        number = errno;
    }
    if (number != 0) {
        unlink(name);
    }
    return number;
}

/* Gives it its name, which nobody may have yet. 0, or errno. */
static int put_in_place(const char *name, const char *path, mode_t mode)
{
    int descriptor;

    /* A second name that must be new, then without the first one. */
    if (link(name, path) == 0) {
        unlink(name);
        return 0;
    }
    if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS && errno != EMLINK) {
        return errno;
    }
    /* Where files cannot have two names (FAT): claim the name, then replace the empty file. */
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
    if (descriptor < 0) {
        return errno;
    }
    close(descriptor);
    return rename(name, path) == 0 ? 0 : errno;
}

/* So that the name survives a loss of power too; where that cannot be had, it was tried. */
static void synchronise_folder(char *path)
{
    char *slash = strrchr(path, '/');
    int descriptor;

    if (slash != NULL) {
        slash[slash == path ? 1 : 0] = '\0';
    }
    descriptor = open(slash == NULL ? "." : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        (void) fsync(descriptor);
        close(descriptor);
    }
}

ccountersign_code ccountersign_write_file(
    const char *path, ccountersign_bytes contents, uint32_t mode, int replaces, int32_t *native)
{
    size_t count;
    char *name;
    int number;

    if (path == NULL || path[0] == '\0' || !ccountersign_is_sound(contents) || mode > 0777) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    if (native != NULL) {
        *native = 0;
    }
    count = strlen(path);
    name = malloc(count + SUFFIX_COUNT);
    if (name == NULL) {
        return CCOUNTERSIGN_OUT_OF_MEMORY;
    }
    memcpy(name, path, count);
    number = write_beside(name, count, contents, (mode_t) mode);
    if (number == 0) {
        number = replaces ? (rename(name, path) == 0 ? 0 : errno) : put_in_place(name, path, (mode_t) mode);
        if (number != 0) {
            unlink(name);
        } else {
            name[count] = '\0';
            synchronise_folder(name);
        }
    }
    free(name);
    if (number == 0) {
        return CCOUNTERSIGN_OK;
    }
    (void) ccountersign_system_error(native, number);
    return number == ENOENT || number == ENOTDIR ? CCOUNTERSIGN_NOT_FOUND : CCOUNTERSIGN_SYSTEM_ERROR;
}
