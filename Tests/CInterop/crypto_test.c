/* Signatures, digests, key derivation, keys. */
#include "harness.h"

#include <stdlib.h>

static ccountersign_bytes text(const char *string)
{
    ccountersign_bytes bytes = { (const uint8_t *) string, strlen(string) };

    return bytes;
}

static int is_hex(const uint8_t *bytes, size_t count, const char *hex)
{
    size_t index;

    if (strlen(hex) != count * 2) {
        return 0;
    }
    for (index = 0; index < count; index += 1) {
        unsigned int value = 0;

        if (sscanf(hex + index * 2, "%2x", &value) != 1 || value != bytes[index]) {
            return 0;
        }
    }
    return 1;
}

static void test_digests(void)
{
    static const struct { ccountersign_hash hash; const char *empty; const char *abc; } known[] = {
        { CCOUNTERSIGN_MD5, "d41d8cd98f00b204e9800998ecf8427e", "900150983cd24fb0d6963f7d28e17f72" },
        { CCOUNTERSIGN_SHA1, "da39a3ee5e6b4b0d3255bfef95601890afd80709", "a9993e364706816aba3e25717850c26c9cd0d89d" },
        { CCOUNTERSIGN_SHA224, "d14a028c2a3a2bc9476102bb288234c415a2b01f828ea62ac5b3e42f",
          "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7" },
        { CCOUNTERSIGN_SHA256, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
          "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
        { CCOUNTERSIGN_SHA384,
          "38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da274edebfe76f65fbd51ad2f14898b95b",
          "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7" },
        { CCOUNTERSIGN_SHA512,
          "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
          "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e",
          "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
          "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f" },
    };
    uint8_t digest[64];
    size_t index;
    ccountersign_bytes nothing = { NULL, 0 };
    ccountersign_bytes unsound = { NULL, 3 };

    begin("digests");
    for (index = 0; index < sizeof known / sizeof known[0]; index += 1) {
        size_t count = ccountersign_digest(known[index].hash, nothing, digest, sizeof digest);

        CHECK(is_hex(digest, count, known[index].empty));
        CHECK_EQUAL(ccountersign_digest(known[index].hash, text("abc"), digest, count), count);
        CHECK(is_hex(digest, count, known[index].abc));
        CHECK_EQUAL(ccountersign_digest(known[index].hash, text("abc"), digest, count - 1), 0);
    }
    CHECK_EQUAL(ccountersign_digest((ccountersign_hash) 99, nothing, digest, sizeof digest), 0);
    CHECK_EQUAL(ccountersign_digest(CCOUNTERSIGN_SHA256, unsound, digest, sizeof digest), 0);

    begin("HMAC, RFC 4231 case 2, and empty inputs");
    CHECK_EQUAL(ccountersign_hmac(CCOUNTERSIGN_SHA256, text("Jefe"), text("what do ya want for nothing?"), digest, 64), 32);
    CHECK(is_hex(digest, 32, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"));
    CHECK_EQUAL(ccountersign_hmac(CCOUNTERSIGN_SHA256, nothing, nothing, digest, 64), 32);
    CHECK(is_hex(digest, 32, "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"));
    CHECK_EQUAL(ccountersign_hmac(CCOUNTERSIGN_SHA256, nothing, nothing, digest, 31), 0);

    begin("PBKDF2, RFC 6070 and RFC 7914");
    CHECK_EQUAL(ccountersign_pbkdf2(CCOUNTERSIGN_SHA1, text("password"), text("salt"), 4096, digest, 20), CCOUNTERSIGN_OK);
    CHECK(is_hex(digest, 20, "4b007901b765489abead49d926f721d065a429c1"));
    CHECK_EQUAL(
        ccountersign_pbkdf2(CCOUNTERSIGN_SHA1, text("passwordPASSWORDpassword"),
                            text("saltSALTsaltSALTsaltSALTsaltSALTsalt"), 4096, digest, 25), CCOUNTERSIGN_OK);
    CHECK(is_hex(digest, 25, "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038"));
    CHECK_EQUAL(ccountersign_pbkdf2(CCOUNTERSIGN_SHA256, text("passwd"), text("salt"), 1, digest, 64), CCOUNTERSIGN_OK);
    CHECK(is_hex(digest, 64, "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
                             "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"));
    CHECK_EQUAL(ccountersign_pbkdf2(CCOUNTERSIGN_SHA256, nothing, nothing, 1, digest, 16), CCOUNTERSIGN_OK);
    CHECK_EQUAL(ccountersign_pbkdf2(CCOUNTERSIGN_SHA256, nothing, nothing, 0, digest, 16), CCOUNTERSIGN_INVALID_ARGUMENT);
    CHECK_EQUAL(
        ccountersign_pbkdf2((ccountersign_hash) 0, nothing, nothing, 1, digest, 16), CCOUNTERSIGN_UNSUPPORTED);
}

static void test_ciphers(void)
{
    /* FIPS 197's key and block, CBC with a zero IV being the block cipher; and SP 800-38A F.2.1. */
    static const uint8_t key[] = { 0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6,
                                   0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c };
    static const uint8_t iv[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
    static const uint8_t plain[] = { 0x6b, 0xc1, 0xbe, 0xe2, 0x2e, 0x40, 0x9f, 0x96,
                                     0xe9, 0x3d, 0x7e, 0x11, 0x73, 0x93, 0x17, 0x2a };
    static const size_t key_sizes[] = { 16, 24, 32 };
    uint8_t long_key[32];
    uint8_t message[64];
    uint8_t hidden[64];
    uint8_t shown[64];
    ccountersign_bytes k = { key, 16 };
    ccountersign_bytes v = { iv, 16 };
    ccountersign_bytes p = { plain, 16 };
    ccountersign_bytes empty = { NULL, 0 };
    size_t index;
    size_t cipher;

    begin("CBC");
    CHECK_EQUAL(ccountersign_cbc(CCOUNTERSIGN_AES_CBC, 1, k, v, p, hidden), CCOUNTERSIGN_OK);
    CHECK(is_hex(hidden, 16, "7649abac8119b246cee98e9b12e9197d"));
    for (index = 0; index < 64; index += 1) {
        message[index] = (uint8_t) (index * 7);
        long_key[index % 32] = (uint8_t) (index * 11 + 3);
    }
    for (cipher = CCOUNTERSIGN_AES_CBC; cipher <= CCOUNTERSIGN_DES_CBC; cipher += 1) {
        size_t size;

        for (size = 1; size <= 33; size += 1) {
            ccountersign_bytes sized = { long_key, size };
            ccountersign_bytes vector = { iv, cipher == CCOUNTERSIGN_AES_CBC ? 16 : 8 };
            ccountersign_bytes in = { message, 64 };
            ccountersign_bytes back = { hidden, 64 };
            int is_good = cipher == CCOUNTERSIGN_AES_CBC       ? size == 16 || size == 24 || size == 32
                          : cipher == CCOUNTERSIGN_DES_EDE_CBC ? size == 16 || size == 24
                                                               : size == 8;

            CHECK_EQUAL(
                ccountersign_cbc((ccountersign_cipher) cipher, 1, sized, vector, in, hidden),
                is_good ? CCOUNTERSIGN_OK : CCOUNTERSIGN_INVALID_ARGUMENT);
            if (is_good) {
                CHECK(memcmp(hidden, message, 64) != 0);
                CHECK_EQUAL(
                    ccountersign_cbc((ccountersign_cipher) cipher, 0, sized, vector, back, shown), CCOUNTERSIGN_OK);
                CHECK(memcmp(shown, message, 64) == 0);
                vector.count -= 1;
                CHECK_EQUAL(
                    ccountersign_cbc((ccountersign_cipher) cipher, 0, sized, vector, back, shown),
                    CCOUNTERSIGN_INVALID_ARGUMENT);
                vector.count += 1;
                back.count = 63;
                CHECK_EQUAL(
                    ccountersign_cbc((ccountersign_cipher) cipher, 0, sized, vector, back, shown),
                    CCOUNTERSIGN_INVALID_ARGUMENT);
            }
        }
    }
    (void) key_sizes;
    CHECK_EQUAL(ccountersign_cbc(CCOUNTERSIGN_AES_CBC, 1, k, v, empty, NULL), CCOUNTERSIGN_OK);
    CHECK_EQUAL(ccountersign_cbc(CCOUNTERSIGN_AES_CBC, 1, empty, v, p, hidden), CCOUNTERSIGN_INVALID_ARGUMENT);
    CHECK_EQUAL(ccountersign_cbc((ccountersign_cipher) 9, 1, k, v, p, hidden), CCOUNTERSIGN_INVALID_ARGUMENT);
}

/* A copy on the heap of exactly these bytes, so that a sanitizer sees a read beyond. */
static ccountersign_bytes exact(ccountersign_bytes bytes)
{
    uint8_t *copy = malloc(bytes.count > 0 ? bytes.count : 1);
    ccountersign_bytes made = { copy, bytes.count };

    if (bytes.count > 0) {
        memcpy(copy, bytes.start, bytes.count);
    }
    return made;
}

static ccountersign_code verify(
    ccountersign_signature_kind kind, ccountersign_hash hash, int32_t salt, ccountersign_bytes key,
    ccountersign_bytes signature)
{
    return ccountersign_verify_signature(kind, hash, hash, salt, key, fixture("message"), signature);
}

static void test_signatures(void)
{
    static const char *const kinds[] = { "rsa", "P-256", "P-384", "P-521" };
    ccountersign_bytes nothing = { NULL, 0 };
    char name[64];
    size_t index;

    for (index = 0; index < 4; index += 1) {
        ccountersign_signature_kind kind = index == 0 ? CCOUNTERSIGN_RSA_PKCS1 : CCOUNTERSIGN_ECDSA;
        ccountersign_signature_kind other = index == 0 ? CCOUNTERSIGN_ECDSA : CCOUNTERSIGN_RSA_PKCS1;
        ccountersign_bytes key;
        ccountersign_bytes signature;
        ccountersign_bytes wrong;
        size_t cut;
        size_t position;

        begin("signatures of %s", kinds[index]);
        snprintf(name, sizeof name, "server-%s.pub.der", kinds[index]);
        key = fixture(name);
        snprintf(name, sizeof name, "%s.sha384.sig", kinds[index]);
        CHECK_EQUAL(verify(kind, CCOUNTERSIGN_SHA384, 0, key, fixture(name)), CCOUNTERSIGN_OK);
        snprintf(name, sizeof name, "%s.sha256.sig", kinds[index]);
        signature = fixture(name);
        CHECK_EQUAL(verify(kind, CCOUNTERSIGN_SHA256, 0, key, signature), CCOUNTERSIGN_OK);
        CHECK_EQUAL(verify(kind, CCOUNTERSIGN_SHA384, 0, key, signature), CCOUNTERSIGN_SIGNATURE_INVALID);
        CHECK_EQUAL(verify(other, CCOUNTERSIGN_SHA256, 0, key, signature), CCOUNTERSIGN_KEY_MALFORMED);
        CHECK_EQUAL(verify((ccountersign_signature_kind) 8, CCOUNTERSIGN_SHA256, 0, key, signature), CCOUNTERSIGN_INVALID_ARGUMENT);
        CHECK_EQUAL(verify(kind, (ccountersign_hash) 8, 0, key, signature), CCOUNTERSIGN_UNSUPPORTED);
        CHECK_EQUAL(
            ccountersign_verify_signature(kind, CCOUNTERSIGN_SHA256, CCOUNTERSIGN_SHA256, 0, key, nothing, signature),
            CCOUNTERSIGN_SIGNATURE_INVALID);
        CHECK_EQUAL(verify(kind, CCOUNTERSIGN_SHA256, 0, key, nothing), CCOUNTERSIGN_SIGNATURE_INVALID);
        CHECK_EQUAL(verify(kind, CCOUNTERSIGN_SHA256, 0, nothing, signature), CCOUNTERSIGN_KEY_MALFORMED);

        /* Every prefix of the key and of the signature, and one byte more. */
        for (cut = 0; cut < key.count; cut += 1) {
            ccountersign_bytes part = { key.start, cut };
            ccountersign_bytes copy = exact(part);
            ccountersign_code code = verify(kind, CCOUNTERSIGN_SHA256, 0, copy, signature);

            CHECK(code == CCOUNTERSIGN_KEY_MALFORMED || code == CCOUNTERSIGN_UNSUPPORTED);
            free((void *) copy.start);
        }
        for (cut = 0; cut < signature.count; cut += 1) {
            ccountersign_bytes part = { signature.start, cut };
            ccountersign_bytes copy = exact(part);

            CHECK_EQUAL(verify(kind, CCOUNTERSIGN_SHA256, 0, key, copy), CCOUNTERSIGN_SIGNATURE_INVALID);
            free((void *) copy.start);
        }
        {
            uint8_t *longer = malloc(1200);
            ccountersign_bytes extended = { longer, key.count + 1 };

            memcpy(longer, key.start, key.count);
            longer[key.count] = 0;
            CHECK_EQUAL(verify(kind, CCOUNTERSIGN_SHA256, 0, extended, signature), CCOUNTERSIGN_KEY_MALFORMED);
            memcpy(longer, signature.start, signature.count);
            longer[signature.count] = 0;
            extended.count = signature.count + 1;
            CHECK_EQUAL(verify(kind, CCOUNTERSIGN_SHA256, 0, key, extended), CCOUNTERSIGN_SIGNATURE_INVALID);
            free(longer);
        }
        /* Every byte of both changed. */
        wrong = exact(signature);
        for (position = 0; position < signature.count; position += 1) {
            ((uint8_t *) wrong.start)[position] ^= 0x10;
            CHECK_EQUAL(verify(kind, CCOUNTERSIGN_SHA256, 0, key, wrong), CCOUNTERSIGN_SIGNATURE_INVALID);
            ((uint8_t *) wrong.start)[position] ^= 0x10;
        }
        free((void *) wrong.start);
        wrong = exact(key);
        for (position = 0; position < key.count; position += 1) {
            ((uint8_t *) wrong.start)[position] ^= 0x10;
            CHECK(verify(kind, CCOUNTERSIGN_SHA256, 0, wrong, signature) != CCOUNTERSIGN_OK);
            ((uint8_t *) wrong.start)[position] ^= 0x10;
        }
        free((void *) wrong.start);
    }

    begin("RSA-PSS");
    {
        ccountersign_bytes key = fixture("server-rsa.pub.der");

        CHECK_EQUAL(verify(CCOUNTERSIGN_RSA_PSS, CCOUNTERSIGN_SHA256, 32, key, fixture("rsa.pss32.sig")), CCOUNTERSIGN_OK);
        CHECK_EQUAL(verify(CCOUNTERSIGN_RSA_PSS, CCOUNTERSIGN_SHA256, -1, key, fixture("rsa.pss32.sig")), CCOUNTERSIGN_OK);
        CHECK_EQUAL(verify(CCOUNTERSIGN_RSA_PSS, CCOUNTERSIGN_SHA256, 20, key, fixture("rsa.pss20.sig")), CCOUNTERSIGN_OK);
        CHECK_EQUAL(
            verify(CCOUNTERSIGN_RSA_PSS, CCOUNTERSIGN_SHA256, 20, key, fixture("rsa.pss32.sig")),
            CCOUNTERSIGN_SIGNATURE_INVALID);
        CHECK_EQUAL(
            verify(CCOUNTERSIGN_RSA_PSS, CCOUNTERSIGN_SHA256, INT32_MAX, key, fixture("rsa.pss32.sig")),
            CCOUNTERSIGN_SIGNATURE_INVALID);
        CHECK_EQUAL(
            verify(CCOUNTERSIGN_RSA_PSS, CCOUNTERSIGN_SHA256, -2, key, fixture("rsa.pss32.sig")), CCOUNTERSIGN_UNSUPPORTED);
        CHECK_EQUAL(
            verify(CCOUNTERSIGN_RSA_PKCS1, CCOUNTERSIGN_SHA256, 0, key, fixture("rsa.pss32.sig")),
            CCOUNTERSIGN_SIGNATURE_INVALID);
        CHECK_EQUAL(
            ccountersign_verify_signature(CCOUNTERSIGN_RSA_PSS, CCOUNTERSIGN_SHA256, CCOUNTERSIGN_SHA1, 32, key,
                                          fixture("message"), fixture("rsa.pss-mixed.sig")),
            CCOUNTERSIGN_UNSUPPORTED);
        CHECK_EQUAL(
            verify(CCOUNTERSIGN_RSA_PSS, CCOUNTERSIGN_SHA256, 32, key, fixture("rsa.pss-mixed.sig")),
            CCOUNTERSIGN_SIGNATURE_INVALID);
    }

    begin("Ed25519 is not there");
    CHECK_EQUAL(
        verify(CCOUNTERSIGN_ECDSA, CCOUNTERSIGN_SHA256, 0, fixture("edwards.pub.der"), fixture("P-256.sha256.sig")),
        CCOUNTERSIGN_UNSUPPORTED);
}

/* An RSA SubjectPublicKeyInfo with a modulus of so many bytes and this exponent. */
static size_t write_rsa(uint8_t *out, size_t modulus, uint8_t last, const uint8_t *exponent, size_t exponent_count)
{
    static const uint8_t algorithm[] = { 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01,
                                         0x05, 0x00 };
    size_t numbers = 4 + 1 + modulus + 4 + exponent_count;
    size_t key = 4 + numbers;
    size_t at = 0;

#define HEADER(tag, length) \
    (out[at++] = (tag), out[at++] = 0x82, out[at++] = (uint8_t) ((length) >> 8), out[at++] = (uint8_t) (length))
    HEADER(0x30, sizeof algorithm + 4 + 1 + key);
    memcpy(out + at, algorithm, sizeof algorithm);
    at += sizeof algorithm;
    HEADER(0x03, key + 1);
    out[at++] = 0;
    HEADER(0x30, numbers);
    HEADER(0x02, modulus + 1);
    out[at++] = 0;
    memset(out + at, 0xc5, modulus);
    at += modulus;
    out[at - 1] = last;
    HEADER(0x02, exponent_count);
    memcpy(out + at, exponent, exponent_count);
    return at + exponent_count;
}

static void test_hostile_keys(void)
{
    static uint8_t key[16384];
    static uint8_t signature[8192];
    static uint8_t exponent[1024];
    static const uint8_t usual[] = { 1, 0, 1 };
    static const uint8_t one[] = { 1 };
    static const uint8_t zero[] = { 0 };
    static const uint8_t three[] = { 3 };
    ccountersign_bytes info = { key, 0 };
    ccountersign_bytes sig = { signature, 0 };
    int64_t start = ccountersign_monotonic_nanoseconds();

    begin("hostile RSA keys");
#define KEY(modulus, last, e) \
    (info.count = write_rsa(key, modulus, last, e, sizeof(e)), sig.count = (modulus), \
     verify(CCOUNTERSIGN_RSA_PKCS1, CCOUNTERSIGN_SHA256, 0, info, sig))
    memset(signature, 0x11, sizeof signature);
    CHECK_EQUAL(KEY(256, 0xc5, usual), CCOUNTERSIGN_SIGNATURE_INVALID);
    CHECK_EQUAL(KEY(256, 0xc5, three), CCOUNTERSIGN_SIGNATURE_INVALID);
    CHECK_EQUAL(KEY(256, 0xc4, usual), CCOUNTERSIGN_KEY_MALFORMED);
    CHECK_EQUAL(KEY(256, 0xc5, one), CCOUNTERSIGN_KEY_MALFORMED);
    CHECK_EQUAL(KEY(256, 0xc5, zero), CCOUNTERSIGN_KEY_MALFORMED);
    CHECK_EQUAL(KEY(1024, 0xc5, usual), CCOUNTERSIGN_SIGNATURE_INVALID);
    CHECK(KEY(1025, 0xc5, usual) == CCOUNTERSIGN_UNSUPPORTED || KEY(1025, 0xc5, usual) == CCOUNTERSIGN_KEY_MALFORMED);
    CHECK_EQUAL(KEY(2048, 0xc5, usual), CCOUNTERSIGN_UNSUPPORTED);
    CHECK_EQUAL(KEY(8100, 0xc5, usual), CCOUNTERSIGN_UNSUPPORTED);
    CHECK_EQUAL(KEY(12000, 0xc5, usual), CCOUNTERSIGN_UNSUPPORTED);
    CHECK(KEY(1, 0xc5, usual) != CCOUNTERSIGN_OK);
    CHECK(KEY(8, 0xc5, usual) != CCOUNTERSIGN_OK);
    memset(exponent, 0x7f, sizeof exponent);
    CHECK_EQUAL(KEY(1024, 0xc5, exponent), CCOUNTERSIGN_UNSUPPORTED);
    /* All of this in no time: none of them was used. */
    CHECK(ccountersign_monotonic_nanoseconds() - start < 2000000000);
}

static void test_keys(void)
{
    static const struct { const char *private_key; const char *public_key; } known[] = {
        { "client-rsa.key.der", "client-rsa.pub.der" },   { "pkcs1.key.der", "client-rsa.pub.der" },
        { "client-P-256.key.der", "client-P-256.pub.der" }, { "sec1.key.der", "client-P-256.pub.der" },
        { "client-P-384.key.der", "client-P-384.pub.der" }, { "client-P-521.key.der", "client-P-521.pub.der" },
    };
    uint8_t info[1024];
    size_t count;
    size_t index;
    ccountersign_bytes nothing = { NULL, 0 };

    for (index = 0; index < sizeof known / sizeof known[0]; index += 1) {
        ccountersign_bytes expected = fixture(known[index].public_key);
        ccountersign_bytes key = fixture(known[index].private_key);
        size_t cut;

        begin("public key of %s", known[index].private_key);
        CHECK_EQUAL(ccountersign_public_key_of(key, info, sizeof info, &count), CCOUNTERSIGN_OK);
        CHECK(count == expected.count && memcmp(info, expected.start, count) == 0);
        CHECK_EQUAL(ccountersign_public_key_of(key, info, expected.count - 1, &count), CCOUNTERSIGN_INVALID_ARGUMENT);
        CHECK_EQUAL(count, 0);
        for (cut = 0; cut < key.count; cut += 1 + cut / 32) {
            ccountersign_bytes part = { key.start, cut };
            ccountersign_bytes copy = exact(part);

            CHECK(ccountersign_public_key_of(copy, info, sizeof info, &count) != CCOUNTERSIGN_OK);
            free((void *) copy.start);
        }
    }
    begin("keys that are none");
    CHECK_EQUAL(
        ccountersign_public_key_of(fixture("encrypted.key.der"), info, sizeof info, &count), CCOUNTERSIGN_PASSPHRASE_NEEDED);
    CHECK_EQUAL(ccountersign_public_key_of(nothing, info, sizeof info, &count), CCOUNTERSIGN_KEY_MALFORMED);
    CHECK_EQUAL(
        ccountersign_public_key_of(fixture("client-rsa.der"), info, sizeof info, &count), CCOUNTERSIGN_PASSPHRASE_NEEDED);
    CHECK_EQUAL(
        ccountersign_public_key_of(fixture("client-rsa.pub.der"), info, sizeof info, &count),
        CCOUNTERSIGN_PASSPHRASE_NEEDED);
    CHECK_EQUAL(ccountersign_public_key_of(fixture("client-rsa.key"), info, sizeof info, &count), CCOUNTERSIGN_KEY_MALFORMED);
    CHECK_EQUAL(
        ccountersign_public_key_of(fixture("edwards.key.der"), info, sizeof info, &count), CCOUNTERSIGN_KEY_MALFORMED);
}

static void test_memory(void)
{
    uint8_t one[32];
    uint8_t two[32];
    uint8_t *memory;
    char words[64];
    size_t index;

    begin("memory and random numbers");
    CHECK_EQUAL(ccountersign_random(one, sizeof one), CCOUNTERSIGN_OK);
    CHECK_EQUAL(ccountersign_random(two, sizeof two), CCOUNTERSIGN_OK);
    CHECK(memcmp(one, two, sizeof one) != 0);
    CHECK_EQUAL(ccountersign_random(NULL, 1), CCOUNTERSIGN_INVALID_ARGUMENT);
    CHECK_EQUAL(ccountersign_random(NULL, 0), CCOUNTERSIGN_OK);
    CHECK_EQUAL(ccountersign_constant_time_equal(one, one, sizeof one), 1);
    CHECK_EQUAL(ccountersign_constant_time_equal(one, two, sizeof one), 0);
    CHECK_EQUAL(ccountersign_constant_time_equal(one, two, 0), 1);
    memcpy(two, one, sizeof two);
    for (index = 0; index < sizeof one; index += 1) {
        two[index] ^= 0x80;
        CHECK_EQUAL(ccountersign_constant_time_equal(one, two, sizeof one), 0);
        two[index] ^= 0x80;
    }
    ccountersign_wipe(one, sizeof one);
    memset(two, 0, sizeof two);
    CHECK(memcmp(one, two, sizeof one) == 0);
    for (index = 0; index < 100; index += 1) {
        memory = ccountersign_allocate(index);
        CHECK(memory != NULL && (uintptr_t) memory % CCOUNTERSIGN_ALIGNMENT == 0);
        CHECK(index == 0 || (memory[0] == 0 && memory[index - 1] == 0));
        ccountersign_release(memory, index);
    }
    ccountersign_release(NULL, 5);
    ccountersign_wipe(NULL, 0);
    begin("text of a number");
    CHECK(ccountersign_native_text(-0x7780, words, sizeof words) > 10 && strstr(words, "alert") != NULL);
    CHECK_EQUAL(ccountersign_native_text(0, words, sizeof words), 0);
    CHECK(ccountersign_native_text(-0x7780, words, 5) <= 4);
    CHECK_EQUAL(ccountersign_native_text(-0x7780, NULL, 0), 0);
    CHECK(ccountersign_cipher_suite_name(0xFFFF) == NULL);
    CHECK(ccountersign_cipher_suite_name(0xC02B) != NULL && strstr(ccountersign_cipher_suite_name(0xC02B), "ECDSA") != NULL);
}

void test_crypto(void)
{
    test_digests();
    test_ciphers();
    test_signatures();
    test_hostile_keys();
    test_keys();
    test_memory();
}

void test_credential(void)
{
    ccountersign_credential *credential = ccountersign_allocate(ccountersign_credential_size());
    ccountersign_bytes certificate = fixture("client-P-256.der");
    ccountersign_bytes part = { certificate.start, certificate.count - 1 };
    uint8_t *longer = malloc(certificate.count + 1);
    ccountersign_bytes extended = { longer, certificate.count + 1 };

    begin("credentials");
    memcpy(longer, certificate.start, certificate.count);
    longer[certificate.count] = 0;
    ccountersign_credential_init(credential);
    CHECK(ccountersign_credential_add_certificate(credential, part) != CCOUNTERSIGN_OK);
    CHECK(ccountersign_credential_add_certificate(credential, extended) != CCOUNTERSIGN_OK);
    CHECK_EQUAL(ccountersign_credential_add_certificate(credential, fixture("edwards.der")), CCOUNTERSIGN_UNSUPPORTED);
    CHECK_EQUAL(ccountersign_credential_add_certificate(credential, certificate), CCOUNTERSIGN_OK);
    CHECK_EQUAL(ccountersign_credential_set_key(credential, fixture("client-P-384.key.der")), CCOUNTERSIGN_KEY_MISMATCH);
    CHECK_EQUAL(ccountersign_credential_set_key(credential, fixture("server-P-256.key.der")), CCOUNTERSIGN_KEY_MISMATCH);
    CHECK_EQUAL(ccountersign_credential_set_key(credential, fixture("client-rsa.key.der")), CCOUNTERSIGN_KEY_MISMATCH);
    CHECK_EQUAL(
        ccountersign_credential_set_key(credential, fixture("encrypted.key.der")), CCOUNTERSIGN_PASSPHRASE_NEEDED);
    CHECK_EQUAL(ccountersign_credential_set_key(credential, fixture("client-P-256.key.der")), CCOUNTERSIGN_OK);
    CHECK_EQUAL(
        ccountersign_credential_set_key(credential, fixture("client-P-256.key.der")), CCOUNTERSIGN_INVALID_ARGUMENT);
    CHECK_EQUAL(ccountersign_credential_add_certificate(credential, fixture("middle.der")), CCOUNTERSIGN_OK);
    ccountersign_credential_free(credential);

    begin("credentials, the key first");
    ccountersign_credential_init(credential);
    CHECK_EQUAL(ccountersign_credential_set_key(credential, fixture("client-rsa.key.der")), CCOUNTERSIGN_OK);
    CHECK_EQUAL(ccountersign_credential_add_certificate(credential, certificate), CCOUNTERSIGN_KEY_MISMATCH);
    CHECK_EQUAL(ccountersign_credential_add_certificate(credential, fixture("client-rsa.der")), CCOUNTERSIGN_OK);
    ccountersign_credential_free(credential);
    ccountersign_credential_init(credential);
    ccountersign_credential_free(credential);
    ccountersign_release(credential, ccountersign_credential_size());
    free(longer);
}
