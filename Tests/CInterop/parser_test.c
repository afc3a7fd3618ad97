/* The parsers of peers' messages, fed directly: TLS 1.3's come encrypted, so that nothing from outside can
 * change a byte of them on the way here. */
#include "harness.h"

#include "../../CInterop/CCountersign/session_internal.h"

#include <stdlib.h>

/* A session that has just read this message, in a block of exactly its size. */
static ccountersign_session *session_after(const uint8_t *message, size_t count, uint16_t version, uint8_t **block)
{
    ccountersign_session *session = ccountersign_allocate(sizeof *session);

    *block = malloc(count > 0 ? count : 1);
    memcpy(*block, message, count);
    session->failure.certificate_index = -1;
    session->ssl.MBEDTLS_PRIVATE(in_msg) = *block;
    session->ssl.MBEDTLS_PRIVATE(in_hslen) = count;
#if MBEDTLS_VERSION_MAJOR >= 3
    session->ssl.MBEDTLS_PRIVATE(tls_version) = (mbedtls_ssl_protocol_version) version;
#else
    session->ssl.major_ver = 3;
    session->ssl.minor_ver = version & 0xFF;
#endif
    return session;
}

static void dispose(ccountersign_session *session, uint8_t *block)
{
    session_forget_message(&session->request);
    session_forget_message(&session->refused);
    ccountersign_release(session, sizeof *session);
    free(block);
}

static const uint8_t request_12[] = {
    13, 0, 0, 28, 3, 1, 2, 64, 0, 6, 4, 3, 4, 1, 8, 4, 0, 14, 0, 5, 0x30, 3, 1, 2, 3, 0, 5, 0x30, 3, 4, 5, 6
};

static const uint8_t request_13[] = {
    13, 0,  0, 37, 0, 0, 34, 0, 13, 0, 8, 0, 6, 4, 3, 5, 3, 8, 4, /* signature_algorithms */
    0,  47, 0, 12, 0, 10, 0, 3, 0x30, 1, 7, 0, 3, 0x30, 1, 8,     /* certificate_authorities */
    0,  48, 0, 2,  9, 9                                           /* something else */
};

/* Every entry that is lent must lie in the copy. */
static ccountersign_code read_request(const uint8_t *message, size_t count, uint16_t version, size_t names, size_t schemes)
{
    uint8_t *block;
    ccountersign_session *session = session_after(message, count, version, &block);
    ccountersign_code code = session_read_request(session);
    ccountersign_bytes entries[64];
    uint16_t numbers[64];
    size_t found = ccountersign_session_distinguished_names(session, entries, 64);
    size_t index;

    for (index = 0; index < found && index < 64; index += 1) {
        CHECK(entries[index].start >= session->request.bytes &&
              entries[index].start + entries[index].count <= session->request.bytes + session->request.count);
    }
    found = ccountersign_session_signature_schemes(session, numbers, 64);
    if (code == CCOUNTERSIGN_OK && names != SIZE_MAX) {
        CHECK_EQUAL(ccountersign_session_distinguished_names(session, NULL, 0), names);
        CHECK_EQUAL(found, schemes);
    }
    dispose(session, block);
    return code;
}

