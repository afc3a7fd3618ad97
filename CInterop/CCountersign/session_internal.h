/*
 * session_internal.h - what a session holds, and what its files call in each other.
 */
#ifndef CCOUNTERSIGN_SESSION_INTERNAL_H
#define CCOUNTERSIGN_SESSION_INTERNAL_H

#include "credential_internal.h"

/* The transport, inside out: mbedTLS asks for bytes in a callback, the caller moves them afterwards. */
typedef struct session_io {
    /* The place that mbedTLS (or the reader of record headers) wants filled, and how much of it was. */
    uint8_t *input;
    size_t input_count;
    size_t input_filled;
    /* What mbedTLS wants sent, and how much of it was. */
    const uint8_t *output;
    size_t output_count;
    size_t output_sent;
    size_t output_rest;         /* of a window that left in part: what follows does not begin a record */
    int is_reading;             /* mbedTLS was called to read: it then writes nothing but alerts */
    int alert_seen;             /* description of the alert that this call made; -2 if encrypted, -1 none */
    int alert_wanted;           /* of one that 3.x decided upon, made or not; -1 none */
    int has_ended;
    int is_limited;             /* the handshake is not over */
    ccountersign_code code;     /* why a callback refused, when the reason is ours */
    uint64_t received;
    uint64_t sent;

    /* Joining handshake messages that came in several records (see session_io.c). */
    int joins;
    uint8_t header[5];
    size_t header_count;
    uint8_t message[4];
    size_t message_count;
    uint8_t prefix[9];
    size_t prefix_count;
    size_t prefix_taken;
    size_t record_left;         /* of the record being read */
    size_t body_left;           /* of the record that mbedTLS believes to read */
} session_io;

typedef enum session_stage {
    STAGE_RUNNING = 0,
    STAGE_SERVER_TRUST,
    STAGE_CLIENT_CERTIFICATE,
    STAGE_ESTABLISHED,
    STAGE_ENDING,               /* alerts are on their way out; mbedTLS makes no further step */
    STAGE_ENDED
} session_stage;

/* A copy of a peer's message, because mbedTLS reuses its buffer. */
typedef struct session_message {
    uint8_t *bytes;
    size_t count;
} session_message;

typedef struct session_alert {
    uint8_t level;
    uint8_t description;
} session_alert;

#define SESSION_PROTOCOLS 16
#define SESSION_PROTOCOL_TEXT 256

/* What is offered by ALPN, as mbedTLS wants it; most sessions offer none. */
typedef struct session_protocols {
    const char *names[SESSION_PROTOCOLS + 1];
    char text[SESSION_PROTOCOL_TEXT];
} session_protocols;

struct ccountersign_session {
    mbedtls_ssl_context ssl;
    mbedtls_ssl_config config;
    session_io io;
    session_stage stage;
    ccountersign_status outcome;    /* of STAGE_ENDED */
    ccountersign_failure failure;
    ccountersign_role role;
    ccountersign_phase phase;
    uint16_t maximum_version;
    uint16_t group;
    int has_certificate;            /* the machine passed the peer's Certificate */
    int has_key_proof;              /* and a signature made with its key */
    int is_trusted;                 /* SERVER_TRUST was answered */
    int is_requested;               /* the server sent a CertificateRequest */
    int is_answered;                /* CLIENT_CERTIFICATE was answered */
    int keeps_sessions;
    int is_offered;                 /* a saved session is: without a certificate it was taken */
    int has_resumption;             /* a session that was not saved yet */
    int requires_certificate;       /* server: of its clients */
    int peer_has_closed;
    session_alert alerts[2];
    size_t alert_count;
    size_t alerts_made;
    size_t write_count;             /* of the write that is under way */
    const ccountersign_credential *credential;

    /* CertificateRequest: a copy, and where its parts lie in it. */
    session_message request;
    ccountersign_bytes certificate_types;
    ccountersign_bytes schemes;
    ccountersign_bytes names;
    /* Certificate, kept only when mbedTLS could not parse it: the entries, one after another. */
    session_message refused;
    int refused_has_extensions;
    /* With an offered session: the certificates of the handshake that it goes back to, and the caller's facts. */
    session_message offered_chain;
    session_message offered_facts;

    session_protocols *protocols;   /* NULL when none are offered */
};

/* session_settings.c: fills session->config. */
CCOUNTERSIGN_HIDDEN ccountersign_code session_configure(
    ccountersign_session *session, const ccountersign_session_options *options);

/* session_io.c: mbedTLS's transport callbacks; the context is the session_io. */
CCOUNTERSIGN_HIDDEN void session_io_start(session_io *io);
CCOUNTERSIGN_HIDDEN int session_io_receive(void *context, unsigned char *bytes, size_t count);
CCOUNTERSIGN_HIDDEN int session_io_send(void *context, const unsigned char *bytes, size_t count);

/* session_end.c: the ways a session ends. Each returns what the caller's call is to return. */
CCOUNTERSIGN_HIDDEN ccountersign_status session_fail(ccountersign_session *session, int native);
CCOUNTERSIGN_HIDDEN ccountersign_status session_fail_with(ccountersign_session *session, ccountersign_code code);
CCOUNTERSIGN_HIDDEN ccountersign_status session_end(ccountersign_session *session);
/* Around each call of mbedTLS: forgets earlier alerts; and what the call came to, once its alert has been noted. */
CCOUNTERSIGN_HIDDEN void session_prepare(ccountersign_session *session, int is_reading);
CCOUNTERSIGN_HIDDEN int session_settle(ccountersign_session *session, int result);
/* Lets what mbedTLS has queued leave: 0, WANT_WRITE, or an error. */
CCOUNTERSIGN_HIDDEN int session_flush(ccountersign_session *session);

/* session_resumption.c */
/* Whether the peer has taken the session that it was offered; meaningful once its Finished has been verified. */
CCOUNTERSIGN_HIDDEN int session_is_taken(const ccountersign_session *session);
/* The handshake is over: whether there is something to save. */
CCOUNTERSIGN_HIDDEN void session_note_resumption(ccountersign_session *session);

/* peer.c */
/* Whether these are certificates as in a Certificate message's list, in TLS 1.3 with extensions, and nothing else. */
CCOUNTERSIGN_HIDDEN int session_is_list(ccountersign_bytes list, int has_extensions);
/* Looks at the message that a successful step has just read. */
CCOUNTERSIGN_HIDDEN ccountersign_code session_read_request(ccountersign_session *session);
/* 1 when the message that a step from this state read says which group is used. */
CCOUNTERSIGN_HIDDEN int session_read_group(ccountersign_session *session, int state);
/* After the Certificate step failed: keeps the list and says which entry was at fault. */
CCOUNTERSIGN_HIDDEN ccountersign_code session_read_refused(ccountersign_session *session, int native);
CCOUNTERSIGN_HIDDEN void session_forget_message(session_message *message);

#endif
