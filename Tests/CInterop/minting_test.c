/* Keys made, signatures made, files written. */
#include "harness.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const ccountersign_key_type types[] = { CCOUNTERSIGN_KEY_TYPE_P256, CCOUNTERSIGN_KEY_TYPE_P384, CCOUNTERSIGN_KEY_TYPE_RSA2048 };

static ccountersign_bytes bytes_of(const uint8_t *start, size_t count)
{
    ccountersign_bytes bytes = { start, count };

    return bytes;
}

/* Signs with each hash, and verifies with the public half; a changed message or signature does not verify. */
static void test_signing(ccountersign_bytes key, int is_rsa)
{
    static const ccountersign_hash hashes[] = { CCOUNTERSIGN_SHA256, CCOUNTERSIGN_SHA384 };
    ccountersign_signature_kind kind = is_rsa ? CCOUNTERSIGN_RSA_PKCS1 : CCOUNTERSIGN_ECDSA;
    uint8_t info[1200];
    uint8_t signature[CCOUNTERSIGN_SIGNATURE_LIMIT];
    size_t info_count = 0;
    size_t count = 0;
    size_t index;
    ccountersign_bytes message = bytes_of((const uint8_t *) "to be signed", 12);
    ccountersign_bytes other = bytes_of((const uint8_t *) "to be signee", 12);

    CHECK_EQUAL(ccountersign_public_key_of(key, info, sizeof info, &info_count), CCOUNTERSIGN_OK);
    for (index = 0; index < 2; index += 1) {
        CHECK_EQUAL(
            ccountersign_sign(hashes[index], key, message, signature, sizeof signature, &count), CCOUNTERSIGN_OK);
        CHECK_EQUAL(
            ccountersign_verify_signature(
                kind, hashes[index], hashes[index], -1, bytes_of(info, info_count), message,
                bytes_of(signature, count)), CCOUNTERSIGN_OK);
        CHECK_EQUAL(
            ccountersign_verify_signature(
                kind, hashes[index], hashes[index], -1, bytes_of(info, info_count), other,
                bytes_of(signature, count)), CCOUNTERSIGN_SIGNATURE_INVALID);
        CHECK_EQUAL(
            ccountersign_sign(hashes[index], key, message, signature, 20, &count), CCOUNTERSIGN_INVALID_ARGUMENT);
        CHECK_EQUAL(count, 0);
    }
    CHECK_EQUAL(
        ccountersign_sign((ccountersign_hash) 99, key, message, signature, sizeof signature, &count),
        CCOUNTERSIGN_UNSUPPORTED);
    CHECK_EQUAL(
        ccountersign_sign(CCOUNTERSIGN_SHA256, key, bytes_of(NULL, 0), signature, sizeof signature, &count),
        CCOUNTERSIGN_OK);
    CHECK_EQUAL(
        ccountersign_sign(CCOUNTERSIGN_SHA256, key, bytes_of(NULL, 1), signature, sizeof signature, &count),
        CCOUNTERSIGN_INVALID_ARGUMENT);
}

static void test_generating(void)
{
    static uint8_t first[CCOUNTERSIGN_GENERATED_KEY_LIMIT];
    static uint8_t second[CCOUNTERSIGN_GENERATED_KEY_LIMIT];
    size_t count = 0;
    size_t other = 0;
    size_t index;
    size_t rest;

    for (index = 0; index < sizeof types / sizeof types[0]; index += 1) {
        begin("a key of type %d", (int) types[index]);
        memset(first, 0xA5, sizeof first);
        CHECK_EQUAL(ccountersign_generate_key(types[index], first, sizeof first, &count), CCOUNTERSIGN_OK);
        CHECK(count > 100 && first[0] == 0x30);
        for (rest = count; rest < sizeof first && first[rest] == 0; rest += 1) {
        }
        CHECK_EQUAL(rest, sizeof first);
        if (types[index] < CCOUNTERSIGN_KEY_TYPE_RSA2048) {
            CHECK_EQUAL(ccountersign_generate_key(types[index], second, sizeof second, &other), CCOUNTERSIGN_OK);
            CHECK(other != count || memcmp(first, second, count) != 0);
            CHECK_EQUAL(ccountersign_generate_key(types[index], second, 40, &other), CCOUNTERSIGN_INVALID_ARGUMENT);
            CHECK_EQUAL(other, 0);
        }
        test_signing(bytes_of(first, count), types[index] == CCOUNTERSIGN_KEY_TYPE_RSA2048);
    }
    begin("no key");
    CHECK_EQUAL(
        ccountersign_generate_key((ccountersign_key_type) 1024, first, sizeof first, &count),
        CCOUNTERSIGN_INVALID_ARGUMENT);
    CHECK_EQUAL(ccountersign_generate_key(CCOUNTERSIGN_KEY_TYPE_P256, NULL, 0, &count), CCOUNTERSIGN_INVALID_ARGUMENT);
}

