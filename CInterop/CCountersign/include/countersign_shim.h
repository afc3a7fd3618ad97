/*
 * countersign_shim.h - the whole contract between Countersign's Swift and mbedTLS.
 *
 * Conventions, which hold for every function below:
 *
 *  1. No mbedTLS and no libc type appears here; <stddef.h> and <stdint.h> are the compiler's own. compat.h is the only
 *     place that knows which mbedTLS this is (2.28 or 3.6).
 *  2. Contexts are opaque and owned by the caller: ask for the size, give that much zeroed memory aligned to
 *     CCOUNTERSIGN_ALIGNMENT, call _init once, and _free once after a successful or a failed _init. _free wipes.
 *     Nothing here is global; a context is used by one thread at a time.
 *  3. The session does no I/O, and calls back nobody but the signer of a key that is elsewhere. When it lacks bytes it
 *     says WANTS_READ and lends a window to be filled; when it has bytes to send it says WANTS_WRITE and lends them.
 *     The caller moves the bytes, reports how many, and steps again. Nothing is copied in between.
 *  4. Lent bytes (ccountersign_bytes, windows) stay owned by the context. The peer's chain is valid until _free; a
 *     CertificateRequest's contents until the handshake is over; windows until the next call on the session.
 *  5. Every function that can fail returns a code that must be looked at. 0 is success or "nothing". No input, from
 *     the peer or from a file, aborts the process.
 *  6. Numbers on the wire are IANA's: versions 0x0303 and 0x0304, cipher suites, groups, signature schemes, alerts.
 *  7. All-zero options ask for the safe default: TLS 1.2 or newer, forward secrecy, P-256 first.
 */
#ifndef CCOUNTERSIGN_SHIM_H
#define CCOUNTERSIGN_SHIM_H

#include <stddef.h>
#include <stdint.h>

#if defined(__has_attribute)
#if __has_attribute(warn_unused_result)
#define CCOUNTERSIGN_MUST_USE __attribute__((warn_unused_result))
#endif
#endif
#ifndef CCOUNTERSIGN_MUST_USE
#define CCOUNTERSIGN_MUST_USE
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Alignment, in bytes, of the memory given to every _init function. */
#define CCOUNTERSIGN_ALIGNMENT 16

/* Bytes owned by somebody else. start may be NULL only when count is 0. */
typedef struct ccountersign_bytes {
    const uint8_t *start;
    size_t count;
} ccountersign_bytes;

/* ------------------------------------------------------------------ results */

/* What a step came to. Progress only; why a session failed is ccountersign_session_failure(). */
typedef enum ccountersign_status {
    CCOUNTERSIGN_FAILED = 0,             /* dead: read _failure; any alert owed has left or cannot leave */
    CCOUNTERSIGN_WANTS_READ = 1,         /* fill the input window */
    CCOUNTERSIGN_WANTS_WRITE = 2,        /* send the output window */
    CCOUNTERSIGN_SERVER_TRUST = 3,       /* paused: the peer's chain is there, its key proven (without forward
                                            secrecy only by Finished: see _phase), nothing sent */
    CCOUNTERSIGN_CLIENT_CERTIFICATE = 4, /* paused: the peer asked for a certificate */
    CCOUNTERSIGN_ESTABLISHED = 5,        /* the handshake is over / the read or write was done */
    CCOUNTERSIGN_CLOSED = 6              /* close_notify was exchanged as far as it will be */
} ccountersign_status;

