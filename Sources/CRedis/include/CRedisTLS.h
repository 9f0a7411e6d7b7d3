// hiredis, and a TLS session over a connected socket that never blocks. OpenSSL's functions are macros in part, which Swift can't call.
#pragma once
#include <hiredis/hiredis.h>
#include <stddef.h>

typedef struct ct_session ct_session;

enum ct_end {
    CT_WOULD_BLOCK = 0,
    CT_CLOSED = -1,
};

enum ct_failure {
    /// The handshake took too long, or the peer ended it.
    CT_HANDSHAKE = 1,
    /// Nobody who is trusted vouches for the peer's certificate, or it is another host's.
    CT_UNTRUSTED = 2,
    /// The file of authorities can't be read.
    CT_AUTHORITIES = 3,
};

/// Makes a session on the socket, which stays the caller's. It blocks the calling thread for this number of milliseconds at most.
/// - host: the name or the numeric address that the certificate must have.
/// - authorities: a PEM file of those who are trusted; NULL for the system's.
/// Returns NULL on failure, and why.
ct_session *ct_connect(int descriptor, const char *host, const char *authorities, int milliseconds, int *failure);

/// The following functions return the number of bytes, or how the session is. One thread may use a session at a time.
long ct_read(ct_session *session, void *buffer, size_t count);
long ct_write(ct_session *session, const void *buffer, size_t count);

void ct_free(ct_session *session);
