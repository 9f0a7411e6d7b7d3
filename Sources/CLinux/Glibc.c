#define _GNU_SOURCE
#include "CLinuxGlibc.h"

#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BATCH = 256 };

static uint32_t to_epoll(uint32_t flags) {
    return ((flags & CS_READABLE) ? (uint32_t)EPOLLIN : 0) | ((flags & CS_WRITABLE) ? (uint32_t)EPOLLOUT : 0);
}

static int control(int epoll, int operation, int descriptor, uint32_t flags, uint64_t token) {
    struct epoll_event event = {.events = to_epoll(flags), .data.u64 = token};
    return epoll_ctl(epoll, operation, descriptor, &event) == 0 ? 0 : -errno;
}

int cg_epoll_create(void) {
    int descriptor = epoll_create1(EPOLL_CLOEXEC);
    return descriptor >= 0 ? descriptor : -errno;
}

int cg_epoll_add(int epoll, int descriptor, uint32_t flags, uint64_t token) {
    return control(epoll, EPOLL_CTL_ADD, descriptor, flags, token);
}

int cg_epoll_modify(int epoll, int descriptor, uint32_t flags, uint64_t token) {
    return control(epoll, EPOLL_CTL_MOD, descriptor, flags, token);
}

int cg_epoll_remove(int epoll, int descriptor) {
    return control(epoll, EPOLL_CTL_DEL, descriptor, 0, 0);
}

int cg_epoll_add_wakeup(int epoll, int descriptor) {
    // The event is edge-triggered, so nobody needs to read the counter.
    struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.u64 = 0};
    return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0 ? 0 : -errno;
}

int cg_eventfd(void) {
    int descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    return descriptor >= 0 ? descriptor : -errno;
}

void cg_eventfd_signal(int descriptor) {
    // The call fails only when the counter would overflow. Then the counter isn't zero, and the loop wakes all the same.
    (void)eventfd_write(descriptor, 1);
}

int cg_epoll_wait(int epoll, struct cg_event *events, int capacity, int milliseconds) {
    struct epoll_event batch[BATCH];
    int count = epoll_wait(epoll, batch, capacity < BATCH ? capacity : BATCH, milliseconds);
    if (count < 0) return -errno;
    for (int i = 0; i < count; i++) {
        uint32_t flags = batch[i].events;
        events[i].token = batch[i].data.u64;
        events[i].flags = ((flags & EPOLLIN) ? CS_READABLE : 0) | ((flags & EPOLLOUT) ? CS_WRITABLE : 0) |
                          ((flags & (EPOLLERR | EPOLLHUP)) ? CS_HANGUP : 0);
    }
    return count;
}

int cg_accept(int descriptor, struct cg_peer *peer) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    int accepted = accept4(descriptor, (struct sockaddr *)&address, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (accepted < 0) return -errno;
    memset(peer, 0, sizeof *peer);
    if (address.ss_family == AF_INET) {
        const struct sockaddr_in *v4 = (const struct sockaddr_in *)&address;
        peer->is_known = 1;
        peer->bytes[10] = peer->bytes[11] = 0xFF;
        memcpy(peer->bytes + 12, &v4->sin_addr, 4);
    } else if (address.ss_family == AF_INET6) {
        const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)&address;
        peer->is_known = 1;
        memcpy(peer->bytes, &v6->sin6_addr, 16);
    }
    return accepted;
}

int cg_socket(int family) {
    int descriptor = socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    return descriptor >= 0 ? descriptor : -errno;
}

void cg_keep_freed_memory(int bytes) {
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    mallopt(M_TRIM_THRESHOLD, bytes);
}

void cg_release_freed_memory(void) { malloc_trim(0); }

/// Unmaps the pages of those segments that were never writable. They hold nothing but the file's bytes, so nothing is
/// lost. Where the kernel refuses, as for its own vDSO, the pages stay.
static int unmap_segments(struct dl_phdr_info *object, size_t size, void *unused) {
    (void)size;
    (void)unused;
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
        const uintptr_t address = object->dlpi_addr + segment->p_vaddr;
        const uintptr_t start = address & ~(page - 1);
        const uintptr_t end = (address + segment->p_memsz + page - 1) & ~(page - 1);
        madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

void cg_unmap_code(void) { dl_iterate_phdr(unmap_segments, NULL); }