/* Why a session failed, or why a function refused. */
typedef enum ccountersign_code {
    CCOUNTERSIGN_OK = 0,
    CCOUNTERSIGN_INVALID_ARGUMENT = 1,       /* the caller's mistake: out of range, wrong order */
    CCOUNTERSIGN_OUT_OF_MEMORY = 2,
    CCOUNTERSIGN_RANDOM_UNAVAILABLE = 3,     /* getrandom(2) refused */
    CCOUNTERSIGN_END_OF_STREAM = 4,          /* the transport ended without close_notify */
    CCOUNTERSIGN_ALERT_RECEIVED = 5,         /* the peer's fatal alert is in alert_received */
    CCOUNTERSIGN_UNEXPECTED_MESSAGE = 6,     /* a message out of place, renegotiation, KeyUpdate */
    CCOUNTERSIGN_MALFORMED_MESSAGE = 7,      /* a message that cannot be decoded or has an illegal value */
    CCOUNTERSIGN_RECORD_REFUSED = 8,         /* bad MAC, bad length, not TLS at all */
    CCOUNTERSIGN_NO_COMMON_VERSION = 9,
    CCOUNTERSIGN_NO_COMMON_PARAMETERS = 10,  /* suite, group or signature scheme */
    CCOUNTERSIGN_NO_COMMON_PROTOCOL = 11,    /* ALPN */
    CCOUNTERSIGN_PEER_SIGNATURE_INVALID = 12,/* ServerKeyExchange, CertificateVerify or Finished did not verify */
    CCOUNTERSIGN_PEER_CERTIFICATE_REFUSED = 13, /* mbedTLS could not parse one: see certificate_index */
    CCOUNTERSIGN_PEER_CERTIFICATE_MISSING = 14, /* no certificate at all in the message */
    CCOUNTERSIGN_SIGNATURE_SCHEME_FAULT = 15,/* 3.6.6's hybrid RSA-PSS fault: retry with TLS 1.2 only */
    CCOUNTERSIGN_CREDENTIAL_REFUSED = 16,    /* own certificate or key cannot be used with this peer */
    CCOUNTERSIGN_LIMIT_EXCEEDED = 17,        /* more handshake bytes than CCOUNTERSIGN_HANDSHAKE_LIMIT */
    CCOUNTERSIGN_ABORTED = 18,               /* ccountersign_session_abort() was called */
    CCOUNTERSIGN_UNSUPPORTED = 19,           /* this mbedTLS lacks it */
    CCOUNTERSIGN_SIGNATURE_INVALID = 20,     /* crypto: the signature does not match */
    CCOUNTERSIGN_KEY_MALFORMED = 21,         /* crypto: the key cannot be parsed or has the wrong type */
    CCOUNTERSIGN_KEY_MISMATCH = 22,          /* the private key is not the certificate's */
    CCOUNTERSIGN_PASSPHRASE_NEEDED = 23,
    CCOUNTERSIGN_PASSPHRASE_WRONG = 24,
    CCOUNTERSIGN_NOT_FOUND = 25,
    CCOUNTERSIGN_TIMED_OUT = 26,
    CCOUNTERSIGN_SYSTEM_ERROR = 27,          /* errno is in native */
    CCOUNTERSIGN_INTERNAL = 28               /* a number that no table here knows: text tells */
} ccountersign_code;

/* All there is to say about a failed session. */
typedef struct ccountersign_failure {
    ccountersign_code code;
    int32_t native;             /* mbedTLS's own number, for diagnostics only; 0 if it had none */
    int32_t alert_received;     /* the peer's fatal alert (RFC 8446 section 6), or -1 */
    int32_t alert_sent;         /* ours, if one left or was tried, or -1. After the handshake mbedTLS's own are
                                   encrypted; this is then the one that belongs to the code */
    int32_t certificate_index;  /* with PEER_CERTIFICATE_REFUSED: which in the peer's list, leaf 0; else -1 */
} ccountersign_failure;

/* The library's own words for native, NUL-terminated, cut to capacity. Returns what was written. */
size_t ccountersign_native_text(int32_t native, char *text, size_t capacity);

/* mbedTLS's version as 0x02180300; and whether it can do TLS 1.3 as a client. */
uint32_t ccountersign_library_version(void);
int ccountersign_supports_tls13(void);

/* ------------------------------------------------------------------ session */

typedef struct ccountersign_session ccountersign_session;
typedef struct ccountersign_credential ccountersign_credential;

typedef enum ccountersign_role {
    CCOUNTERSIGN_CLIENT = 0,
    CCOUNTERSIGN_SERVER = 1     /* for `countersign serve` and tests */
} ccountersign_role;