static void test_refused_keys(void)
{
    uint8_t signature[CCOUNTERSIGN_SIGNATURE_LIMIT];
    size_t count = 0;
    ccountersign_bytes message = bytes_of((const uint8_t *) "m", 1);
    ccountersign_bytes key = fixture("client-P-256.key.der");

    begin("keys that cannot sign");
    CHECK_EQUAL(
        ccountersign_sign(CCOUNTERSIGN_SHA256, fixture("encrypted.key.der"), message, signature, sizeof signature, &count),
        CCOUNTERSIGN_PASSPHRASE_NEEDED);
    CHECK_EQUAL(
        ccountersign_sign(
            CCOUNTERSIGN_SHA256, bytes_of(key.start, key.count / 2), message, signature, sizeof signature, &count),
        CCOUNTERSIGN_KEY_MALFORMED);
    CHECK_EQUAL(
        ccountersign_sign(CCOUNTERSIGN_SHA256, bytes_of(NULL, 0), message, signature, sizeof signature, &count),
        CCOUNTERSIGN_KEY_MALFORMED);
    CHECK_EQUAL(
        ccountersign_sign(CCOUNTERSIGN_SHA256, key, message, signature, sizeof signature, &count), CCOUNTERSIGN_OK);
}

static int holds(const char *path, const char *text)
{
    ccountersign_bytes found = { NULL, 0 };
    uint32_t mode = 0;
    int32_t native = 0;
    int same = ccountersign_map_file(path, &found, &mode, &native) == CCOUNTERSIGN_OK && mode == 0600 &&
               found.count == strlen(text) && (found.count == 0 || memcmp(found.start, text, found.count) == 0);

    ccountersign_unmap_file(found);
    return same;
}

static void test_files(void)
{
    char folder[] = "/tmp/countersign-write-XXXXXX";
    char path[128];
    char linked[128];
    char names[512];
    size_t needed = 0;
    int32_t native = 0;
    ccountersign_bytes one = bytes_of((const uint8_t *) "one", 3);
    ccountersign_bytes two = bytes_of((const uint8_t *) "second", 6);

    begin("files written whole");
    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/key", folder);
    snprintf(linked, sizeof linked, "%s/link", folder);
    CHECK_EQUAL(ccountersign_write_file(path, one, 0600, 0, &native), CCOUNTERSIGN_OK);
    CHECK(holds(path, "one"));
    CHECK_EQUAL(ccountersign_write_file(path, two, 0600, 0, &native), CCOUNTERSIGN_SYSTEM_ERROR);
    CHECK_EQUAL(native, EEXIST);
    CHECK(holds(path, "one"));
    /* What was readable by all is not any more. */
    CHECK_EQUAL(chmod(path, 0666), 0);
    CHECK_EQUAL(ccountersign_write_file(path, two, 0600, 1, &native), CCOUNTERSIGN_OK);
    CHECK(holds(path, "second"));
    CHECK_EQUAL(ccountersign_write_file(path, bytes_of(NULL, 0), 0600, 1, &native), CCOUNTERSIGN_OK);
    CHECK(holds(path, ""));
    /* A link is replaced, and its target stays; without replacing, it counts as there even when it leads nowhere. */
    CHECK_EQUAL(symlink("nowhere", linked), 0);
    CHECK_EQUAL(ccountersign_write_file(linked, one, 0600, 0, &native), CCOUNTERSIGN_SYSTEM_ERROR);
    CHECK_EQUAL(ccountersign_write_file(linked, one, 0600, 1, &native), CCOUNTERSIGN_OK);
    CHECK(holds(linked, "one"));
    CHECK_EQUAL(ccountersign_list_directory(folder, names, sizeof names, &needed, &native), CCOUNTERSIGN_OK);
    CHECK_EQUAL(needed, sizeof "key" + sizeof "link");

    begin("files that cannot be written");
    CHECK_EQUAL(ccountersign_write_file("/nonexistent/key", one, 0600, 0, &native), CCOUNTERSIGN_NOT_FOUND);
    CHECK_EQUAL(native, ENOENT);
    CHECK_EQUAL(ccountersign_write_file(folder, one, 0600, 1, &native), CCOUNTERSIGN_SYSTEM_ERROR);
    CHECK_EQUAL(ccountersign_write_file("", one, 0600, 0, &native), CCOUNTERSIGN_INVALID_ARGUMENT);
    CHECK_EQUAL(ccountersign_write_file(path, bytes_of(NULL, 4), 0600, 0, &native), CCOUNTERSIGN_INVALID_ARGUMENT);
    CHECK_EQUAL(ccountersign_write_file(path, one, 04755, 0, &native), CCOUNTERSIGN_INVALID_ARGUMENT);
    unlink(path);
    unlink(linked);
    CHECK_EQUAL(rmdir(folder), 0);
}

void test_minting(void)
{
    test_generating();
    test_refused_keys();
    test_files();
}
