#define _GNU_SOURCE
#include "CLinuxSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

int sb_socket_pair(int sockets[2]) {
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) return -errno;
    // The parent waits in poll with a deadline, so its own reads and writes must not block.
    (void)fcntl(sockets[0], F_SETFL, O_NONBLOCK);
    return 0;
}

int sb_die_with_parent(void) {
    return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0 ? 0 : -errno;
}

static int limit(int resource, uint64_t value) {
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0) return -errno;
    // The limit in force may be lower already, and a limit can't be raised.
    if (limit.rlim_max == RLIM_INFINITY || limit.rlim_max > value) limit.rlim_max = value;
    limit.rlim_cur = limit.rlim_max;
    return setrlimit(resource, &limit) == 0 ? 0 : -errno;
}

int sb_forbid_dumps(void) {
    // The limit alone leaves dumps to programs that take them from the kernel (core(5), "Piping core dumps to a program").
    int error = limit(RLIMIT_CORE, 0);
    return error || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 ? error : -errno;
}

// Makes the kernel kill workers before the server when memory runs out. The scale ends at 1,000.
#define OOM_SCORE "700"

int sb_drop_privileges(void) {
    signal(SIGTERM, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    // Raising the value needs no right, but /proc is closed to the worker later.
    int adjustment = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (adjustment >= 0) {
        ssize_t written = write(adjustment, OOM_SCORE, sizeof OOM_SCORE - 1);
        (void)written;
        close(adjustment);
    }
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -errno;
    // A server that systemd starts may raise its threads' priorities (RLIMIT_NICE); its workers may not.
    static const int none[] = {RLIMIT_FSIZE, RLIMIT_NICE, RLIMIT_RTPRIO, RLIMIT_MEMLOCK, RLIMIT_MSGQUEUE};
    int error = sb_forbid_dumps();
    for (size_t i = 0; !error && i < sizeof none / sizeof *none; i++) error = limit(none[i], 0);
    return error;
}

// Bytes of addresses beyond the private memory: the program and its libraries, which are shared mappings, take some 150 MiB.
static const uint64_t shared_addresses = 512u << 20;

int sb_limit_memory(uint64_t bytes) {
    int error = limit(RLIMIT_AS, bytes + shared_addresses);
    return error ? error : limit(RLIMIT_DATA, bytes);
}

int sb_limit_processor_time(uint64_t milliseconds) {
    struct itimerval timer = {
        .it_value = {.tv_sec = (time_t)(milliseconds / 1000), .tv_usec = (suseconds_t)(milliseconds % 1000) * 1000},
    };
    return setitimer(ITIMER_PROF, &timer, NULL) == 0 ? 0 : -errno;
}

int sb_limit_descriptors(uint64_t count) { return limit(RLIMIT_NOFILE, count); }

void sb_await_end(pid_t process, int milliseconds) {
    int descriptor = (int)syscall(SYS_pidfd_open, process, 0);
    if (descriptor < 0) return;
    struct pollfd end = {.fd = descriptor, .events = POLLIN};
    (void)poll(&end, 1, milliseconds);
    close(descriptor);
}

int sb_wait(pid_t process) {
    int status = 0;
    while (waitpid(process, &status, 0) < 0) {
        if (errno != EINTR) return 0;
    }
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}
