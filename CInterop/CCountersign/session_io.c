/*
 * session_io.c - the transport, inside out.
 *
 * When mbedTLS asks for bytes that are not there, its own buffer becomes the window that the caller fills;
 * when it asks again, the bytes are where it wants them. The same the other way.
 *
 * Joining. mbedTLS 2.28 refuses a handshake message that is spread over several records, and 3.6 one whose
 * first four bytes are (RFC 5246 section 6.2.1 allows both, and servers with a small fragment size do it). So
 * long as records are in the clear, the headers are therefore read here: once a message's own length is known,
 * mbedTLS is shown one record of that length, and the real headers in between are taken out. The message's bytes
 * still go straight into its buffer. The transcript is over messages, so that Finished is unaffected.
 */
#include "session_internal.h"

#include <string.h>

#define RECORD_CHANGE_CIPHER_SPEC 20
#define RECORD_ALERT 21
#define RECORD_HANDSHAKE 22
#define RECORD_DATA 23
#define RECORD_MAJOR_VERSION 3
/* RFC 5246 section 6.2.1: the most that a plaintext record may carry. */
#define RECORD_LIMIT 16384u

void session_io_start(session_io *io)
{
    memset(io, 0, sizeof *io);
    io->alert_seen = -1;
    io->alert_wanted = -1;
    io->is_limited = 1;
    io->joins = 1;
}

static int refuse(session_io *io, ccountersign_code code)
{
    io->code = code;
    return MBEDTLS_ERR_SSL_INTERNAL_ERROR;
}

/* Bytes into a place: how many came, WANT_READ, 0 at the end, or an error. */
static int want(session_io *io, uint8_t *place, size_t count)
{
    if (io->input_filled > 0) {
        size_t filled = io->input_filled;

        /* mbedTLS asks again for what it asked for. Were it ever to ask for something else, the bytes
         * would be in the wrong place. */
        if (io->input != place || filled > count) {
            return refuse(io, CCOUNTERSIGN_INTERNAL);
        }
        io->input = NULL;
        io->input_count = 0;
        io->input_filled = 0;
        return (int) filled;
    }
    if (io->has_ended) {
        return 0;
    }
    if (io->is_limited) {
        if (io->received >= CCOUNTERSIGN_HANDSHAKE_LIMIT) {
            return refuse(io, CCOUNTERSIGN_LIMIT_EXCEEDED);
        }
        if (count > CCOUNTERSIGN_HANDSHAKE_LIMIT - io->received) {
            count = (size_t) (CCOUNTERSIGN_HANDSHAKE_LIMIT - io->received);
        }
    }
    io->input = place;
    io->input_count = count;
    return MBEDTLS_ERR_SSL_WANT_READ;
}

/* The next record header, in io->header: 1, or what want() said. */
static int read_header(session_io *io)
{
    while (io->header_count < sizeof io->header) {
        int got = want(io, io->header + io->header_count, sizeof io->header - io->header_count);

        if (got <= 0) {
            return got;
        }
        io->header_count += (size_t) got;
    }
    return 1;
}

static size_t header_length(const session_io *io)
{
    return (size_t) io->header[3] << 8 | io->header[4];
}

static int is_handshake_header(const session_io *io)
{
    return io->header[0] == RECORD_HANDSHAKE && io->header[1] == RECORD_MAJOR_VERSION &&
           header_length(io) > 0 && header_length(io) <= RECORD_LIMIT;
}

/* A further record of a message that has begun: 1, or what want() said. RFC 5246 section 6.2.1 and RFC 8446
 * section 5.1: nothing else may come in between. */
static int read_continuation(session_io *io)
{
    int got = read_header(io);

    if (got <= 0) {
        return got;
    }
    if (!is_handshake_header(io)) {
        return refuse(io, CCOUNTERSIGN_UNEXPECTED_MESSAGE);
    }
    io->record_left = header_length(io);
    io->header_count = 0;
    return 1;
}

/* At a record that mbedTLS has not been told of: 1 when there is something to tell, or what want() said. */
static int begin_record(session_io *io)
{
    int got = read_header(io);

    if (got <= 0) {
        return got;
    }
    io->header_count = 0;
    if (is_handshake_header(io)) {
        io->record_left = header_length(io);
        return 1;
    }
    /* Anything else passes as it is, also what is not TLS: mbedTLS knows how to refuse it. */
    memcpy(io->prefix, io->header, sizeof io->header);
    io->prefix_count = sizeof io->header;
    io->record_left = header_length(io);
    io->body_left = io->record_left;
    if (io->header[0] == RECORD_CHANGE_CIPHER_SPEC) {
        /* What follows is encrypted: its length and its content are mbedTLS's business. */
        io->joins = 0;
        io->record_left = 0;
        io->body_left = 0;
    }
    return 1;
}