typedef struct ccountersign_session_options {
    ccountersign_role role;
    uint16_t minimum_version;     /* 0: TLS 1.2. Lower values than 0x0303 are refused unless allow_legacy_versions */
    uint16_t maximum_version;     /* 0: the newest that the library has */
    uint8_t allow_static_rsa;     /* 0: forward secrecy is required */
    uint8_t allow_legacy_versions;/* permits 0x0301 and 0x0302 where the library has them */
    uint8_t keeps_sessions;       /* client: asks for tickets, so that _save has something to give */
    uint8_t request_client_certificate; /* server: 0 no, 1 optional, 2 required (needs client_anchors) */
    const char *server_name;      /* client: SNI, an A-label DNS name; NULL sends none (IP literals) */
    ccountersign_bytes application_protocols; /* ALPN as RFC 7301 ProtocolNameList bytes, without the outer length;
                                                 at most 16 names in 256 bytes, none with a zero in it */
    const ccountersign_credential *credential; /* server: required */
    const ccountersign_credential *client_anchors; /* server: certificates to verify clients with, or NULL */
} ccountersign_session_options;

/* A peer may not send more than this before the handshake is over, in bytes. The largest
 * handshake message mbedTLS takes is 16 KiB; eight flights of that are far more than any real peer needs. */
#define CCOUNTERSIGN_HANDSHAKE_LIMIT 131072

size_t ccountersign_session_size(void);
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_session_init(
    ccountersign_session *session, const ccountersign_session_options *options);
void ccountersign_session_free(ccountersign_session *session);

/* Goes on until something is wanted, a pause is reached, or the handshake is over. At a pause it
 * returns the same status again until _continue or _abort. */
CCOUNTERSIGN_MUST_USE ccountersign_status ccountersign_session_step(ccountersign_session *session);

/* After WANTS_READ: where the next bytes go, and at most how many. */
typedef struct ccountersign_window {
    uint8_t *start;
    size_t count;
} ccountersign_window;
ccountersign_window ccountersign_session_input(ccountersign_session *session);
void ccountersign_session_received(ccountersign_session *session, size_t count);
/* The transport has ended; the next step fails or closes. */
void ccountersign_session_end_of_input(ccountersign_session *session);

/* After WANTS_WRITE: what must leave next; report how much did (0 to count). */
ccountersign_bytes ccountersign_session_output(const ccountersign_session *session);
void ccountersign_session_sent(ccountersign_session *session, size_t count);

/* Leaves a pause. At SERVER_TRUST: the peer is accepted. At CLIENT_CERTIFICATE: goes on with the
 * credential given by _set_credential, or with an empty certificate message. */
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_session_continue(ccountersign_session *session);
/* At CLIENT_CERTIFICATE only. The credential must outlive the session. CREDENTIAL_REFUSED when the server does not
 * take keys of this kind, UNSUPPORTED when mbedTLS cannot use it (a key elsewhere in TLS 1.3); nothing was sent then. */
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_session_set_credential(
    ccountersign_session *session, const ccountersign_credential *credential);
/* Ends the session with a fatal alert, at any point. Step on (WANTS_WRITE) until FAILED: only then
 * has the alert left. What was already waiting to be sent leaves before it; user_canceled (90) is followed by
 * close_notify; before anything was sent there is no alert. */
void ccountersign_session_abort(ccountersign_session *session, uint8_t alert);

ccountersign_failure ccountersign_session_failure(const ccountersign_session *session);

/* The peer's certificates as sent, leaf first, DER. Writes at most capacity entries and returns how
 * many the peer sent. For PEER_CERTIFICATE_REFUSED the list is the message's, unparsed. One whose signature
 * algorithm mbedTLS does not know (Ed25519) is passed over by it and missing here. */
size_t ccountersign_session_peer_chain(
    const ccountersign_session *session, ccountersign_bytes *entries, size_t capacity);

/* From the CertificateRequest, once CLIENT_CERTIFICATE has been reached: the acceptable issuers' names
 * (each a DER Name; returns the number sent), and the signature schemes (IANA numbers). */
size_t ccountersign_session_distinguished_names(
    const ccountersign_session *session, ccountersign_bytes *entries, size_t capacity);
size_t ccountersign_session_signature_schemes(
    const ccountersign_session *session, uint16_t *schemes, size_t capacity);
/* The same names as they were sent, each behind its length in two bytes (RFC 5246 section 7.4.4, RFC 8446
 * section 4.2.4): however many there are. */
