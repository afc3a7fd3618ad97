/* The C shim's tests: fixtures' folder, then the groups to run (all when none is named). */
#include "harness.h"

#include <stdlib.h>

static const struct { const char *name; void (*run)(void); } groups[] = {
    { "crypto", test_crypto },
    { "credential", test_credential },
    { "minting", test_minting },
    { "posix", test_posix },
    { "parser", test_parser },
    { "memory", test_memory_shortage },
    { "pair", test_pair },
    { "elsewhere", test_elsewhere },
    { "hostile", test_hostile },
    { "joining", test_joining },
    { "openssl", test_openssl },
    { "alerts", test_openssl_alerts },
    { "oddities", test_openssl_oddities },
    { "gnutls", test_gnutls },
    { "resumption", test_resumption },
};

int main(int count, char **arguments)
{
    size_t index;
    int argument;

    if (count < 2) {
        fprintf(stderr, "usage: shim_test FIXTURES [GROUP...]\n");
        return 2;
    }
    fixtures_folder = arguments[1];
    printf("mbedTLS %06x, TLS 1.3: %d\n", (unsigned) ccountersign_library_version() >> 8, ccountersign_supports_tls13());
    for (index = 0; index < sizeof groups / sizeof groups[0]; index += 1) {
        int is_wanted = count == 2;

        for (argument = 2; argument < count; argument += 1) {
            is_wanted |= strcmp(arguments[argument], groups[index].name) == 0;
        }
        if (is_wanted) {
            int passed = checks_passed;
            int failed = checks_failed;

            groups[index].run();
            printf("%s: %d passed, %d failed\n", groups[index].name, checks_passed - passed, checks_failed - failed);
        }
    }
    printf("%d passed, %d failed\n", checks_passed, checks_failed);
    return checks_failed == 0 ? 0 : 1;
}
