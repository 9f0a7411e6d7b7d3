// What Swift's Glibc overlay hides or can't import: epoll's packed struct and accept4.
#pragma once
#include <stdint.h>

/// One readiness report: the token given at registration and a set of CS_READABLE… flags.
struct cs_event {
    uint64_t token;
    uint32_t flags;
};

enum {
    CS_READABLE = 1,
    CS_WRITABLE = 2,
    CS_HANGUP = 4,
};

/// All return a descriptor or 0 on success and -errno on failure.
int cs_epoll_create(void);
int cs_epoll_add(int epoll, int descriptor, uint32_t flags, uint64_t token);
int cs_epoll_modify(int epoll, int descriptor, uint32_t flags, uint64_t token);
int cs_epoll_remove(int epoll, int descriptor);
/// Doesn't wait. Returns how many events were written, or -errno.
int cs_epoll_poll(int epoll, struct cs_event *events, int capacity);

int cs_accept(int descriptor);
int cs_socket(int family);
