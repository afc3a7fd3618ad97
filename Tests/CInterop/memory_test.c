/* A handshake in which the nth allocation fails, for many n: an answer, no crash, nothing left over.
 *
 * Works by standing in for the C library's functions, so not under a sanitizer or valgrind, which do so too. */
#include "pair.h"

#include <errno.h>
#include <stdlib.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define STANDS_IN 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define STANDS_IN 0
#endif
#endif
#ifndef STANDS_IN
#define STANDS_IN 1
#endif

#if STANDS_IN
void *__libc_calloc(size_t number, size_t size);
void *__libc_malloc(size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

static long until_failure = -1;
static long live;
static int is_counting;

static int fails(void)
{
    if (until_failure < 0) {
        return 0;
    }
    if (until_failure == 0) {
        /* And from then on, as when there is really nothing left. */
        return 1;
    }
    until_failure -= 1;
    return 0;
}

void *calloc(size_t number, size_t size)
{
    void *memory = fails() ? NULL : __libc_calloc(number, size);

    live += is_counting && memory != NULL;
    return memory;
}

void *malloc(size_t size)
{
    void *memory = fails() ? NULL : __libc_malloc(size);

    live += is_counting && memory != NULL;
    return memory;
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    *memory = fails() ? NULL : __libc_memalign(alignment, size);
    live += is_counting && *memory != NULL;
    return *memory == NULL ? ENOMEM : 0;
}

void free(void *memory)
{
    live -= is_counting && memory != NULL;
    __libc_free(memory);
}

/* One handshake of a client alone, with what a server said to an earlier one where that is enough. 1 when the
 * failure was never reached. */
static int try(uint16_t version, long number, long *left)
{
    static uint8_t client_block[8192] __attribute__((aligned(16)));
    static uint8_t server_block[8192] __attribute__((aligned(16)));
    static uint8_t up_bytes[16384];
    static uint8_t down_bytes[16384];
    static ccountersign_credential *own;
    ccountersign_session *client = (void *) client_block;
    ccountersign_session *server = (void *) server_block;
    ccountersign_status client_status = CCOUNTERSIGN_FAILED;
    ccountersign_status server_status = CCOUNTERSIGN_FAILED;
    ccountersign_session_options client_options;
    ccountersign_session_options server_options;
    static pair both;
    stream up;
    stream down;
    int is_untouched;
    int has_moved = 1;
    ccountersign_code code;

    if (own == NULL) {
        prepare(&both, "P-256");
        own = credential_of("client-P-256.der", "middle.der", "client-P-256.key.der");
    }
    memset(&client_options, 0, sizeof client_options);
    client_options.server_name = "localhost";
    client_options.maximum_version = version;
    server_options = both.server_options;
    server_options.request_client_certificate = 1;
    server_options.client_anchors = both.anchors;
    start_stream(&up);
    start_stream(&down);
    up.bytes = up_bytes;
    up.capacity = sizeof up_bytes;
    down.bytes = down_bytes;
    down.capacity = sizeof down_bytes;
    is_counting = 1;
    live = 0;
    CHECK_EQUAL(ccountersign_session_init(server, &server_options), CCOUNTERSIGN_OK);
    until_failure = number;
    code = ccountersign_session_init(client, &client_options);
    if (code != CCOUNTERSIGN_OK) {
        CHECK(code == CCOUNTERSIGN_OUT_OF_MEMORY || code == CCOUNTERSIGN_RANDOM_UNAVAILABLE);
        has_moved = 0;
    }
    while (has_moved) {
        long kept;

        client_status = ccountersign_session_step(client);
        if (client_status == CCOUNTERSIGN_SERVER_TRUST || client_status == CCOUNTERSIGN_CLIENT_CERTIFICATE) {
            if (client_status == CCOUNTERSIGN_CLIENT_CERTIFICATE) {
                CHECK_EQUAL(ccountersign_session_set_credential(client, own), CCOUNTERSIGN_OK);
            }
            code = ccountersign_session_continue(client);
            if (code != CCOUNTERSIGN_OK) {
                CHECK_EQUAL(code, CCOUNTERSIGN_OUT_OF_MEMORY);
                break;
            }
            continue;
        }
        has_moved = serve(client, client_status, &down, &up, SIZE_MAX);
        /* Only the client goes short. */
        kept = until_failure;
        until_failure = -1;
        server_status = ccountersign_session_step(server);
        has_moved |= serve(server, server_status, &up, &down, SIZE_MAX);
        until_failure = kept;
    }
    is_untouched = until_failure > 0;
    until_failure = -1;
    if (is_untouched) {
        CHECK_EQUAL(client_status, CCOUNTERSIGN_ESTABLISHED);
        CHECK_EQUAL(server_status, CCOUNTERSIGN_ESTABLISHED);
    } else {
        CHECK(client_status != CCOUNTERSIGN_ESTABLISHED || number > 20);
    }
    if (client_status == CCOUNTERSIGN_FAILED && code == CCOUNTERSIGN_OK) {
        CHECK(ccountersign_session_failure(client).code != CCOUNTERSIGN_OK);
    }
    ccountersign_session_free(client);
    ccountersign_session_free(server);
    is_counting = 0;
    *left = live;
    return is_untouched;
}

void test_memory_shortage(void)
{
    uint16_t version;
    long left;

    for (version = 0x0303; version <= newest(); version += 1) {
        long number = 0;
        long stride = 1;
        int is_over = 0;

        /* PSA's own state and its key slots are made once, and stay. */
        begin("%04x with memory enough", version);
        (void) try(version, 1000000, &left);
        while (!is_over && getenv("COUNTERSIGN_SLOW") == NULL) {
            begin("%04x, allocation %ld fails", version, number);
            is_over = try(version, number, &left);
            CHECK_EQUAL(left, 0);
            number += stride;
            stride = number < 200 ? 1 : number < 2000 ? 37 : 401;
        }
    }
}
#else
void test_memory_shortage(void)
{
}
#endif
