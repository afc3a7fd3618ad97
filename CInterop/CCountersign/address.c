/*
 * address.c - IP addresses as text, and as the system spells them.
 */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#include "posix_internal.h"

#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The longest literal: an IPv6 address, "%", and an interface's name or number. */
#define LITERAL_LIMIT (INET6_ADDRSTRLEN + 1 + IF_NAMESIZE)

socklen_t ccountersign_address_to(const ccountersign_address *address, ccountersign_any_address *raw)
{
    memset(raw, 0, sizeof *raw);
    if (address->family == 4) {
        raw->ipv4.sin_family = AF_INET;
        raw->ipv4.sin_port = htons(address->port);
        memcpy(&raw->ipv4.sin_addr, address->octets, 4);
        return sizeof raw->ipv4;
    }
    if (address->family == 6) {
        raw->ipv6.sin6_family = AF_INET6;
        raw->ipv6.sin6_port = htons(address->port);
        memcpy(&raw->ipv6.sin6_addr, address->octets, 16);
        raw->ipv6.sin6_scope_id = address->scope;
        return sizeof raw->ipv6;
    }
    return 0;
}

int ccountersign_address_from(const struct sockaddr *raw, socklen_t count, ccountersign_address *address)
{
    ccountersign_any_address copy;

    if (raw == NULL || count > sizeof copy) {
        return 0;
    }
    memset(&copy, 0, sizeof copy);
    memcpy(&copy, raw, count);
    memset(address, 0, sizeof *address);
    if (copy.raw.sa_family == AF_INET && count >= sizeof copy.ipv4) {
        address->family = 4;
        address->port = ntohs(copy.ipv4.sin_port);
        memcpy(address->octets, &copy.ipv4.sin_addr, 4);
        return 1;
    }
    if (copy.raw.sa_family == AF_INET6 && count >= sizeof copy.ipv6) {
        address->family = 6;
        address->port = ntohs(copy.ipv6.sin6_port);
        memcpy(address->octets, &copy.ipv6.sin6_addr, 16);
        address->scope = copy.ipv6.sin6_scope_id;
        return 1;
    }
    return 0;
}

/* "eth0" or "2", as in fe80::1%eth0 (RFC 4007 section 11). 0 is no scope at all, so it is refused. */
static uint32_t parse_scope(const char *text)
{
    char *end = NULL;
    unsigned long number;

    if (text[0] >= '0' && text[0] <= '9') {
        errno = 0;
        number = strtoul(text, &end, 10);
        return errno == 0 && *end == '\0' && number <= UINT32_MAX ? (uint32_t) number : 0;
    }
    return text[0] == '\0' ? 0 : if_nametoindex(text);
}

int ccountersign_parse_address(const char *text, size_t count, ccountersign_address *address)
{
    char literal[LITERAL_LIMIT + 1];
    ccountersign_address found;
    char *scope;

    if (text == NULL || address == NULL || count == 0 || count > LITERAL_LIMIT ||
        memchr(text, '\0', count) != NULL) {
        return 0;
    }
    memcpy(literal, text, count);
    literal[count] = '\0';
    memset(&found, 0, sizeof found);
    if (inet_pton(AF_INET, literal, found.octets) == 1) {
        found.family = 4;
        *address = found;
        return 1;
    }
    scope = strchr(literal, '%');
    if (scope != NULL) {
        *scope = '\0';
        found.scope = parse_scope(scope + 1);
        if (found.scope == 0) {
            return 0;
        }
    }
    if (inet_pton(AF_INET6, literal, found.octets) != 1) {
        return 0;
    }
    found.family = 6;
    *address = found;
    return 1;
}

size_t ccountersign_format_address(const ccountersign_address *address, char *text, size_t capacity)
{
    char literal[LITERAL_LIMIT + 1];
    size_t count;

    if (address == NULL || text == NULL || capacity == 0) {
        return 0;
    }
    text[0] = '\0';
    if ((address->family != 4 && address->family != 6) ||
        inet_ntop(address->family == 4 ? AF_INET : AF_INET6, address->octets, literal, sizeof literal) == NULL) {
        return 0;
    }
    count = strlen(literal);
    if (address->family == 6 && address->scope != 0) {
        count += (size_t) snprintf(literal + count, sizeof literal - count, "%%%lu", (unsigned long) address->scope);
    }
    if (count >= capacity) {
        return 0;
    }
    memcpy(text, literal, count + 1);
    return count;
}
