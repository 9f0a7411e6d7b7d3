#define _GNU_SOURCE
#include "CSockets.h"

#include <errno.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/socket.h>

enum { BATCH = 256 };

static uint32_t to_epoll(uint32_t flags) {
    return ((flags & CS_READABLE) ? (uint32_t)EPOLLIN : 0) | ((flags & CS_WRITABLE) ? (uint32_t)EPOLLOUT : 0);
}

static int control(int epoll, int operation, int descriptor, uint32_t flags, uint64_t token) {
    struct epoll_event event = {.events = to_epoll(flags), .data.u64 = token};
    return epoll_ctl(epoll, operation, descriptor, &event) == 0 ? 0 : -errno;
}

int cs_epoll_create(void) {
    int descriptor = epoll_create1(EPOLL_CLOEXEC);
    return descriptor >= 0 ? descriptor : -errno;
}

int cs_epoll_add(int epoll, int descriptor, uint32_t flags, uint64_t token) {
    return control(epoll, EPOLL_CTL_ADD, descriptor, flags, token);
}

int cs_epoll_modify(int epoll, int descriptor, uint32_t flags, uint64_t token) {
    return control(epoll, EPOLL_CTL_MOD, descriptor, flags, token);
}

int cs_epoll_remove(int epoll, int descriptor) {
    return control(epoll, EPOLL_CTL_DEL, descriptor, 0, 0);
}

int cs_epoll_poll(int epoll, struct cs_event *events, int capacity) {
    struct epoll_event batch[BATCH];
    int count = epoll_wait(epoll, batch, capacity < BATCH ? capacity : BATCH, 0);
    if (count < 0) return -errno;
    for (int i = 0; i < count; i++) {
        uint32_t flags = batch[i].events;
        events[i].token = batch[i].data.u64;
        events[i].flags = ((flags & EPOLLIN) ? CS_READABLE : 0) | ((flags & EPOLLOUT) ? CS_WRITABLE : 0) |
                          ((flags & (EPOLLERR | EPOLLHUP)) ? CS_HANGUP : 0);
    }
    return count;
}

int cs_accept(int descriptor) {
    int accepted = accept4(descriptor, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    return accepted >= 0 ? accepted : -errno;
}

int cs_socket(int family) {
    int descriptor = socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    return descriptor >= 0 ? descriptor : -errno;
}
