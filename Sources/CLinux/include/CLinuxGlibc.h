// Functions of glibc that Swift can't import: epoll with its packed struct, eventfd, accept4 and mallopt.
#pragma once
#include <stdint.h>

/// An event: the token of its registration, and a set of CS_READABLE, CS_WRITABLE and CS_HANGUP.
struct cg_event {
    uint64_t token;
    uint32_t flags;
};

enum {
    CS_READABLE = 1,
    CS_WRITABLE = 2,
    CS_HANGUP = 4,
};

/// The following functions return a descriptor or 0 on success, and -errno on failure.
int cg_epoll_create(void);
int cg_epoll_add(int epoll, int descriptor, uint32_t flags, uint64_t token);
int cg_epoll_modify(int epoll, int descriptor, uint32_t flags, uint64_t token);
int cg_epoll_remove(int epoll, int descriptor);
/// Registers an event descriptor with the token 0, which no other registration may have.
int cg_epoll_add_wakeup(int epoll, int descriptor);
/// Waits for events, up to this number of milliseconds. It returns the number of events that it wrote, or -errno.
int cg_epoll_wait(int epoll, struct cg_event *events, int capacity, int milliseconds);
int cg_eventfd(void);
void cg_eventfd_signal(int descriptor);

/// A client's address in network order. It is an IPv6 address, or an IPv4 address mapped into IPv6. A client on a Unix
/// socket has none.
struct cg_peer {
    uint8_t bytes[16];
    uint8_t is_known;
};

int cg_accept(int descriptor, struct cg_peer *peer);
int cg_socket(int family);

/// Sets how many freed bytes each of the allocator's arenas may keep. Buffers over 1 MiB get pages of their own.
void cg_keep_freed_memory(int bytes);

/// Returns the freed memory of all arenas to the system.
void cg_release_freed_memory(void);

/// Unmaps the pages that hold code and constants of this program and its libraries. The kernel maps a page again when
/// it is used next.
void cg_unmap_code(void);
