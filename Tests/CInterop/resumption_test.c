/* Sessions that are saved and offered again: by id, by ticket, and by TLS 1.3's tickets. */
#define _GNU_SOURCE
#include "openssl.h"

#include <stdlib.h>
#include <unistd.h>

#define SAVED 8192

typedef struct saved {
    uint8_t bytes[SAVED];
    size_t count;
} saved;

static const uint8_t facts[] = "what was decided";

static ccountersign_session_options keeping_options(uint16_t version)
{
    ccountersign_session_options options = client_options();

    options.keeps_sessions = 1;
    options.maximum_version = version;
    return options;
}

static ccountersign_bytes bytes_of(const void *start, size_t count)
{
    ccountersign_bytes bytes = { start, count };

    return bytes;
}

/* The chain of the fixtures as _offer wants it. */
static ccountersign_bytes chain_of(const ccountersign_session *session, uint8_t *list)
{
    ccountersign_bytes entries[4];
    size_t count = ccountersign_session_peer_chain(session, entries, 4);
    size_t used = 0;
    size_t index;

    for (index = 0; index < count && index < 4; index += 1) {
        list[used] = (uint8_t) (entries[index].count >> 16);
        list[used + 1] = (uint8_t) (entries[index].count >> 8);
        list[used + 2] = (uint8_t) entries[index].count;
        memcpy(list + used + 3, entries[index].start, entries[index].count);
        used += 3 + entries[index].count;
    }
    return bytes_of(list, used);
}

/* Makes the server say something and reads it, so that TLS 1.3's tickets come in. */
static void exchange(ccountersign_session *session, const line *to, int input)
{
    uint8_t bytes[64];
    size_t count = 0;

    CHECK_EQUAL(write(input, "tickets\n", 8), 8);
    CHECK_EQUAL(drive_read(session, to, bytes, sizeof bytes, &count), CCOUNTERSIGN_ESTABLISHED);
    CHECK_EQUAL(count, 8);
}

static int save(ccountersign_session *session, saved *to)
{
    size_t needed = ccountersign_session_resumption_size(session);

    CHECK(needed > 0 && needed <= SAVED);
    CHECK_EQUAL(ccountersign_session_has_resumption(session), 1);
    if (needed > 1) {
        CHECK_EQUAL(
            ccountersign_session_save(session, to->bytes, needed - 1, &to->count), CCOUNTERSIGN_INVALID_ARGUMENT);
    }
    if (!CHECK_EQUAL(ccountersign_session_save(session, to->bytes, SAVED, &to->count), CCOUNTERSIGN_OK)) {
        return 0;
    }
    CHECK_EQUAL(to->count, needed);
    CHECK_EQUAL(ccountersign_session_has_resumption(session), 0);
    CHECK_EQUAL(ccountersign_session_save(session, to->bytes, SAVED, &needed), CCOUNTERSIGN_NOT_FOUND);
    return 1;
}

/* A full handshake, saved; then one that offers it: resumed, or not when the server has forgotten. */
static void test_one(uint16_t version, const char *flag, int is_forgotten)
{
    const char *arguments[12];
    static server server;
    static uint8_t list[SAVED];
    ccountersign_session_options options = keeping_options(version);
    ccountersign_session *session;
    ccountersign_bytes chain;
    ccountersign_bytes entries[4];
    ccountersign_bytes kept;
    saved first;
    line to;

    begin("resumption %04x %s%s", version, flag == NULL ? "by ticket" : flag, is_forgotten ? ", forgotten" : "");
    certificate_arguments(arguments, "P-256");
    arguments[6] = version_flag(version);
    arguments[7] = flag;
    arguments[8] = NULL;
    to.chunk = 4096;
    if (!connect_with(&server, arguments, &options, &session, &to)) {
        return;
    }
    if (!reach_trust(session, &to)) {
        disconnect(&server, session, &to);
        return;
    }
    CHECK_EQUAL(ccountersign_session_has_resumption(session), 0);
    CHECK_EQUAL(ccountersign_session_continue(session), CCOUNTERSIGN_OK);
    CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_ESTABLISHED);
    CHECK_EQUAL(ccountersign_session_has_resumption(session), version == 0x0303);
    exchange(session, &to, server.input);
    chain = chain_of(session, list);
    if (!save(session, &first)) {
        disconnect(&server, session, &to);
        return;
    }
    CHECK_EQUAL(drive_close(session, &to), CCOUNTERSIGN_CLOSED);
    if (is_forgotten) {
        disconnect(&server, session, &to);
        if (!connect_with(&server, arguments, &options, &session, &to)) {
            return;
        }
    } else {
        free_session(session);
        ccountersign_close_descriptor(to.descriptor);
        to.descriptor = connect_to(server.port);
        session = session_of(&options);
    }
    CHECK_EQUAL(
        ccountersign_session_offer(session, bytes_of(first.bytes, first.count), chain, bytes_of(facts, sizeof facts)),
        CCOUNTERSIGN_OK);
    CHECK_EQUAL(
        ccountersign_session_offer(session, bytes_of(first.bytes, first.count), chain, bytes_of(facts, sizeof facts)),
        CCOUNTERSIGN_INVALID_ARGUMENT);
    CHECK_EQUAL(ccountersign_session_peer_chain(session, entries, 4), 0);
    if (is_forgotten) {
        CHECK(reach_trust(session, &to));
        CHECK_EQUAL(ccountersign_session_is_resumed(session), 0);
        CHECK_EQUAL(ccountersign_session_resumed_facts(session).count, 0);
    } else {
        CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_ESTABLISHED);
        CHECK_EQUAL(ccountersign_session_is_resumed(session), 1);
        CHECK_EQUAL(ccountersign_session_version(session), version);
        kept = ccountersign_session_resumed_facts(session);
        CHECK(kept.count == sizeof facts && memcmp(kept.start, facts, sizeof facts) == 0);
        CHECK_EQUAL(ccountersign_session_peer_chain(session, entries, 4), 2);
        CHECK(entries[1].count == fixture("middle.der").count &&
              memcmp(entries[1].start, fixture("middle.der").start, entries[1].count) == 0);
        exchange(session, &to, server.input);
        /* A TLS 1.3 ticket is good for one more; in TLS 1.2 the old one stays good. */
        CHECK_EQUAL(ccountersign_session_has_resumption(session), version == 0x0304);
        CHECK_EQUAL(drive_close(session, &to), CCOUNTERSIGN_CLOSED);
        CHECK_EQUAL(ccountersign_session_is_resumed(session), 1);
    }
    disconnect(&server, session, &to);
}

