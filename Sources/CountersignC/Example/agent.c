/* A device's agent: keeps a connection with mutual TLS to its back end, sends a line a second, and connects again when
 * the server goes away. Poll-driven, in one thread, with both challenges answered by hand.
 *
 *   agent HOST PORT CA.pem IDENTITY.p12|IDENTITY.pem [LINES [PASSPHRASE [SESSIONS]]]
 *
 * With the file SESSIONS it resumes sessions, also after it was started anew.
 *
 * Try it with: countersign serve --cert server.pem --client-ca ca.pem --require-client-certificate
 */
#include "countersign.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void say(const char *what, const countersign_connection *connection) {
    char text[512];
    countersign_connection_error_text(connection, text, sizeof text);
    fprintf(stderr, "agent: %s: %s\n", what, text);
}

/* Waits for what a call wanted. 0 when the time is over. */
static int wait_for(countersign_status wanted, const countersign_connection *connection, int milliseconds) {
    struct pollfd entry;
    int ready;
    entry.fd = countersign_descriptor(connection);
    entry.events = wanted == COUNTERSIGN_WANTS_WRITE ? POLLOUT : POLLIN;
    entry.revents = 0;
    do ready = poll(&entry, 1, milliseconds);
    while (ready < 0 && errno == EINTR);
    return ready > 0;
}

/* The server is trusted if its path leads to the configured anchors. */
static countersign_status answer_server_trust(countersign_connection *connection) {
    char pin[64];
    if (countersign_challenge_evaluate(connection, NULL) != COUNTERSIGN_OK) {
        say("the server is not trusted", connection);
        return countersign_resolve(connection, COUNTERSIGN_CANCEL, NULL);
    }
    countersign_challenge_path_pin(connection, 0, pin, sizeof pin);
    fprintf(stderr, "agent: trusts the server with %s\n", pin);
    return countersign_resolve(connection, COUNTERSIGN_USE_CREDENTIAL, NULL);
}

static countersign_status shake_hands(countersign_connection *connection, const countersign_identity *identity) {
    for (;;) {
        countersign_status status = countersign_advance(connection);
        switch (status) {
        case COUNTERSIGN_WANTS_READ:
        case COUNTERSIGN_WANTS_WRITE:
            /* Late or not, the next call says what became of it. */
            wait_for(status, connection, countersign_milliseconds_left(connection));
            break;
        case COUNTERSIGN_SERVER_TRUST:
            status = answer_server_trust(connection);
            if (status != COUNTERSIGN_OK) return status;
            break;
        case COUNTERSIGN_CLIENT_CERTIFICATE:
            status = countersign_resolve(connection, COUNTERSIGN_USE_CREDENTIAL, identity);
            if (status != COUNTERSIGN_OK) return status;
            break;
        default:
            return status;
        }
    }
}

/* Sends one line and waits for its echo. */
static countersign_status exchange(countersign_connection *connection, const char *line) {
    unsigned char answer[256];
    size_t got = 0, count;
    size_t length = strlen(line);
    countersign_status status = countersign_write(connection, (const unsigned char *)line, length, 5000);
    while (status == COUNTERSIGN_OK && got < length) {
        status = countersign_read(connection, answer + got, sizeof answer - got, &count, 5000);
        got += count;
    }
    if (status == COUNTERSIGN_OK && memcmp(answer, line, length) == 0) printf("%s", line);
    return status;
}

/* One connection, until the lines are sent or the server is gone. Returns how many lines are left, or -1 when trying
 * again makes no sense. */
static int serve(countersign_connection *connection, const countersign_identity *identity, int lines) {
    char line[64];
    countersign_status status = shake_hands(connection, identity);
    if (status != COUNTERSIGN_OK) {
        say("no connection", connection);
        return status == COUNTERSIGN_TRUST_REFUSED || status == COUNTERSIGN_PIN_MISMATCH
                || status == COUNTERSIGN_CERTIFICATE_REJECTED
            ? -1 : lines;
    }
    fprintf(stderr, "agent: connected%s\n", countersign_is_resumed(connection) ? ", resumed" : "");
    while (lines > 0) {
        sprintf(line, "line %d\n", lines);
        status = exchange(connection, line);
        if (status != COUNTERSIGN_OK) {
            say("the connection broke", connection);
            return lines;
        }
        lines -= 1;
    }
    countersign_close(connection);
    return 0;
}

static int run(countersign_configuration *configuration, countersign_identity *identity, char **arguments, int lines) {
    int tries = 0;
    while (lines > 0 && tries < 20) {
        countersign_connection *connection;
        int left;
        if (countersign_connection_new(configuration, arguments[1], atoi(arguments[2]), &connection) != COUNTERSIGN_OK)
            return 1;
        left = serve(connection, identity, lines);
        countersign_connection_free(connection);
        if (left < 0) return 1;
        tries = left < lines ? 0 : tries + 1;
        lines = left;
        if (lines > 0) {
            struct timespec pause = {0, 250000000};
            nanosleep(&pause, NULL);
        }
    }
    return lines == 0 ? 0 : 1;
}

/* What is resumed was decided by answer_server_trust, which gets a new name here whenever it decides otherwise. */
static countersign_status keep_sessions(
    countersign_configuration *configuration, const countersign_identity *identity, const char *path) {
    countersign_status status = countersign_configuration_set_identity(configuration, identity);
    if (status == COUNTERSIGN_OK) status = countersign_configuration_set_session_store(configuration, path);
    if (status == COUNTERSIGN_OK)
        status = countersign_configuration_set_handler_name(configuration, "the path leads to the anchors");
    return status;
}

int main(int count, char **arguments) {
    countersign_configuration *configuration = countersign_configuration_new();
    countersign_identity *identity = countersign_identity_new();
    char text[512];
    int code = 2;
    if (count < 5) {
        fprintf(stderr, "usage: agent HOST PORT CA.pem IDENTITY.p12|IDENTITY.pem [LINES [PASSPHRASE [SESSIONS]]]\n");
    } else if (countersign_configuration_add_anchors_file(configuration, arguments[3]) != COUNTERSIGN_OK) {
        countersign_configuration_error_text(configuration, text, sizeof text);
        fprintf(stderr, "agent: %s\n", text);
    } else if (countersign_identity_import_file(identity, arguments[4], count > 6 ? arguments[6] : NULL, NULL)
        != COUNTERSIGN_OK) {
        countersign_identity_error_text(identity, text, sizeof text);
        fprintf(stderr, "agent: %s\n", text);
    } else if (count > 7 && keep_sessions(configuration, identity, arguments[7]) != COUNTERSIGN_OK) {
        fprintf(stderr, "agent: sessions can't be kept\n");
    } else {
        code = run(configuration, identity, arguments, count > 5 ? atoi(arguments[5]) : 10);
    }
    countersign_identity_free(identity);
    countersign_configuration_free(configuration);
    return code;
}