static void test_requests(void)
{
    uint8_t copy[64];
    size_t cut;
    size_t offset;
    unsigned int seed = 5;
    int round;

    begin("CertificateRequest");
    CHECK_EQUAL(request_12[3] + 4, sizeof request_12);
    CHECK_EQUAL(request_13[3] + 4, sizeof request_13);
    CHECK_EQUAL(read_request(request_12, sizeof request_12, 0x0303, 2, 3), CCOUNTERSIGN_OK);
#if COMPAT_HAS_TLS13
    CHECK_EQUAL(read_request(request_13, sizeof request_13, 0x0304, 2, 3), CCOUNTERSIGN_OK);
#endif
    for (cut = 4; cut < sizeof request_12; cut += 1) {
        begin("CertificateRequest of TLS 1.2 cut to %zu", cut);
        CHECK_EQUAL(read_request(request_12, cut, 0x0303, SIZE_MAX, 0), CCOUNTERSIGN_MALFORMED_MESSAGE);
    }
#if COMPAT_HAS_TLS13
    for (cut = 4; cut < sizeof request_13; cut += 1) {
        begin("CertificateRequest of TLS 1.3 cut to %zu", cut);
        CHECK_EQUAL(read_request(request_13, cut, 0x0304, SIZE_MAX, 0), CCOUNTERSIGN_MALFORMED_MESSAGE);
    }
#endif
    for (cut = 0; cut < 4; cut += 1) {
        begin("no message at all");
        CHECK_EQUAL(read_request(request_12, cut, 0x0303, 0, 0), CCOUNTERSIGN_OK);
    }
    begin("CertificateRequest with one byte more");
    memcpy(copy, request_12, sizeof request_12);
    copy[sizeof request_12] = 0;
    CHECK_EQUAL(read_request(copy, sizeof request_12 + 1, 0x0303, 0, 0), CCOUNTERSIGN_MALFORMED_MESSAGE);
    begin("CertificateRequest with an empty name");
    memcpy(copy, request_12, sizeof request_12);
    copy[19] = 0;
    CHECK_EQUAL(read_request(copy, sizeof request_12, 0x0303, 0, 0), CCOUNTERSIGN_MALFORMED_MESSAGE);
    begin("CertificateRequest with half a scheme");
    memcpy(copy, request_12, sizeof request_12);
    copy[9] = 5;
    CHECK(read_request(copy, sizeof request_12, 0x0303, SIZE_MAX, 0) != CCOUNTERSIGN_OK);
    for (round = 0; round < 20000; round += 1) {
        int is_new = round % 2 && COMPAT_HAS_TLS13;
        size_t count = is_new ? sizeof request_13 : sizeof request_12;

        begin("CertificateRequest, mutation %d", round);
        memcpy(copy, is_new ? request_13 : request_12, count);
        for (cut = 0; cut < 1 + (size_t) round % 4; cut += 1) {
            offset = 4 + (size_t) rand_r(&seed) % (count - 4);
            copy[offset] = (uint8_t) (round % 3 ? rand_r(&seed) : copy[offset] + 1);
        }
        (void) !read_request(copy, count, is_new ? 0x0304 : 0x0303, SIZE_MAX, 0);
    }
}

/* A Certificate message of these certificates. */
static size_t write_certificates(uint8_t *out, const char *const *names, uint16_t version)
{
    size_t at = version == 0x0304 ? 8 : 7;

    for (; *names != NULL; names += 1) {
        ccountersign_bytes der = { (const uint8_t *) "short", 5 };

        if (strcmp(*names, "short") != 0) {
            der = fixture(*names);
        }
        out[at++] = 0;
        out[at++] = (uint8_t) (der.count >> 8);
        out[at++] = (uint8_t) der.count;
        memcpy(out + at, der.start, der.count);
        at += der.count;
        if (version == 0x0304) {
            out[at++] = 0;
            out[at++] = 0;
        }
    }
    memset(out, 0, 8);
    out[0] = 11;
    out[2] = (uint8_t) ((at - 4) >> 8);
    out[3] = (uint8_t) (at - 4);
    if (version == 0x0304) {
        out[6] = (uint8_t) ((at - 8) >> 8);
        out[7] = (uint8_t) (at - 8);
    } else {
        out[5] = (uint8_t) ((at - 7) >> 8);
        out[6] = (uint8_t) (at - 7);
    }
    return at;
}

