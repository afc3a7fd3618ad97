/* Keys that are elsewhere, which keys a request accepts, what a credential holds; and the lock. */
#define _GNU_SOURCE
#include "pair.h"

#include <mbedtls/md.h>
#include <mbedtls/pk.h>
#include <mbedtls/version.h>

#include <pthread.h>
#include <stdlib.h>

typedef enum behaviour { SIGNS, FAILS, SIGNS_NONSENSE } behaviour;

/* A key of the test's own, in the library's hands. */
typedef struct device {
    mbedtls_pk_context key;
    behaviour behaviour;
    int calls;
} device;

static int rng(void *context, unsigned char *bytes, size_t count)
{
    (void) context;
    return ccountersign_random(bytes, count) == CCOUNTERSIGN_OK ? 0 : -1;
}

static void open_device(device *device, behaviour behaviour)
{
    ccountersign_bytes der = fixture("client-rsa.key.der");
    int result;

    mbedtls_pk_init(&device->key);
#if MBEDTLS_VERSION_MAJOR >= 3
    result = mbedtls_pk_parse_key(&device->key, der.start, der.count, NULL, 0, rng, NULL);
#else
    result = mbedtls_pk_parse_key(&device->key, der.start, der.count, NULL, 0);
#endif
    CHECK_EQUAL(result, 0);
    device->behaviour = behaviour;
    device->calls = 0;
}

static int sign(void *context, ccountersign_hash hash, ccountersign_bytes digest, uint8_t *signature, size_t count)
{
    device *device = context;
    mbedtls_md_type_t type = hash == CCOUNTERSIGN_SHA384 ? MBEDTLS_MD_SHA384 : MBEDTLS_MD_SHA256;
    size_t written = 0;
    int result;

    device->calls += 1;
    CHECK_EQUAL(count, 256);
    CHECK_EQUAL(digest.count, hash == CCOUNTERSIGN_SHA384 ? 48 : 32);
    if (device->behaviour == FAILS) {
        return 0;
    }
    if (device->behaviour == SIGNS_NONSENSE) {
        memset(signature, 1, count);
        return 1;
    }
#if MBEDTLS_VERSION_MAJOR >= 3
    result = mbedtls_pk_sign(&device->key, type, digest.start, digest.count, signature, count, &written, rng, NULL);
#else
    result = mbedtls_pk_sign(&device->key, type, digest.start, digest.count, signature, &written, rng, NULL);
#endif
    return result == 0 && written == count;
}

static ccountersign_credential *external(device *device)
{
    ccountersign_credential *credential = ccountersign_allocate(ccountersign_credential_size());

    ccountersign_credential_init(credential);
    CHECK_EQUAL(ccountersign_credential_set_signer(credential, sign, device), CCOUNTERSIGN_INVALID_ARGUMENT);
    CHECK_EQUAL(ccountersign_credential_add_certificate(credential, fixture("client-rsa.der")), CCOUNTERSIGN_OK);
    CHECK_EQUAL(ccountersign_credential_add_certificate(credential, fixture("middle.der")), CCOUNTERSIGN_OK);
    CHECK_EQUAL(ccountersign_credential_key_kind(credential), 0);
    CHECK_EQUAL(ccountersign_credential_set_signer(credential, NULL, device), CCOUNTERSIGN_INVALID_ARGUMENT);
    CHECK_EQUAL(ccountersign_credential_set_signer(credential, sign, device), CCOUNTERSIGN_OK);
    CHECK_EQUAL(ccountersign_credential_set_signer(credential, sign, device), CCOUNTERSIGN_INVALID_ARGUMENT);
    CHECK_EQUAL(
        ccountersign_credential_set_key(credential, fixture("client-rsa.key.der")), CCOUNTERSIGN_INVALID_ARGUMENT);
    CHECK_EQUAL(ccountersign_credential_key_kind(credential), CCOUNTERSIGN_KEY_RSA_ELSEWHERE);
    return credential;
}