/* Bytes that no session was saved as are refused, and the session they were offered to goes on. */
static void test_mutations(uint16_t version)
{
    const char *arguments[12];
    static server server;
    static uint8_t list[SAVED];
    ccountersign_session_options options = keeping_options(version);
    ccountersign_session *session;
    ccountersign_bytes chain;
    saved first;
    size_t position;
    int refused = 0;
    line to;

    begin("resumption %04x, hostile bytes", version);
    certificate_arguments(arguments, "P-256");
    arguments[6] = version_flag(version);
    arguments[7] = NULL;
    to.chunk = 4096;
    if (!connect_with(&server, arguments, &options, &session, &to)) {
        return;
    }
    if (!reach_trust(session, &to)) {
        disconnect(&server, session, &to);
        return;
    }
    CHECK_EQUAL(ccountersign_session_continue(session), CCOUNTERSIGN_OK);
    CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_ESTABLISHED);
    exchange(session, &to, server.input);
    chain = chain_of(session, list);
    if (save(session, &first)) {
        for (position = 0; position < first.count; position += 1) {
            /* In a block of its own size, so that a byte read behind it is seen. */
            uint8_t *cut = malloc(position + 1);
            ccountersign_session *other = session_of(&options);
            ccountersign_code code;

            memcpy(cut, first.bytes, position);
            code = ccountersign_session_offer(
                other, bytes_of(cut, position), chain, bytes_of(facts, sizeof facts));
            refused += code == CCOUNTERSIGN_MALFORMED_MESSAGE || code == CCOUNTERSIGN_UNSUPPORTED;
            free_session(other);
            free(cut);
        }
        CHECK_EQUAL(refused, first.count);
        for (position = 0; position < first.count; position += 1) {
            ccountersign_session *other = session_of(&options);
            ccountersign_code code;
            ccountersign_status status;

            first.bytes[position] ^= 0xFF;
            code = ccountersign_session_offer(
                other, bytes_of(first.bytes, first.count), chain, bytes_of(facts, sizeof facts));
            first.bytes[position] ^= 0xFF;
            /* Some bytes are the secrets themselves. Those of the version and the build are looked at. */
            CHECK(position > 4 || code == CCOUNTERSIGN_UNSUPPORTED);
            /* Or it cannot be offered after all: a ticket from the future. */
            status = ccountersign_session_step(other);
            CHECK(status == CCOUNTERSIGN_WANTS_WRITE || (status == CCOUNTERSIGN_FAILED && code == CCOUNTERSIGN_OK));
            free_session(other);
        }
        chain.count -= 1;
        options.keeps_sessions = 1;
        {
            ccountersign_session *other = session_of(&options);

            CHECK_EQUAL(
                ccountersign_session_offer(
                    other, bytes_of(first.bytes, first.count), chain, bytes_of(facts, sizeof facts)),
                CCOUNTERSIGN_MALFORMED_MESSAGE);
            free_session(other);
        }
    }
    CHECK_EQUAL(
        ccountersign_session_offer(session, bytes_of(first.bytes, first.count), chain, bytes_of(facts, sizeof facts)),
        CCOUNTERSIGN_INVALID_ARGUMENT);
    disconnect(&server, session, &to);
}

/* Who did not ask for tickets is given nothing. */
static void test_unwanted(void)
{
    const char *arguments[12];
    static server server;
    ccountersign_session_options options = client_options();
    ccountersign_session *session;
    saved none;
    line to;

    begin("resumption that nobody wants");
    certificate_arguments(arguments, "P-256");
    arguments[6] = version_flag(0x0303);
    arguments[7] = NULL;
    to.chunk = 4096;
    if (!connect_with(&server, arguments, &options, &session, &to)) {
        return;
    }
    if (reach_trust(session, &to)) {
        CHECK_EQUAL(ccountersign_session_continue(session), CCOUNTERSIGN_OK);
        CHECK_EQUAL(drive_step(session, &to), CCOUNTERSIGN_ESTABLISHED);
        CHECK_EQUAL(ccountersign_session_has_resumption(session), 0);
        CHECK_EQUAL(ccountersign_session_save(session, none.bytes, SAVED, &none.count), CCOUNTERSIGN_NOT_FOUND);
    }
    disconnect(&server, session, &to);
}

void test_resumption(void)
{
    test_unwanted();
    test_one(0x0303, "-no_ticket", 0);
    test_one(0x0303, NULL, 0);
    test_one(0x0303, NULL, 1);
    test_one(0x0303, "-no_ticket", 1);
    test_mutations(0x0303);
    if (ccountersign_supports_tls13()) {
        test_one(0x0304, NULL, 0);
        test_one(0x0304, NULL, 1);
        test_mutations(0x0304);
    }
}