static void test_refused(uint16_t version)
{
    static const struct {
        const char *names[4];
        int native;
        ccountersign_code code;
        int32_t index;
        size_t count;
    } cases[] = {
        { { "constrained.der", NULL }, MBEDTLS_ERR_X509_INVALID_EXTENSIONS, CCOUNTERSIGN_PEER_CERTIFICATE_REFUSED, 0, 1 },
        { { "server-P-256.der", "middle.der", "constrained.der", NULL }, MBEDTLS_ERR_X509_INVALID_EXTENSIONS,
          CCOUNTERSIGN_PEER_CERTIFICATE_REFUSED, 2, 3 },
        { { "server-P-256.der", "short", NULL }, MBEDTLS_ERR_X509_INVALID_FORMAT, CCOUNTERSIGN_PEER_CERTIFICATE_REFUSED, 1, 2 },
        { { "edwards.der", "middle.der", NULL }, MBEDTLS_ERR_PK_UNKNOWN_PK_ALG, CCOUNTERSIGN_PEER_CERTIFICATE_REFUSED, 0, 2 },
        { { NULL }, MBEDTLS_ERR_X509_INVALID_FORMAT, CCOUNTERSIGN_PEER_CERTIFICATE_MISSING, -1, 0 },
        /* Nothing wrong with them: then the step failed for another reason. */
        { { "server-P-256.der", "middle.der", NULL }, MBEDTLS_ERR_X509_INVALID_FORMAT, CCOUNTERSIGN_OK, -1, 0 },
        /* The record never came: what the buffer holds is not the message. */
        { { "constrained.der", NULL }, MBEDTLS_ERR_SSL_INVALID_MAC, CCOUNTERSIGN_OK, -1, 0 },
    };
    static uint8_t message[20000];
    uint8_t *block;
    ccountersign_session *session;
    ccountersign_bytes chain[8];
    size_t index;
    size_t count;
    size_t cut;

    for (index = 0; index < sizeof cases / sizeof cases[0]; index += 1) {
        begin("refused certificates %04x, case %zu", version, index);
        count = write_certificates(message, cases[index].names, version);
        session = session_after(message, count, version, &block);
        CHECK_EQUAL(session_read_refused(session, cases[index].native), cases[index].code);
        CHECK_EQUAL(session->failure.certificate_index, cases[index].index);
        CHECK_EQUAL(ccountersign_session_peer_chain(session, chain, 8), cases[index].count);
        if (cases[index].count > 0 && strcmp(cases[index].names[0], "short") != 0) {
            CHECK(chain[0].count == fixture(cases[index].names[0]).count);
        }
        dispose(session, block);
    }
    count = write_certificates(message, cases[1].names, version);
    for (cut = 0; cut < count; cut += 1) {
        ccountersign_code code;

        begin("refused certificates %04x, cut to %zu", version, cut);
        session = session_after(message, cut, version, &block);
        code = session_read_refused(session, MBEDTLS_ERR_X509_INVALID_FORMAT);
        CHECK(code == CCOUNTERSIGN_MALFORMED_MESSAGE || (cut < 4 && code == CCOUNTERSIGN_OK));
        dispose(session, block);
    }
}

static void test_groups(void)
{
    static const uint8_t exchange[] = { 12, 0, 0, 5, 3, 0, 23, 1, 4 };
    static const uint8_t explicit_curve[] = { 12, 0, 0, 5, 1, 0, 23, 1, 4 };
    uint8_t hello[64] = { 2, 0, 0, 54, 3, 3 };
    uint8_t *block;
    ccountersign_session *session;
    size_t cut;

    begin("groups");
    session = session_after(exchange, sizeof exchange, 0x0303, &block);
    CHECK_EQUAL(session_read_group(session, MBEDTLS_SSL_SERVER_KEY_EXCHANGE), 1);
    CHECK_EQUAL(ccountersign_session_group(session), 23);
    dispose(session, block);
    session = session_after(explicit_curve, sizeof explicit_curve, 0x0303, &block);
    CHECK_EQUAL(session_read_group(session, MBEDTLS_SSL_SERVER_KEY_EXCHANGE), 0);
    dispose(session, block);
    for (cut = 0; cut < 7; cut += 1) {
        session = session_after(exchange, cut, 0x0303, &block);
        CHECK_EQUAL(session_read_group(session, MBEDTLS_SSL_SERVER_KEY_EXCHANGE), 0);
        dispose(session, block);
    }
#if COMPAT_HAS_TLS13
    /* A ServerHello with an empty session id, one other extension, then key_share. */
    memcpy(hello + 38, "\x00\x13\x01\x00\x00\x0e\x00\x2b\x00\x02\x03\x04\x00\x33\x00\x04\x00\x1d\x00\x00", 20);
    for (cut = 0; cut <= 58; cut += 1) {
        begin("group in a ServerHello cut to %zu", cut);
        session = session_after(hello, cut, 0x0304, &block);
        CHECK_EQUAL(session_read_group(session, MBEDTLS_SSL_SERVER_HELLO), cut == 58);
        CHECK_EQUAL(ccountersign_session_group(session), cut == 58 ? 29 : 0);
        dispose(session, block);
    }
#else
    (void) hello;
#endif
}

void test_parser(void)
{
    test_requests();
    test_refused(0x0303);
#if COMPAT_HAS_TLS13
    test_refused(0x0304);
#endif
    test_groups();
}