static void test_signing(behaviour behaviour)
{
    pair both;
    device device;
    ccountersign_credential *own;
    ccountersign_status client_status;
    ccountersign_status server_status;

    begin("a key elsewhere that %s", behaviour == SIGNS ? "signs" : behaviour == FAILS ? "fails" : "signs nonsense");
    open_device(&device, behaviour);
    own = external(&device);
    prepare(&both, "P-256");
    both.client_options.maximum_version = 0x0303;
    both.server_options.request_client_certificate = 2;
    both.server_options.client_anchors = both.anchors;
    open_pair(&both);
    run_pair(both.client, both.server, &both.up, &both.down, SIZE_MAX, own, &client_status, &server_status);
    CHECK_EQUAL(device.calls, 1);
    if (behaviour == SIGNS) {
        CHECK_EQUAL(client_status, CCOUNTERSIGN_ESTABLISHED);
        CHECK_EQUAL(server_status, CCOUNTERSIGN_ESTABLISHED);
        CHECK_EQUAL(ccountersign_session_peer_chain(both.server, NULL, 0), 2);
    } else {
        CHECK_EQUAL(client_status, CCOUNTERSIGN_FAILED);
        CHECK_EQUAL(ccountersign_session_failure(both.client).code, CCOUNTERSIGN_CREDENTIAL_REFUSED);
        CHECK_EQUAL(ccountersign_session_failure(both.client).alert_sent, 80);
        CHECK_EQUAL(server_status, CCOUNTERSIGN_FAILED);
        CHECK_EQUAL(ccountersign_session_failure(both.server).alert_received, 80);
    }
    clear(&both);
    free_credential(own);
    mbedtls_pk_free(&device.key);
}

/* Steps both until the client is asked for a certificate. */
static void reach_request(pair *both)
{
    int turn;

    for (turn = 0; turn < 100; turn += 1) {
        ccountersign_status status = ccountersign_session_step(both->client);

        if (status == CCOUNTERSIGN_CLIENT_CERTIFICATE) {
            return;
        }
        if (status == CCOUNTERSIGN_SERVER_TRUST) {
            CHECK_EQUAL(ccountersign_session_accepted_keys(both->client), 0);
            CHECK_EQUAL(ccountersign_session_continue(both->client), CCOUNTERSIGN_OK);
            continue;
        }
        move(both, status, 1, SIZE_MAX);
        move(both, ccountersign_session_step(both->server), 0, SIZE_MAX);
    }
    CHECK(0);
}

static void test_request(uint16_t version)
{
    pair both;
    device device;
    ccountersign_credential *own;
    ccountersign_bytes names;
    uint32_t kinds;

    begin("what a request of %04x accepts", version);
    open_device(&device, SIGNS);
    own = external(&device);
    prepare(&both, "P-256");
    both.client_options.maximum_version = version;
    both.server_options.request_client_certificate = 1;
    both.server_options.client_anchors = both.anchors;
    open_pair(&both);
    CHECK_EQUAL(ccountersign_session_accepted_keys(both.client), 0);
    CHECK_EQUAL(ccountersign_session_authorities(both.client).count, 0);
    reach_request(&both);
    kinds = ccountersign_session_accepted_keys(both.client);
    CHECK(kinds & CCOUNTERSIGN_KEY_RSA);
    CHECK(kinds & CCOUNTERSIGN_KEY_P256);
    CHECK(kinds & CCOUNTERSIGN_KEY_P384);
    CHECK_EQUAL((kinds & CCOUNTERSIGN_KEY_RSA_ELSEWHERE) != 0, version == 0x0303);
    names = ccountersign_session_authorities(both.client);
    CHECK_EQUAL(names.count > 0, version == 0x0303);
    if (names.count > 0) {
        ccountersign_bytes entries[2];

        CHECK_EQUAL(ccountersign_session_distinguished_names(both.client, entries, 2), 2);
        CHECK_EQUAL(names.start[0] << 8 | names.start[1], entries[0].count);
        CHECK(names.start + 2 == entries[0].start);
        CHECK_EQUAL(names.count, entries[0].count + entries[1].count + 4);
    }
    CHECK_EQUAL(
        ccountersign_session_set_credential(both.client, own),
        version == 0x0303 ? CCOUNTERSIGN_OK : CCOUNTERSIGN_UNSUPPORTED);
    CHECK_EQUAL(device.calls, 0);
    clear(&both);
    free_credential(own);
    mbedtls_pk_free(&device.key);
}

