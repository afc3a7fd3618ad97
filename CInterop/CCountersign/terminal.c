/*
 * terminal.c - asking a person for a passphrase without showing it.
 */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#define _TIME_BITS 64
#include "posix_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#define CONTROL_C 3
#define CONTROL_D 4
#define CONTROL_U 21
#define BACKSPACE 8
#define DELETE 127

static int read_byte(int terminal, uint8_t *byte)
{
    ssize_t got;

    do {
        got = read(terminal, byte, 1);
    } while (got < 0 && errno == EINTR);
    return got == 1;
}

/* Takes one character away, all bytes of it (UTF-8). */
static size_t without_last(const uint8_t *bytes, size_t count)
{
    while (count > 0 && (bytes[count - 1] & 0xC0) == 0x80) {
        count--;
    }
    return count > 0 ? count - 1 : 0;
}

/* The line that is typed; ABORTED after control-C or the terminal's end. */
static ccountersign_code read_line(int terminal, uint8_t *bytes, size_t capacity, size_t *count)
{
    uint8_t byte = 0;

    while (read_byte(terminal, &byte)) {
        switch (byte) {
        case '\r':
        case '\n':
            return CCOUNTERSIGN_OK;
        case CONTROL_C:
        case CONTROL_D:
            return CCOUNTERSIGN_ABORTED;
        case CONTROL_U:
            *count = 0;
            break;
        case BACKSPACE:
        case DELETE:
            *count = without_last(bytes, *count);
            break;
        default:
            if (*count == capacity) {
                return CCOUNTERSIGN_LIMIT_EXCEEDED;
            }
            bytes[(*count)++] = byte;
        }
    }
    return CCOUNTERSIGN_ABORTED;
}

ccountersign_code ccountersign_read_passphrase(
    const char *prompt, uint8_t *bytes, size_t capacity, size_t *count, int32_t *native)
{
    struct termios before;
    struct termios quiet;
    ccountersign_code code;
    int terminal;

    if (prompt == NULL || bytes == NULL || count == NULL) {
        return CCOUNTERSIGN_INVALID_ARGUMENT;
    }
    *count = 0;
    terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0) {
        return CCOUNTERSIGN_NOT_FOUND;
    }
    if (tcgetattr(terminal, &before) != 0) {
        int number = errno;

        (void) close(terminal);
        return ccountersign_system_error(native, number);
    }
    quiet = before;
    /* Control-C is read as a character, so that no signal can leave the terminal without its echo. */
    quiet.c_lflag &= ~(tcflag_t) (ECHO | ICANON | ISIG);
    quiet.c_cc[VMIN] = 1;
    quiet.c_cc[VTIME] = 0;
    if (tcsetattr(terminal, TCSAFLUSH, &quiet) != 0) {
        int number = errno;

        (void) close(terminal);
        return ccountersign_system_error(native, number);
    }
    if (write(terminal, prompt, strlen(prompt)) < 0) {
        /* Without its question the answer can still be typed. */
        errno = 0;
    }
    code = read_line(terminal, bytes, capacity, count);
    if (write(terminal, "\n", 1) < 0) {
        errno = 0;
    }
    (void) tcsetattr(terminal, TCSAFLUSH, &before);
    (void) close(terminal);
    if (code != CCOUNTERSIGN_OK) {
        ccountersign_wipe(bytes, capacity);
        *count = 0;
    }
    return code;
}
