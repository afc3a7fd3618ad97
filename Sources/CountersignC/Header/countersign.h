/* Countersign for C: a TLS client that asks. C89 and C++, no other header than <stddef.h>.
 *
 * Conventions
 *   Handles are opaque; each has one function that makes it (NULL when memory is short) and one that frees it, which
 *   takes NULL too. Freeing a configuration or an identity does not disturb the connections made with it.
 *   What can fail returns a countersign_status, which must be looked at: COUNTERSIGN_OK is 0, what to do next is
 *   positive, failures are negative. The handle then tells more: ..._error_text.
 *   Text goes in as UTF-8, ended by NUL, and comes out like snprintf's: at most `size` bytes are written, a NUL always
 *   among them if `size` is not 0, and the length of the whole text is returned, without its NUL. Bytes come out the
 *   same way, without a NUL. NULL with 0 asks for the length.
 *   Numbers are ints; times are text as in RFC 3339 ("2026-11-30T12:00:00Z"), so that none ends in 2038.
 *   A null handle, or any other null pointer that is not called optional, gives COUNTERSIGN_INVALID_ARGUMENT.
 *
 * Threads
 *   No globals, no thread of its own. A handle may move between threads and be used by one at a time; different
 *   handles are independent. A configuration is copied by countersign_connection_new: it can be changed afterwards.
 *
 * Memory
 *   After countersign_connection_new nothing here is allocated by Countersign itself, except where a pin fails and
 *   where an error's text is asked for. mbedTLS allocates as it does.
 */
#ifndef COUNTERSIGN_H
#define COUNTERSIGN_H

#include <stddef.h>

#if defined(__GNUC__)
#define COUNTERSIGN_MUST_USE __attribute__((warn_unused_result))
#else
#define COUNTERSIGN_MUST_USE
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct countersign_configuration countersign_configuration;
typedef struct countersign_identity countersign_identity;
typedef struct countersign_connection countersign_connection;

typedef enum countersign_status {
    COUNTERSIGN_OK = 0,
    /* Wait until the descriptor is readable or writable, then call again. */
    COUNTERSIGN_WANTS_READ = 1,
    COUNTERSIGN_WANTS_WRITE = 2,
    /* A challenge waits: look at it, answer with countersign_resolve, then call again. */
    COUNTERSIGN_SERVER_TRUST = 3,
    COUNTERSIGN_CLIENT_CERTIFICATE = 4,
    /* The peer has said goodbye. */
    COUNTERSIGN_CLOSED = 5,

    COUNTERSIGN_INVALID_ARGUMENT = -1,
    COUNTERSIGN_OUT_OF_MEMORY = -2,
    /* A file or bytes that cannot be read, or are not what they should be. */
    COUNTERSIGN_UNREADABLE = -3,
    COUNTERSIGN_WRONG_PASSPHRASE = -4,
    /* Something that this mbedTLS lacks. */
    COUNTERSIGN_UNSUPPORTED = -5,
    /* The server's trust was evaluated and refused. */
    COUNTERSIGN_TRUST_REFUSED = -6,
    /* The server has none of the keys that its host is pinned to. */
    COUNTERSIGN_PIN_MISMATCH = -7,
    /* A challenge was answered with cancel or reject. */
    COUNTERSIGN_CANCELLED = -8,
    /* The protocol failed, on whichever side. */
    COUNTERSIGN_HANDSHAKE_FAILED = -9,
    /* The system refused, or the peer went away without a word. */
    COUNTERSIGN_NETWORK_FAILED = -10,
    COUNTERSIGN_NOT_FOUND = -11,
    COUNTERSIGN_TIMED_OUT = -12,
    /* The server wants a client certificate and got none, or does not want the one it got. */
    COUNTERSIGN_CERTIFICATE_REQUIRED = -13,
    COUNTERSIGN_CERTIFICATE_REJECTED = -14
} countersign_status;