ccountersign_bytes ccountersign_session_authorities(const ccountersign_session *session);
/* TLS 1.2 certificate_types as sent (1 rsa_sign, 64 ecdsa_sign); empty in TLS 1.3. */
ccountersign_bytes ccountersign_session_certificate_types(const ccountersign_session *session);

/* Kinds of private keys, each a bit. */
#define CCOUNTERSIGN_KEY_RSA 1u
#define CCOUNTERSIGN_KEY_P256 2u
#define CCOUNTERSIGN_KEY_P384 4u
#define CCOUNTERSIGN_KEY_P521 8u
#define CCOUNTERSIGN_KEY_OTHER_CURVE 16u
#define CCOUNTERSIGN_KEY_RSA_ELSEWHERE 32u   /* see ccountersign_credential_set_signer() */
/* Which of them can answer the CertificateRequest: what the server listed, in the version and with the suite that
 * were negotiated, and as far as mbedTLS can. At CLIENT_CERTIFICATE only, 0 elsewhere. */
uint32_t ccountersign_session_accepted_keys(const ccountersign_session *session);

/* Facts, 0 or empty until known. */
uint16_t ccountersign_session_version(const ccountersign_session *session);
uint16_t ccountersign_session_cipher_suite(const ccountersign_session *session);
uint16_t ccountersign_session_group(const ccountersign_session *session); /* client: of the key exchange; 0 if none */
ccountersign_bytes ccountersign_session_application_protocol(const ccountersign_session *session);
int ccountersign_session_is_resumed(const ccountersign_session *session);
uint64_t ccountersign_session_bytes_received(const ccountersign_session *session);
uint64_t ccountersign_session_bytes_sent(const ccountersign_session *session);
/* IANA name of a suite ("TLS-ECDHE-…" as mbedTLS spells it), or NULL. Static storage. */
const char *ccountersign_cipher_suite_name(uint16_t suite);

/* Resumption, a client's side. What is saved has the session's secrets in it, and is good for this version and
 * build of mbedTLS only; it holds no certificate. */

/* 1 when there is a session to be saved that was not: after a full handshake with an id or a ticket, and whenever
 * a new ticket has come (in TLS 1.3 that is while reading or writing; a later one takes the earlier one's place). */
int ccountersign_session_has_resumption(const ccountersign_session *session);
/* How many bytes _save needs, 0 without a session. */
size_t ccountersign_session_resumption_size(const ccountersign_session *session);
/* Writes it. INVALID_ARGUMENT when capacity is too small, NOT_FOUND when there is none. */
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_session_save(
    ccountersign_session *session, uint8_t *bytes, size_t capacity, size_t *count);
/* Before the first step, once: offers a saved session, which the server may take. If it does, the handshake has no
 * pauses, so whoever offers must have decided already that the server is trusted. chain is what _peer_chain then
 * says, each certificate behind its length in three bytes; facts are the caller's own, and come back from
 * _resumed_facts. Both are copied. MALFORMED_MESSAGE for bytes that are none, UNSUPPORTED when another mbedTLS saved
 * them: nothing is offered then, and the session goes on as if nothing had been. No bytes
 * do harm, but ones changed in the middle can make the handshake fail: keep them with a checksum. */
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_session_offer(
    ccountersign_session *session, ccountersign_bytes saved, ccountersign_bytes chain, ccountersign_bytes facts);
/* What was given to _offer, once the handshake is over and was resumed; else empty. */
ccountersign_bytes ccountersign_session_resumed_facts(const ccountersign_session *session);

/* How far a handshake has come, for time stamps: rises, never falls. */
typedef enum ccountersign_phase {
    CCOUNTERSIGN_PHASE_START = 0,
    CCOUNTERSIGN_PHASE_HELLO_SENT = 1,
    CCOUNTERSIGN_PHASE_HELLO_RECEIVED = 2,
    CCOUNTERSIGN_PHASE_CERTIFICATE_RECEIVED = 3,
    CCOUNTERSIGN_PHASE_KEY_PROVEN = 4,     /* left out without forward secrecy */
    CCOUNTERSIGN_PHASE_FINISHED = 5
} ccountersign_phase;
ccountersign_phase ccountersign_session_phase(const ccountersign_session *session);

