#define _GNU_SOURCE
#include "sockets.h"
#include "handshake_peers.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in loopback(uint16_t port)
{
    struct sockaddr_in address;

    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

static void be_quick(int descriptor)
{
    int on = 1;

    (void) setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

int peer_connect(uint16_t port)
{
    struct sockaddr_in address = loopback(port);
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    if (descriptor < 0) {
        return -1;
    }
    if (connect(descriptor, (struct sockaddr *) &address, sizeof address) != 0 && errno != EINPROGRESS) {
        (void) close(descriptor);
        return -1;
    }
    be_quick(descriptor);
    return descriptor;
}

int peer_listen(uint16_t *port)
{
    struct sockaddr_in address = loopback(0);
    socklen_t length = sizeof address;
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (descriptor < 0) {
        return -1;
    }
    if (bind(descriptor, (struct sockaddr *) &address, sizeof address) != 0 || listen(descriptor, 1024) != 0 ||
        getsockname(descriptor, (struct sockaddr *) &address, &length) != 0) {
        (void) close(descriptor);
        return -1;
    }
    *port = ntohs(address.sin_port);
    return descriptor;
}

int peer_accept(int listener)
{
    int descriptor = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);

    if (descriptor >= 0) {
        be_quick(descriptor);
    }
    return descriptor;
}

int peer_wait(int first, int second)
{
    struct pollfd entries[2] = { { first, POLLIN, 0 }, { second, POLLIN, 0 } };

    if (poll(entries, 2, 10000) <= 0) {
        return 0;
    }
    return (entries[0].revents != 0) | (entries[1].revents != 0) << 1;
}