/* How a challenge is answered: Apple's four dispositions with Apple's numbers. */
typedef enum countersign_disposition {
    /* Server trust: accept, whatever the evaluation came to. Client certificate: send the identity given, or none. */
    COUNTERSIGN_USE_CREDENTIAL = 0,
    /* Server trust: evaluate, and accept or refuse. Client certificate: send the configuration's identity, if any. */
    COUNTERSIGN_DEFAULT_HANDLING = 1,
    COUNTERSIGN_CANCEL = 2,
    /* Server trust: refuse. Client certificate: go on without. */
    COUNTERSIGN_REJECT = 3
} countersign_disposition;

/* For countersign_configuration_add_pin; they can be added up, and hold for the whole pattern. */
enum {
    COUNTERSIGN_PIN_SUBDOMAINS = 1,
    COUNTERSIGN_PIN_REPORT_ONLY = 2,
    COUNTERSIGN_PIN_WITHOUT_BACKUP = 4,
    /* This pin is of the server's own key, or of an issuer's; otherwise of any on the path. */
    COUNTERSIGN_PIN_LEAF = 8,
    COUNTERSIGN_PIN_AUTHORITY = 16
};

/* What comparing the server's path with its pins came to. */
typedef enum countersign_pins {
    COUNTERSIGN_PINS_NONE = 0,
    COUNTERSIGN_PINS_EXPIRED = 1,
    COUNTERSIGN_PINS_MATCHED = 2,
    COUNTERSIGN_PINS_REPORTED = 3,
    COUNTERSIGN_PINS_MISMATCHED = 4,
    COUNTERSIGN_PINS_UNVERIFIED = 5
} countersign_pins;

/* The callback form's handler. It may look at the challenge with the functions below, and answers by returning; for a
 * client certificate it may set *identity (NULL at first), which must live until the handler's connection is freed. */
typedef countersign_disposition (*countersign_handler)(
    countersign_connection *connection, countersign_status challenge, const countersign_identity **identity,
    void *context);

/* ---- The library */

/* Of Countersign, and of the mbedTLS underneath, such as "2.28.3". */
size_t countersign_version(char *text, size_t size);
size_t countersign_tls_library_version(char *text, size_t size);
/* The bytes of a SHA-256; of the longest pin's text with its NUL. */
size_t countersign_digest_size(void);
size_t countersign_pin_text_size(void);

/* ---- Configurations: what a connection offers, whom it trusts, who it is. A new one is the safe default. */

countersign_configuration *countersign_configuration_new(void);
void countersign_configuration_free(countersign_configuration *configuration);
size_t countersign_configuration_error_text(const countersign_configuration *configuration, char *text, size_t size);

/* Trusts these certificates (PEM or DER) and no others, as often as it is called; with the system's too if told so. */
COUNTERSIGN_MUST_USE countersign_status countersign_configuration_add_anchors(
    countersign_configuration *configuration, const unsigned char *bytes, size_t count);
COUNTERSIGN_MUST_USE countersign_status countersign_configuration_add_anchors_file(
    countersign_configuration *configuration, const char *path);
COUNTERSIGN_MUST_USE countersign_status countersign_configuration_use_system_anchors(
    countersign_configuration *configuration, int is_used);
/* Sent by default handling; NULL for none. */
COUNTERSIGN_MUST_USE countersign_status countersign_configuration_set_identity(
    countersign_configuration *configuration, const countersign_identity *identity);
/* A pin in any text form for a host or pattern ("api.example.com", "*.example.com"). Pins bind whatever a handler
 * answers. Whether a pattern has enough of them is judged by countersign_connection_new. */
COUNTERSIGN_MUST_USE countersign_status countersign_configuration_add_pin(
    countersign_configuration *configuration, const char *pattern, const char *pin, int flags);
/* The day from which on a pattern's pins do not bind any more. */
COUNTERSIGN_MUST_USE countersign_status countersign_configuration_set_pin_expiration(
    countersign_configuration *configuration, const char *pattern, const char *date);