static void test_contents(void)
{
    static const struct { const char *kind; uint32_t expected; } kinds[] = {
        { "rsa", CCOUNTERSIGN_KEY_RSA }, { "P-256", CCOUNTERSIGN_KEY_P256 }, { "P-384", CCOUNTERSIGN_KEY_P384 },
        { "P-521", CCOUNTERSIGN_KEY_P521 },
    };
    ccountersign_bytes entries[2];
    ccountersign_bytes middle = fixture("middle.der");
    size_t index;

    begin("what a credential holds");
    for (index = 0; index < sizeof kinds / sizeof kinds[0]; index += 1) {
        ccountersign_credential *credential;
        char certificate[64];
        char key[64];

        snprintf(certificate, sizeof certificate, "client-%s.der", kinds[index].kind);
        snprintf(key, sizeof key, "client-%s.key.der", kinds[index].kind);
        credential = credential_of(certificate, "middle.der", key);
        CHECK_EQUAL(ccountersign_credential_key_kind(credential), kinds[index].expected);
        CHECK_EQUAL(ccountersign_credential_certificates(credential, NULL, 0), 2);
        CHECK_EQUAL(ccountersign_credential_certificates(credential, entries, 2), 2);
        CHECK(entries[1].count == middle.count && memcmp(entries[1].start, middle.start, middle.count) == 0);
        CHECK_EQUAL(
            ccountersign_credential_set_signer(credential, sign, NULL), CCOUNTERSIGN_INVALID_ARGUMENT);
        free_credential(credential);
    }
    {
        ccountersign_credential *empty = ccountersign_allocate(ccountersign_credential_size());

        ccountersign_credential_init(empty);
        CHECK_EQUAL(ccountersign_credential_certificates(empty, entries, 2), 0);
        CHECK_EQUAL(ccountersign_credential_key_kind(empty), 0);
        CHECK_EQUAL(ccountersign_credential_add_certificate(empty, fixture("client-P-256.der")), CCOUNTERSIGN_OK);
        CHECK_EQUAL(ccountersign_credential_set_signer(empty, sign, NULL), CCOUNTERSIGN_UNSUPPORTED);
        free_credential(empty);
    }
}

typedef struct counter {
    ccountersign_lock *lock;
    long value;
} counter;

static void *count_up(void *context)
{
    counter *counter = context;
    int turn;

    for (turn = 0; turn < 20000; turn += 1) {
        ccountersign_lock_acquire(counter->lock);
        counter->value += 1;
        ccountersign_lock_release(counter->lock);
    }
    return NULL;
}

static void test_lock(void)
{
    pthread_t threads[4];
    counter counter = { ccountersign_allocate(ccountersign_lock_size()), 0 };
    size_t index;

    begin("the lock");
    CHECK_EQUAL(ccountersign_lock_init(counter.lock), CCOUNTERSIGN_OK);
    for (index = 0; index < 4; index += 1) {
        CHECK_EQUAL(pthread_create(&threads[index], NULL, count_up, &counter), 0);
    }
    for (index = 0; index < 4; index += 1) {
        pthread_join(threads[index], NULL);
    }
    CHECK_EQUAL(counter.value, 80000);
    ccountersign_lock_free(counter.lock);
    ccountersign_release(counter.lock, ccountersign_lock_size());
}

void test_elsewhere(void)
{
    uint16_t version;

    test_contents();
    test_signing(SIGNS);
    test_signing(FAILS);
    test_signing(SIGNS_NONSENSE);
    for (version = 0x0303; version <= newest(); version += 1) {
        test_request(version);
    }
    test_lock();
}