/* Application data, after ESTABLISHED. Both return ESTABLISHED when *count bytes were moved (at least
 * 1), WANTS_READ or WANTS_WRITE, CLOSED after the peer's close_notify, or FAILED. A write that said
 * WANTS_WRITE must be called again with the same bytes, or more of them; fewer end the session. Tickets are dealt
 * with inside. Before ESTABLISHED both say FAILED and change nothing. */
CCOUNTERSIGN_MUST_USE ccountersign_status ccountersign_session_read(
    ccountersign_session *session, uint8_t *bytes, size_t capacity, size_t *count);
CCOUNTERSIGN_MUST_USE ccountersign_status ccountersign_session_write(
    ccountersign_session *session, const uint8_t *bytes, size_t available, size_t *count);
/* Sends close_notify: WANTS_WRITE until it has left, then CLOSED. Nothing is read or written after it. */
CCOUNTERSIGN_MUST_USE ccountersign_status ccountersign_session_close(ccountersign_session *session);

/* --------------------------------------------------------------- credential */

/* A certificate chain, leaf first, with its private key; or, without a key, a list of anchors. */
size_t ccountersign_credential_size(void);
void ccountersign_credential_init(ccountersign_credential *credential);
void ccountersign_credential_free(ccountersign_credential *credential);
/* OK; UNSUPPORTED (key or signature algorithm), MALFORMED_MESSAGE when it is no certificate or not only one,
 * KEY_MISMATCH when the key was set first. */
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_credential_add_certificate(
    ccountersign_credential *credential, ccountersign_bytes der);
/* PKCS#8, SEC1 or PKCS#1 DER, unencrypted. Once only. Checked against the first certificate (KEY_MISMATCH). */
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_credential_set_key(
    ccountersign_credential *credential, ccountersign_bytes der);
/* The certificates, leaf first: writes at most capacity entries and returns how many there are. */
size_t ccountersign_credential_certificates(
    const ccountersign_credential *credential, ccountersign_bytes *entries, size_t capacity);
/* One of CCOUNTERSIGN_KEY_..., or 0: no key, or one of another kind. */
uint32_t ccountersign_credential_key_kind(const ccountersign_credential *credential);
/* For a server: sessions of TLS 1.2 made with it from now on give tickets, unless they ask for certificates. */
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_credential_make_tickets(ccountersign_credential *credential);
typedef enum ccountersign_hash {
    CCOUNTERSIGN_MD5 = 1, CCOUNTERSIGN_SHA1 = 2, CCOUNTERSIGN_SHA224 = 3, CCOUNTERSIGN_SHA256 = 4,
    CCOUNTERSIGN_SHA384 = 5, CCOUNTERSIGN_SHA512 = 6
} ccountersign_hash;

/* Signs a digest with RSASSA-PKCS1-v1_5 (RFC 8017 section 8.2) for a key that is elsewhere: fills all of signature,
 * whose size is the modulus's, and returns 1; 0 when it could not. Called by a step, on its thread. */
typedef int (*ccountersign_signer)(
    void *context, ccountersign_hash hash, ccountersign_bytes digest, uint8_t *signature, size_t count);
/* In place of _set_key: the first certificate's key is elsewhere. Behind the certificates, once only. UNSUPPORTED unless
 * it is RSA. What the signer makes is verified before it is sent; a step in which it fails, or makes something else,
 * ends the session with CREDENTIAL_REFUSED. The context must outlive the credential. */
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_credential_set_signer(
    ccountersign_credential *credential, ccountersign_signer signer, void *context);

/* ------------------------------------------------------------------- crypto */

typedef enum ccountersign_signature_kind {
    CCOUNTERSIGN_RSA_PKCS1 = 1, CCOUNTERSIGN_RSA_PSS = 2, CCOUNTERSIGN_ECDSA = 3
} ccountersign_signature_kind;