/* Versions as on the wire: 0x0303 is TLS 1.2, 0x0304 is TLS 1.3; 0 as the maximum is the newest there is. */
COUNTERSIGN_MUST_USE countersign_status countersign_configuration_set_versions(
    countersign_configuration *configuration, int minimum, int maximum);
/* Offers an application protocol (ALPN), after those added before. */
COUNTERSIGN_MUST_USE countersign_status countersign_configuration_add_protocol(
    countersign_configuration *configuration, const char *name);
/* The name to ask for and to find in the certificate, where it is not the host. NULL: the host. */
COUNTERSIGN_MUST_USE countersign_status countersign_configuration_set_server_name(
    countersign_configuration *configuration, const char *name);
/* Judge at this date instead of the clock's (NULL: the clock's), or never before that one (for boards without a clock). */
COUNTERSIGN_MUST_USE countersign_status countersign_configuration_set_verify_date(
    countersign_configuration *configuration, const char *date);
COUNTERSIGN_MUST_USE countersign_status countersign_configuration_set_floor_date(
    countersign_configuration *configuration, const char *date);
/* For look-up, connect and handshake together; 30,000. */
COUNTERSIGN_MUST_USE countersign_status countersign_configuration_set_deadline(
    countersign_configuration *configuration, int milliseconds);

/* Keeps sessions, and resumes them while the configuration would decide as before: in the file, for later processes too, or
 * with NULL in memory, for this configuration's connections. The file has secrets: it is made with mode 0600, and one that is
 * accessible to others, damaged or another version's is not believed. That is no error: handshakes are full ones then, and
 * countersign_session_refusal says why. What is no session file is left alone. */
COUNTERSIGN_MUST_USE countersign_status countersign_configuration_set_session_store(
    countersign_configuration *configuration, const char *path);
/* Resumed handshakes have no challenges, so only those of default handling are resumed, unless what a handler or an event loop
 * decides by has a name (NULL: none). Change it whenever the decision changes. A session in which the peer was shown an identity
 * is kept only if that is the configuration's. */
COUNTERSIGN_MUST_USE countersign_status countersign_configuration_set_handler_name(
    countersign_configuration *configuration, const char *name);

/* ---- Identities: a certificate with its chain and private key */

countersign_identity *countersign_identity_new(void);
void countersign_identity_free(countersign_identity *identity);
size_t countersign_identity_error_text(const countersign_identity *identity, char *text, size_t size);
/* From a PKCS #12 store, or PEM with certificate and key. `passphrase` is NULL for none; `label` (optional) chooses. */
COUNTERSIGN_MUST_USE countersign_status countersign_identity_import(
    countersign_identity *identity, const unsigned char *bytes, size_t count, const char *passphrase,
    const char *label);
COUNTERSIGN_MUST_USE countersign_status countersign_identity_import_file(
    countersign_identity *identity, const char *path, const char *passphrase, const char *label);
/* From a certificate file and a key file. */
COUNTERSIGN_MUST_USE countersign_status countersign_identity_import_pair(
    countersign_identity *identity, const char *certificate_path, const char *key_path, const char *passphrase);

/* ---- Connections */

/* One to `host`, which its certificate must name. Nothing is sent yet. On failure *connection is NULL, and the
 * configuration has the error's text. */
COUNTERSIGN_MUST_USE countersign_status countersign_connection_new(
    countersign_configuration *configuration, const char *host, int port, countersign_connection **connection);
/* Without a goodbye; see countersign_close. */
void countersign_connection_free(countersign_connection *connection);
/* Goes to another address, whose certificate must still name the host. Before the start. */
COUNTERSIGN_MUST_USE countersign_status countersign_connection_through(
    countersign_connection *connection, const char *address, int port);
size_t countersign_connection_error_text(const countersign_connection *connection, char *text, size_t size);

