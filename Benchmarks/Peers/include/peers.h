/*
 * peers.h - what other people's code costs for the same work, in the same process.
 */
#ifndef PEERS_H
#define PEERS_H

/* Reads a bundle of anchors with mbedtls_x509_crt_parse_file and frees it again if `keep` is NULL; else *keep holds it
 * until peer_free_anchors. Returns how many certificates could not be read, or a negative number. */
int peer_read_anchors(const char *path, void **keep);
void peer_free_anchors(void *anchors);

#endif