/* Does signature, made by the holder of the SubjectPublicKeyInfo over message, verify? OK,
 * SIGNATURE_INVALID, KEY_MALFORMED or UNSUPPORTED. salt_length: RSA-PSS only, -1 accepts any.
 * mgf1_hash: RSA-PSS only, and UNSUPPORTED unless it is hash, as mbedTLS would use it for both. RSA keys above
 * 8192 bits, or with an exponent above 256, are UNSUPPORTED. Allocation is the library's; time is that of one
 * public-key operation. */
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_verify_signature(
    ccountersign_signature_kind kind, ccountersign_hash hash, ccountersign_hash mgf1_hash, int32_t salt_length,
    ccountersign_bytes public_key_info, ccountersign_bytes message, ccountersign_bytes signature);

/* Digest of message into digest (32 bytes for SHA-256, ...); returns its length, 0 if unsupported. */
size_t ccountersign_digest(ccountersign_hash hash, ccountersign_bytes message, uint8_t *digest, size_t capacity);

/* HMAC of message, RFC 2104; returns the length written, 0 if unsupported or capacity is too small. */
size_t ccountersign_hmac(
    ccountersign_hash hash, ccountersign_bytes key, ccountersign_bytes message, uint8_t *mac, size_t capacity);
/* PBKDF2 with HMAC, RFC 8018 section 5.2, count bytes of key. Linear in iterations: bound them first. */
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_pbkdf2(
    ccountersign_hash hash, ccountersign_bytes passphrase, ccountersign_bytes salt, uint32_t iterations,
    uint8_t *key, size_t count);

typedef enum ccountersign_cipher {
    CCOUNTERSIGN_AES_CBC = 1,       /* key of 16, 24 or 32 bytes, IV of 16 */
    CCOUNTERSIGN_DES_EDE_CBC = 2,   /* key of 16 or 24 bytes, IV of 8 */
    CCOUNTERSIGN_DES_CBC = 3        /* key of 8 bytes, IV of 8; old PBES1 files only */
} ccountersign_cipher;
/* CBC over whole blocks, no padding added or removed; output has room for input.count bytes. */
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_cbc(
    ccountersign_cipher cipher, int encrypt, ccountersign_bytes key, ccountersign_bytes iv,
    ccountersign_bytes input, uint8_t *output);

/* The SubjectPublicKeyInfo (DER) that belongs to a private key (PKCS#8, SEC1 or PKCS#1 DER, unencrypted).
 * OK, KEY_MALFORMED, UNSUPPORTED, PASSPHRASE_NEEDED when it looks encrypted, or INVALID_ARGUMENT when capacity is
 * too small. */
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_public_key_of(
    ccountersign_bytes private_key, uint8_t *public_key_info, size_t capacity, size_t *count);

typedef enum ccountersign_key_type {
    CCOUNTERSIGN_KEY_TYPE_P256 = 256, CCOUNTERSIGN_KEY_TYPE_P384 = 384,
    CCOUNTERSIGN_KEY_TYPE_RSA2048 = 2048, CCOUNTERSIGN_KEY_TYPE_RSA3072 = 3072, CCOUNTERSIGN_KEY_TYPE_RSA4096 = 4096
} ccountersign_key_type;
/* Enough for the DER of every type above, and for every signature. */
#define CCOUNTERSIGN_GENERATED_KEY_LIMIT 4096
#define CCOUNTERSIGN_SIGNATURE_LIMIT 1024
/* A new private key, unencrypted: SEC1 DER with the public key for curves, PKCS#1 DER for RSA. The rest of the memory
 * is wiped; the key is the caller's to wipe. RSA takes seconds, on a small board a minute. INVALID_ARGUMENT when
 * capacity is too small, UNSUPPORTED, RANDOM_UNAVAILABLE, OUT_OF_MEMORY. */
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_generate_key(
    ccountersign_key_type type, uint8_t *private_key, size_t capacity, size_t *count);
/* Signs message with a private key (PKCS#8, SEC1 or PKCS#1 DER, unencrypted): RSASSA-PKCS1-v1_5, or ECDSA with a DER
 * ECDSA-Sig-Value. As for ccountersign_public_key_of. */
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_sign(
    ccountersign_hash hash, ccountersign_bytes private_key, ccountersign_bytes message,
    uint8_t *signature, size_t capacity, size_t *count);

/* 1 if equal, in time that depends only on count. */
int ccountersign_constant_time_equal(const uint8_t *left, const uint8_t *right, size_t count);
/* Overwrites, in a way that no compiler removes. */
void ccountersign_wipe(void *memory, size_t count);
/* getrandom(2); blocks only until the system's pool is ready once. */
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_random(uint8_t *bytes, size_t count);