/* Poll-driven: goes on without waiting, but for a name's look-up. COUNTERSIGN_OK: established. */
COUNTERSIGN_MUST_USE countersign_status countersign_advance(countersign_connection *connection);
/* What to wait on, -1 while there is none; ask again after each call. And for how long at most. */
int countersign_descriptor(const countersign_connection *connection);
int countersign_milliseconds_left(const countersign_connection *connection);
/* Callback form: waits until it is established or has failed. Without a handler every challenge has default handling. */
COUNTERSIGN_MUST_USE countersign_status countersign_handshake(
    countersign_connection *connection, countersign_handler handler, void *context);

/* ---- The challenge that waits */

/* Answers it. `identity` (optional) is for COUNTERSIGN_USE_CREDENTIAL with a client certificate. */
COUNTERSIGN_MUST_USE countersign_status countersign_resolve(
    countersign_connection *connection, countersign_disposition disposition, const countersign_identity *identity);
/* Evaluates the server's trust: COUNTERSIGN_OK or COUNTERSIGN_TRUST_REFUSED. With the anchors of `other` (optional)
 * in place of the connection's own. What was found is what COUNTERSIGN_USE_CREDENTIAL then accepts. */
COUNTERSIGN_MUST_USE countersign_status countersign_challenge_evaluate(
    countersign_connection *connection, const countersign_configuration *other);
/* The SHA-256 pins of the path that was evaluated, the server's own first; 0 past its end. */
size_t countersign_challenge_path_pin(const countersign_connection *connection, int index, char *text, size_t size);
/* The issuers that a client's certificate may have: each a DER Name; 0 past the end, or when the server named none. */
size_t countersign_challenge_issuer(
    const countersign_connection *connection, int index, unsigned char *bytes, size_t size);
/* How many identities the server has refused in this attempt. */
int countersign_challenge_previous_failures(const countersign_connection *connection);

/* ---- Data. The waiting forms take a time-out in milliseconds, negative for none. */

COUNTERSIGN_MUST_USE countersign_status countersign_read(
    countersign_connection *connection, unsigned char *bytes, size_t size, size_t *count, int milliseconds);
COUNTERSIGN_MUST_USE countersign_status countersign_write(
    countersign_connection *connection, const unsigned char *bytes, size_t count, int milliseconds);
/* Without waiting; *count says how much. After WANTS_READ or WANTS_WRITE a write is repeated with the same bytes. */
COUNTERSIGN_MUST_USE countersign_status countersign_read_available(
    countersign_connection *connection, unsigned char *bytes, size_t size, size_t *count);
COUNTERSIGN_MUST_USE countersign_status countersign_write_available(
    countersign_connection *connection, const unsigned char *bytes, size_t count, size_t *written);
/* Says goodbye and closes; waits a second at most. */
void countersign_close(countersign_connection *connection);

/* ---- The record: what happened. Numbers are 0 and texts empty for what has not. */

/* As on the wire: 0x0303, 0x0304. */
int countersign_negotiated_version(const countersign_connection *connection);
size_t countersign_negotiated_cipher_suite(const countersign_connection *connection, char *text, size_t size);
size_t countersign_negotiated_protocol(const countersign_connection *connection, char *text, size_t size);
int countersign_is_resumed(const countersign_connection *connection);
/* Why no session was resumed although there is a store; empty when one was. */
size_t countersign_session_refusal(const countersign_connection *connection, char *text, size_t size);
/* SecTrustResultType's numbers: 4 is trusted; 0 with an established connection: accepted without evaluation. */
int countersign_trust_result(const countersign_connection *connection);
countersign_pins countersign_pins_result(const countersign_connection *connection);
/* Whether a client certificate was sent. */
int countersign_is_identity_sent(const countersign_connection *connection);
/* TLS alerts, -1 when there was none. */
int countersign_alert_sent(const countersign_connection *connection);
int countersign_alert_received(const countersign_connection *connection);
/* The peer's certificates in DER as it sent them; 0 past the end. */
size_t countersign_peer_certificate(
    const countersign_connection *connection, int index, unsigned char *bytes, size_t size);

#ifdef __cplusplus
}
#endif

#endif