/* At the start of a handshake message: 1 with its record header and its own header in prefix. */
static int begin_message(session_io *io)
{
    size_t length;

    while (io->message_count < sizeof io->message) {
        size_t wanted = sizeof io->message - io->message_count;
        int got;

        if (io->record_left == 0) {
            got = read_continuation(io);
            if (got <= 0) {
                return got;
            }
        }
        if (wanted > io->record_left) {
            wanted = io->record_left;
        }
        got = want(io, io->message + io->message_count, wanted);
        if (got <= 0) {
            return got;
        }
        io->message_count += (size_t) got;
        io->record_left -= (size_t) got;
    }
    length = (size_t) io->message[1] << 16 | (size_t) io->message[2] << 8 | io->message[3];
    if (length + sizeof io->message > RECORD_LIMIT) {
        return refuse(io, CCOUNTERSIGN_LIMIT_EXCEEDED);
    }
    memcpy(io->prefix, io->header, 3);
    io->prefix[3] = (uint8_t) ((length + sizeof io->message) >> 8);
    io->prefix[4] = (uint8_t) (length + sizeof io->message);
    memcpy(io->prefix + 5, io->message, sizeof io->message);
    io->prefix_count = sizeof io->prefix;
    io->message_count = 0;
    io->body_left = length;
    return 1;
}

int session_io_receive(void *context, unsigned char *bytes, size_t count)
{
    session_io *io = context;
    int got;

    for (;;) {
        if (io->prefix_taken < io->prefix_count) {
            size_t part = io->prefix_count - io->prefix_taken;

            if (part > count) {
                part = count;
            }
            memcpy(bytes, io->prefix + io->prefix_taken, part);
            io->prefix_taken += part;
            if (io->prefix_taken == io->prefix_count) {
                io->prefix_taken = 0;
                io->prefix_count = 0;
            }
            return (int) part;
        }
        if (!io->joins) {
            return want(io, bytes, count);
        }
        if (io->body_left > 0) {
            size_t part = count;

            if (io->record_left == 0) {
                got = read_continuation(io);
                if (got <= 0) {
                    return got;
                }
            }
            if (part > io->body_left) {
                part = io->body_left;
            }
            if (part > io->record_left) {
                part = io->record_left;
            }
            got = want(io, bytes, part);
            if (got > 0) {
                io->body_left -= (size_t) got;
                io->record_left -= (size_t) got;
            }
            return got;
        }
        got = io->record_left == 0 ? begin_record(io) : begin_message(io);
        if (got <= 0) {
            return got;
        }
    }
}

/* Whether mbedTLS is sending a fatal alert, and which, as far as the record shows it. */
static void look_for_alert(session_io *io, const unsigned char *bytes, size_t count)
{
    if (count < 7) {
        return;
    }
    if (bytes[0] == RECORD_ALERT && bytes[3] == 0 && bytes[4] == 2) {
        io->alert_seen = bytes[5] == MBEDTLS_SSL_ALERT_LEVEL_FATAL ? bytes[6] : -1;
    } else if (bytes[0] == RECORD_ALERT || (bytes[0] == RECORD_DATA && io->is_reading)) {
        /* TLS 1.3 calls all that is encrypted data. */
        io->alert_seen = -2;
    }
}

int session_io_send(void *context, const unsigned char *bytes, size_t count)
{
    session_io *io = context;
    size_t sent = io->output_sent;

    if (sent > 0) {
        if (io->output != bytes || sent > count) {
            return refuse(io, CCOUNTERSIGN_INTERNAL);
        }
        io->output_rest = count - sent;
        io->output = NULL;
        io->output_count = 0;
        io->output_sent = 0;
        return (int) sent;
    }
    if (io->output == NULL && io->output_rest == 0) {
        look_for_alert(io, bytes, count);
    }
    io->output = bytes;
    io->output_count = count;
    return MBEDTLS_ERR_SSL_WANT_WRITE;
}

ccountersign_window ccountersign_session_input(ccountersign_session *session)
{
    ccountersign_window window = { NULL, 0 };

    if (session->io.input_filled == 0 && !session->io.has_ended) {
        window.start = session->io.input;
        window.count = session->io.input_count;
    }
    return window;
}

void ccountersign_session_received(ccountersign_session *session, size_t count)
{
    session_io *io = &session->io;

    if (io->input == NULL || io->input_filled > 0) {
        return;
    }
    io->input_filled = count < io->input_count ? count : io->input_count;
    io->received += io->input_filled;
}

void ccountersign_session_end_of_input(ccountersign_session *session)
{
    session->io.has_ended = 1;
}

ccountersign_bytes ccountersign_session_output(const ccountersign_session *session)
{
    ccountersign_bytes window = { NULL, 0 };

    if (session->io.output_sent == 0) {
        window.start = session->io.output;
        window.count = session->io.output_count;
    }
    return window;
}

void ccountersign_session_sent(ccountersign_session *session, size_t count)
{
    session_io *io = &session->io;

    if (io->output == NULL || io->output_sent > 0) {
        return;
    }
    io->output_sent = count < io->output_count ? count : io->output_count;
    io->sent += io->output_sent;
}