/* ------------------------------------------------------------------ memory */

/* Zeroed, aligned to CCOUNTERSIGN_ALIGNMENT; NULL when there is none. _release wipes count bytes first. */
void *ccountersign_allocate(size_t count);
void ccountersign_release(void *memory, size_t count);

/* -------------------------------------------------------------------- lock */

/* A mutex between threads; not recursive. _init can fail (OUT_OF_MEMORY). _acquire waits. */
typedef struct ccountersign_lock ccountersign_lock;
size_t ccountersign_lock_size(void);
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_lock_init(ccountersign_lock *lock);
void ccountersign_lock_free(ccountersign_lock *lock);
void ccountersign_lock_acquire(ccountersign_lock *lock);
void ccountersign_lock_release(ccountersign_lock *lock);

/* ------------------------------------------------------------------- posix */
/* What a façade needs of the system, since Embedded Swift has no Glibc module. Descriptors are
 * non-blocking and close-on-exec. Functions that return a code leave errno in *native where they
 * say SYSTEM_ERROR. Deadlines are readings of ccountersign_monotonic_nanoseconds(); INT64_MAX is none. */

int64_t ccountersign_monotonic_nanoseconds(void);
int64_t ccountersign_wall_clock_seconds(void);  /* since 1970 UTC, 64 bits on every board */

/* One address: family 4 or 6, port in host order. */
typedef struct ccountersign_address {
    uint8_t family;
    uint8_t octets[16];
    uint16_t port;
    uint32_t scope;             /* IPv6 link-local scope, else 0 */
} ccountersign_address;

/* 1 and an address when text (not NUL-terminated) is an IPv4 or IPv6 literal without brackets. */
int ccountersign_parse_address(const char *text, size_t count, ccountersign_address *address);
/* Text of an address without port, NUL-terminated; returns its length. */
size_t ccountersign_format_address(const ccountersign_address *address, char *text, size_t capacity);

/* getaddrinfo on a helper thread, given up at the deadline (the thread then finishes and cleans up
 * alone). OK with at least one address, NOT_FOUND, TIMED_OUT, SYSTEM_ERROR. Literals need no thread. */
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_resolve(
    const char *host, uint16_t port, int64_t deadline,
    ccountersign_address *addresses, size_t capacity, size_t *count, int32_t *native);

/* Starts a non-blocking TCP connect; the descriptor is in *descriptor. Wait for it to be writable, then ask
 * _connect_result (OK or SYSTEM_ERROR). */
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_connect(
    const ccountersign_address *address, int32_t *descriptor, int32_t *native);
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_connect_result(int32_t descriptor, int32_t *native);
/* Listens on an address (port 0: any); the bound port is in *port. */
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_listen(
    const ccountersign_address *address, int32_t *descriptor, uint16_t *port, int32_t *native);
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_accept(int32_t listener, int32_t *descriptor, int32_t *native);

typedef enum ccountersign_interest {
    CCOUNTERSIGN_READABLE = 1, CCOUNTERSIGN_WRITABLE = 2
} ccountersign_interest;
/* poll(2) on one or two descriptors (second -1: none) until the deadline. OK, TIMED_OUT or SYSTEM_ERROR;
 * *ready is a sum: 1, 2 for the first; 4, 8 for the second. An error or a hang-up answers what was waited for.
 * EINTR is retried with the time that is left. */
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_wait(
    int32_t descriptor, int32_t interest, int32_t second, int32_t second_interest,
    int64_t deadline, int32_t *ready, int32_t *native);

/* The same for up to CCOUNTERSIGN_WAITING_LIMIT descriptors; ready is set to 1 where the wait is over. */
#define CCOUNTERSIGN_WAITING_LIMIT 64
typedef struct ccountersign_waiting {
    int32_t descriptor;
    uint8_t interest;
    uint8_t ready;
} ccountersign_waiting;
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_wait_any(
    ccountersign_waiting *entries, size_t count, int64_t deadline, int32_t *native);

