#include "CRedisTLS.h"
#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

struct ct_session {
    SSL_CTX *context;
    SSL *ssl;
    BIO_METHOD *method;
};

static int descriptor_of(BIO *bio) { return (int)(intptr_t)BIO_get_data(bio); }

// OpenSSL's own functions would raise SIGPIPE.
static int send_bytes(BIO *bio, const char *bytes, int count) {
    BIO_clear_retry_flags(bio);
    ssize_t sent = send(descriptor_of(bio), bytes, (size_t)count, MSG_NOSIGNAL);
    if (sent < 0 && (errno == EAGAIN || errno == EINTR)) BIO_set_retry_write(bio);
    return (int)sent;
}

static int receive_bytes(BIO *bio, char *bytes, int count) {
    BIO_clear_retry_flags(bio);
    ssize_t received = recv(descriptor_of(bio), bytes, (size_t)count, 0);
    if (received < 0 && (errno == EAGAIN || errno == EINTR)) BIO_set_retry_read(bio);
    return (int)received;
}

static long control(BIO *bio, int command, long number, void *pointer) {
    (void)bio, (void)number, (void)pointer;
    return command == BIO_CTRL_FLUSH;
}

static int sets_host(SSL *ssl, const char *host) {
    unsigned char address[sizeof(struct in6_addr)];
    if (inet_pton(AF_INET, host, address) == 1 || inet_pton(AF_INET6, host, address) == 1)
        return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host);
    return SSL_set_tlsext_host_name(ssl, host) && SSL_set1_host(ssl, host);
}

static long long now_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static int shakes_hands(SSL *ssl, int descriptor, int milliseconds) {
    long long deadline = now_milliseconds() + milliseconds;
    for (;;) {
        ERR_clear_error();
        int result = SSL_connect(ssl);
        if (result == 1) return 1;
        int wanted = SSL_get_error(ssl, result);
        if (wanted != SSL_ERROR_WANT_READ && wanted != SSL_ERROR_WANT_WRITE) return 0;
        struct pollfd waiting = {descriptor, wanted == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT, 0};
        long long left = deadline - now_milliseconds();
        if (left <= 0 || poll(&waiting, 1, (int)left) == 0) return 0;
    }
}

static int fails(ct_session *session, int descriptor, const char *host, const char *authorities, int milliseconds) {
    session->context = SSL_CTX_new(TLS_client_method());
    session->method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "socket");
    if (!session->context || !session->method) return CT_HANDSHAKE;
    SSL_CTX_set_min_proto_version(session->context, TLS1_2_VERSION);
    SSL_CTX_set_verify(session->context, SSL_VERIFY_PEER, NULL);
    // A write goes on where the last one ended, from wherever the bytes lie then.
    SSL_CTX_set_mode(session->context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    if (authorities ? !SSL_CTX_load_verify_file(session->context, authorities)
                    : !SSL_CTX_set_default_verify_paths(session->context))
        return CT_AUTHORITIES;
    session->ssl = SSL_new(session->context);
    BIO *bio = BIO_new(session->method);
    if (!session->ssl || !bio || !sets_host(session->ssl, host)) {
        BIO_free(bio);
        return CT_HANDSHAKE;
    }
    BIO_meth_set_write(session->method, send_bytes);
    BIO_meth_set_read(session->method, receive_bytes);
    BIO_meth_set_ctrl(session->method, control);
    BIO_set_data(bio, (void *)(intptr_t)descriptor);
    BIO_set_init(bio, 1);
    SSL_set_bio(session->ssl, bio, bio);
    if (shakes_hands(session->ssl, descriptor, milliseconds)) return 0;
    return SSL_get_verify_result(session->ssl) == X509_V_OK ? CT_HANDSHAKE : CT_UNTRUSTED;
}

ct_session *ct_connect(int descriptor, const char *host, const char *authorities, int milliseconds, int *failure) {
    ct_session *session = calloc(1, sizeof *session);
    *failure = session ? fails(session, descriptor, host, authorities, milliseconds) : CT_HANDSHAKE;
    ERR_clear_error();
    if (!*failure) return session;
    ct_free(session);
    return NULL;
}

static long outcome(ct_session *session, int result, size_t count) {
    if (result == 1) return (long)count;
    int reason = SSL_get_error(session->ssl, result);
    return reason == SSL_ERROR_WANT_READ || reason == SSL_ERROR_WANT_WRITE ? CT_WOULD_BLOCK : CT_CLOSED;
}

// A thread's errors are a list that all of its sessions share, libcurl's too. One that somebody left there would be taken for this
// session's end.
long ct_read(ct_session *session, void *buffer, size_t count) {
    size_t done = 0;
    ERR_clear_error();
    return outcome(session, SSL_read_ex(session->ssl, buffer, count, &done), done);
}

long ct_write(ct_session *session, const void *buffer, size_t count) {
    size_t done = 0;
    ERR_clear_error();
    return outcome(session, SSL_write_ex(session->ssl, buffer, count, &done), done);
}

void ct_free(ct_session *session) {
    if (!session) return;
    SSL_free(session->ssl);
    BIO_meth_free(session->method);
    SSL_CTX_free(session->context);
    free(session);
}
