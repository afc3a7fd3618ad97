/*
 * harness.h - checks that count, fixtures, pairs in memory and servers in other processes.
 */
#ifndef COUNTERSIGN_HARNESS_H
#define COUNTERSIGN_HARNESS_H

#include "countersign_shim.h"

#include <stdio.h>
#include <string.h>

extern int checks_passed;
extern int checks_failed;

int check_at(int holds, const char *file, int line, const char *text);
int check_equal_at(long long found, long long expected, const char *file, int line, const char *text);

/* Both say whether it held, so that a test can stop. */
#define CHECK(condition) check_at((condition) != 0, __FILE__, __LINE__, #condition)
#define CHECK_EQUAL(found, expected) \
    check_equal_at((long long) (found), (long long) (expected), __FILE__, __LINE__, #found " = " #expected)

/* What is being tested, for messages. */
void begin(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A file of the fixtures' folder, whole. */
ccountersign_bytes fixture(const char *name);
const char *fixture_path(const char *name);
extern const char *fixtures_folder;

ccountersign_credential *credential_of(const char *certificate, const char *middle, const char *key);
void free_credential(ccountersign_credential *credential);

/* The newest version that the library has. */
uint16_t newest(void);

ccountersign_session *session_of(const ccountersign_session_options *options);
void free_session(ccountersign_session *session);

/* One direction of a connection in memory. */
typedef struct stream {
    uint8_t *bytes;
    size_t count;
    size_t taken;
    size_t capacity;
    size_t limit;       /* what is put beyond it is lost, and the stream ends there; SIZE_MAX: none */
    size_t mutated;     /* the offset of a byte to change, or SIZE_MAX */
    uint8_t mask;
} stream;

void start_stream(stream *line);
void free_stream(stream *line);

/* Moves what one side wants moved, at most chunk bytes. 0 when nothing could be. */
int serve(ccountersign_session *session, ccountersign_status status, stream *in, stream *out, size_t chunk);

/* A socket's side of the same, with a deadline five seconds away. */
typedef struct line {
    int32_t descriptor;
    size_t chunk;
} line;

typedef ccountersign_status (*step_function)(ccountersign_session *session, void *context);
ccountersign_status drive(ccountersign_session *session, const line *to, step_function step, void *context);
ccountersign_status drive_step(ccountersign_session *session, const line *to);
ccountersign_status drive_read(
    ccountersign_session *session, const line *to, uint8_t *bytes, size_t capacity, size_t *count);
ccountersign_status drive_write(ccountersign_session *session, const line *to, const void *bytes, size_t count);
ccountersign_status drive_close(ccountersign_session *session, const line *to);

/* A server process: pipes to its standard input and from its output, and what it printed. */
typedef struct server {
    int process;
    int input;
    int output;
    uint16_t port;
    size_t log_count;
    char log[1 << 17];
} server;

/* openssl s_server with these arguments (ending with NULL), or gnutls-serv. 1 when it listens. */
int start_openssl(server *server, const char *const *arguments);
int start_gnutls(server *server, const char *const *arguments);
void stop(server *server);
/* Waits some seconds for the server to print these words. */
int log_says(server *server, const char *words);
int log_says_now(server *server, const char *words);
void print_log(server *server);
int32_t connect_to(uint16_t port);

void test_crypto(void);
void test_posix(void);
void test_credential(void);
void test_minting(void);
void test_pair(void);
void test_elsewhere(void);
void test_hostile(void);
void test_parser(void);
void test_memory_shortage(void);
void test_joining(void);
void test_openssl(void);
void test_openssl_alerts(void);
void test_openssl_oddities(void);
void test_gnutls(void);
void test_resumption(void);

#endif