/* recv/send or read/write without SIGPIPE. Count moved, 0 at end of stream (read), -1 would block, or -1000-errno. */
int64_t ccountersign_receive(int32_t descriptor, uint8_t *bytes, size_t capacity);
int64_t ccountersign_send(int32_t descriptor, const uint8_t *bytes, size_t count);
int64_t ccountersign_read_descriptor(int32_t descriptor, uint8_t *bytes, size_t capacity);
int64_t ccountersign_write_descriptor(int32_t descriptor, const uint8_t *bytes, size_t count);
void ccountersign_close_descriptor(int32_t descriptor);
void ccountersign_shutdown_write(int32_t descriptor);
/* An eventfd: one thread signals, another waits. */
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_event_open(int32_t *descriptor, int32_t *native);
void ccountersign_event_signal(int32_t descriptor);

/* A whole file in read-only pages of its own, wiped when unmapped (an empty file gives count 0). Regular files
 * only. NOT_FOUND has its errno in *native too. */
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_map_file(
    const char *path, ccountersign_bytes *contents, uint32_t *mode, int32_t *native);
void ccountersign_unmap_file(ccountersign_bytes contents);
/* The same without a copy and without a wipe, for public files that only the system's administrator changes, by
 * renaming: if somebody cuts the file short meanwhile, reading behind its end raises SIGBUS. */
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_share_file(
    const char *path, ccountersign_bytes *contents, int32_t *native);
void ccountersign_unshare_file(ccountersign_bytes contents);
/* The beginning of a regular file, no symbolic link, at most capacity bytes. *access is 0 when it is this process's user's
 * and nobody else's by its mode; else 1 for another owner, 2 for an open mode, or both. */
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_read_file(
    const char *path, uint8_t *bytes, size_t capacity, size_t *count, uint32_t *access, int32_t *native);
/* A new file of these contents with these permission bits (less the process's umask): written beside it under another
 * name, synchronised, and then put in place, so that nobody sees a part of it. With replaces 0 a path that exists is
 * left alone: SYSTEM_ERROR, EEXIST. NOT_FOUND when the folder is missing. A symbolic link is replaced, not followed. */
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_write_file(
    const char *path, ccountersign_bytes contents, uint32_t mode, int replaces, int32_t *native);
/* Names in a directory, each ended by a NUL, into text; the bytes needed are in *needed, and INVALID_ARGUMENT says
 * that capacity was less. */
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_list_directory(
    const char *path, char *text, size_t capacity, size_t *needed, int32_t *native);

/* Opens /dev/null for each of descriptors 0 to 2 that is closed. A program that writes to them calls it before it opens
 * anything: otherwise a socket may become its standard output. */
void ccountersign_hold_standard_descriptors(void);

/* Environment variable or NULL; NULL too in a program that runs with more rights than its caller (AT_SECURE). Not for use while another thread changes the environment. */
const char *ccountersign_environment(const char *name);
/* Asks on the controlling terminal, without echo. OK, NOT_FOUND without a terminal, ABORTED after control-C,
 * LIMIT_EXCEEDED; the bytes are wiped unless OK. */
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_read_passphrase(
    const char *prompt, uint8_t *bytes, size_t capacity, size_t *count, int32_t *native);
/* The program's arguments, each ended by a NUL, its name first. LIMIT_EXCEEDED when they do not fit. */
CCOUNTERSIGN_MUST_USE ccountersign_code ccountersign_arguments(
    char *text, size_t capacity, size_t *count, int32_t *native);
int ccountersign_is_terminal(int32_t descriptor);
/* strerror_r, NUL-terminated; returns its length. */
size_t ccountersign_system_error_text(int32_t native, char *text, size_t capacity);
/* A line such as "model name	: …" of /proc/cpuinfo: the value of the first line that begins with `key`, without the
 * blanks around it, at most capacity bytes; returns their number, 0 where there is no such line or no such file. */
size_t ccountersign_processor_text(const char *key, char *text, size_t capacity);
/* The most memory that the process has had resident so far, in bytes; 0 if the system doesn't tell. */
uint64_t ccountersign_peak_memory(void);
/* Ends the process with a status, after nothing is left to flush. */
void ccountersign_exit(int32_t status);

#ifdef __cplusplus
}
#endif
#endif
