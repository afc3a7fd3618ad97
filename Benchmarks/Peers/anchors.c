#include "peers.h"

#include <mbedtls/x509_crt.h>
#include <stdlib.h>

int peer_read_anchors(const char *path, void **keep)
{
    mbedtls_x509_crt *anchors = malloc(sizeof *anchors);
    int result;

    if (anchors == NULL) {
        return -1;
    }
    mbedtls_x509_crt_init(anchors);
    result = mbedtls_x509_crt_parse_file(anchors, path);
    if (keep != NULL) {
        *keep = anchors;
    } else {
        peer_free_anchors(anchors);
    }
    return result;
}

void peer_free_anchors(void *anchors)
{
    mbedtls_x509_crt_free(anchors);
    free(anchors);
}
