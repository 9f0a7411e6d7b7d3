// What Swift's Glibc overlay hides or can't import: epoll's packed struct and accept4.
#pragma once
#include <stdint.h>

/// One readiness report: the token given at registration and a set of CS_READABLE… flags.
struct cg_event {
    uint64_t token;
    uint32_t flags;
};

enum {
    CS_READABLE = 1,
    CS_WRITABLE = 2,
    CS_HANGUP = 4,
};

/// All return a descriptor or 0 on success and -errno on failure.
int cg_epoll_create(void);
int cg_epoll_add(int epoll, int descriptor, uint32_t flags, uint64_t token);
int cg_epoll_modify(int epoll, int descriptor, uint32_t flags, uint64_t token);
int cg_epoll_remove(int epoll, int descriptor);
/// Registers an event descriptor under token 0, which no other registration may use.
int cg_epoll_add_wakeup(int epoll, int descriptor);
/// Waits for up to that long. Returns how many events were written, or -errno.
int cg_epoll_wait(int epoll, struct cg_event *events, int capacity, int milliseconds);
int cg_eventfd(void);
void cg_eventfd_signal(int descriptor);

/// Who connected: an IPv6 address, or an IPv4 one mapped into it; unknown for Unix sockets.
struct cg_peer {
    uint8_t bytes[16];
    uint16_t port;
    uint8_t is_known;
};

int cg_accept(int descriptor, struct cg_peer *peer);
int cg_socket(int family);

/// Sets how much freed memory each of the allocator's arenas may keep; buffers over 1 MiB have pages of their own.
void cg_keep_freed_memory(int bytes);

/// Gives back what is freed now, from all arenas.
void cg_release_freed_memory(void);
