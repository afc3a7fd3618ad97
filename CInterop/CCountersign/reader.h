/*
 * reader.h - reads a peer's message without ever leaving it, and the copies that are kept of one.
 */
#ifndef CCOUNTERSIGN_READER_H
#define CCOUNTERSIGN_READER_H

#include "session_internal.h"

#include <string.h>

/* Bytes that remain to be read. After an overrun is_short stays set and nothing remains. */
typedef struct reader {
    const uint8_t *next;
    size_t left;
    int is_short;
} reader;

static inline reader read_bytes(ccountersign_bytes bytes)
{
    reader from = { bytes.start, bytes.count, 0 };

    return from;
}

static inline ccountersign_bytes take(reader *from, size_t count)
{
    ccountersign_bytes taken = { NULL, 0 };

    if (from->is_short || count > from->left) {
        from->is_short = 1;
        from->left = 0;
        return taken;
    }
    taken.start = from->next;
    taken.count = count;
    from->next += count;
    from->left -= count;
    return taken;
}

static inline size_t take_number(reader *from, size_t width)
{
    ccountersign_bytes digits = take(from, width);
    size_t number = 0;
    size_t index;

    for (index = 0; index < digits.count; index += 1) {
        number = number << 8 | digits.start[index];
    }
    return number;
}

/* A vector of RFC 8446 section 3.4: a length of so many bytes, and that many bytes. */
static inline ccountersign_bytes take_vector(reader *from, size_t width)
{
    size_t count = take_number(from, width);

    return take(from, count);
}

static inline int is_done(const reader *from)
{
    return !from->is_short && from->left == 0;
}

/* The body of the message that a step has just read, if it is of this type. */
static inline int message_body(const ccountersign_session *session, uint8_t type, ccountersign_bytes *body)
{
    const size_t header = 4;
    ccountersign_bytes message = compat_message(&session->ssl);

    if (message.start == NULL || message.count < header || message.start[0] != type) {
        return 0;
    }
    body->start = message.start + header;
    body->count = message.count - header;
    return 1;
}

/* Replaces a kept message by a copy of these bytes; start is NULL when there is no memory. */
static inline ccountersign_bytes keep_message(session_message *message, ccountersign_bytes bytes)
{
    ccountersign_bytes kept = { NULL, 0 };

    session_forget_message(message);
    message->bytes = ccountersign_allocate(bytes.count);
    if (message->bytes != NULL) {
        memcpy(message->bytes, ccountersign_start(bytes), bytes.count);
        message->count = bytes.count;
        kept.start = message->bytes;
        kept.count = bytes.count;
    }
    return kept;
}

#endif
