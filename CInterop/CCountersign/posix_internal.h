/*
 * posix_internal.h - addresses as the system spells them, for net.c and resolve.c.
 */
#ifndef CCOUNTERSIGN_POSIX_INTERNAL_H
#define CCOUNTERSIGN_POSIX_INTERNAL_H

#include "internal.h"

#include <netinet/in.h>
#include <sys/socket.h>

typedef union ccountersign_any_address {
    struct sockaddr raw;
    struct sockaddr_in ipv4;
    struct sockaddr_in6 ipv6;
} ccountersign_any_address;

/* How much of *raw the address fills; 0 when its family is neither 4 nor 6. */
CCOUNTERSIGN_HIDDEN socklen_t ccountersign_address_to(
    const ccountersign_address *address, ccountersign_any_address *raw);

/* 1 and the address when it is an IPv4 or IPv6 one of full length. */
CCOUNTERSIGN_HIDDEN int ccountersign_address_from(
    const struct sockaddr *raw, socklen_t count, ccountersign_address *address);

/* SYSTEM_ERROR, with errno in *native. */
CCOUNTERSIGN_HIDDEN ccountersign_code ccountersign_system_error(int32_t *native, int number);

#endif
