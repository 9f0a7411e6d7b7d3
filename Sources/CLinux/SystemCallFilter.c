// The kernel serves a worker the system calls that reading an image takes, and no others: an image that takes the worker over gets no
// network, no other program, no other process and no file to write. docs/operations.md lists them.
//
// Calls that nobody but an intruder makes end the worker, which the log and `typesafe_worker_restarts_total` show. Any other
// call, whatever its number, gets the answer of a kernel that doesn't have it: a later libc or library then does without, as it
// must on older kernels, and no scan is lost for a harmless call that is new.
#define _GNU_SOURCE
#include "CLinuxSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
// The low and the high 32 bits of an argument; both architectures are little-endian.
#define LOAD_ARGUMENT(n) LOAD(args[n])
#define LOAD_HIGH(n) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[n]) + 4)
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, (action))
#define PASS RETURN(SECCOMP_RET_ALLOW)
#define KILL RETURN(SECCOMP_RET_KILL_PROCESS)
#define REFUSE(error) RETURN(SECCOMP_RET_ERRNO | (error))
// Skips this number of instructions unless the accumulator is, or has none of the bits of, or is at most, a value.
#define EQUALS(value, otherwise) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (otherwise))
#define LACKS(bits, otherwise) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), (otherwise), 0)
#define AT_MOST(value, otherwise) BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, (value), (otherwise), 0)
// These two test the number of the call in the accumulator and leave it there.
#define ALLOW(name) EQUALS(SYS_##name, 1), PASS
#define DENY(name) EQUALS(SYS_##name, 1), KILL
// Allows a call if an argument passes a test, and else answers it otherwise.
#define ALLOW_IF(name, n, test, otherwise) EQUALS(SYS_##name, 4), LOAD_ARGUMENT(n), test, PASS, otherwise

/// How libc starts a thread. A process would lack some of these, and a namespace have others.
static const uint32_t thread_flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM
    | CLONE_SETTLS | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID;

int sb_filter_system_calls(void) {
#ifndef ARCHITECTURE
    return -ENOSYS;
#else
    struct sock_filter filter[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
        KILL,
        LOAD(nr),
#if defined(__x86_64__)
        // The x32 interface offers the same calls under other numbers, so it is refused as a whole.
        AT_MOST(0x3FFFFFFF, 1), BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0), KILL,
#endif
        // Speaking with the server through the socket, which is open already, and to /dev/null.
        ALLOW(sendto), ALLOW(recvfrom), ALLOW(read), ALLOW(write), ALLOW(writev), ALLOW(ppoll),
        // Computing.
        ALLOW(brk), ALLOW(munmap), ALLOW(mremap), ALLOW(madvise), ALLOW(futex), ALLOW(clock_gettime), ALLOW(getrandom),
        // Nothing becomes code that isn't already.
        ALLOW_IF(mmap, 2, LACKS(PROT_EXEC, 1), REFUSE(EPERM)), ALLOW_IF(mprotect, 2, LACKS(PROT_EXEC, 1), REFUSE(EPERM)),
        // Reading language data.
        ALLOW_IF(openat, 2, LACKS(O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 1), REFUSE(EACCES)),
        ALLOW(close), ALLOW(lseek), ALLOW(pread64), ALLOW(fstat), ALLOW(newfstatat), ALLOW(getdents64),
        // Flags of descriptors: F_DUPFD, F_GETFD, F_SETFD and F_GETFL, and neither locks nor signals.
        ALLOW_IF(fcntl, 1, AT_MOST(F_GETFL, 1), REFUSE(EPERM)),
        // Threads, should a library start some.
        ALLOW_IF(clone, 0, EQUALS(thread_flags, 1), KILL),
        ALLOW_IF(prctl, 0, EQUALS(PR_SET_NAME, 1), REFUSE(EPERM)),
        ALLOW(set_robust_list), ALLOW(rseq), ALLOW(sched_getaffinity), ALLOW(sched_yield), ALLOW(exit),
        // Waiting and ending, also by abort(), which sends a signal to the process itself.
        ALLOW(restart_syscall), ALLOW(clock_nanosleep), ALLOW(exit_group), ALLOW(getpid), ALLOW(gettid),
        ALLOW(rt_sigaction), ALLOW(rt_sigprocmask), ALLOW(rt_sigreturn), ALLOW(sigaltstack),
        ALLOW_IF(tgkill, 0, EQUALS((uint32_t)getpid(), 1), KILL),
        // The bound on the processor time of an image.
        ALLOW_IF(setitimer, 0, EQUALS(ITIMER_PROF, 1), REFUSE(EPERM)),
        // What libc asks about the machine and the limits, which it may not change.
        ALLOW(sysinfo),
        EQUALS(SYS_prlimit64, 8), LOAD_ARGUMENT(0), EQUALS(0, 5), LOAD_ARGUMENT(2), EQUALS(0, 3), LOAD_HIGH(2), EQUALS(0, 1),
        PASS, REFUSE(EPERM),
#if defined(__x86_64__)
        ALLOW(poll),
#endif
        // Network calls.
        DENY(socket), DENY(socketpair), DENY(bind), DENY(connect), DENY(listen), DENY(accept), DENY(accept4),
        // Calls that start programs or reach into other processes.
        DENY(execve), DENY(execveat), DENY(ptrace), DENY(process_vm_readv), DENY(process_vm_writev), DENY(kill),
        DENY(tkill), DENY(rt_sigqueueinfo), DENY(rt_tgsigqueueinfo), DENY(pidfd_open), DENY(pidfd_getfd),
        DENY(pidfd_send_signal), DENY(setns), DENY(unshare), DENY(kcmp),
        // Calls that change the system or inspect all of it.
        DENY(mount), DENY(umount2), DENY(pivot_root), DENY(chroot), DENY(move_mount), DENY(open_tree), DENY(fsopen),
        DENY(bpf), DENY(perf_event_open), DENY(userfaultfd), DENY(io_uring_setup), DENY(io_uring_enter),
        DENY(io_uring_register), DENY(add_key), DENY(request_key), DENY(keyctl), DENY(init_module),
        DENY(finit_module), DENY(delete_module), DENY(kexec_load), DENY(reboot), DENY(swapon), DENY(swapoff),
        DENY(open_by_handle_at), DENY(personality),
        // Calls that change files.
        DENY(unlinkat), DENY(renameat2), DENY(mkdirat), DENY(linkat), DENY(symlinkat), DENY(mknodat),
        DENY(fchmodat), DENY(fchmod), DENY(fchownat), DENY(fchown), DENY(truncate), DENY(ftruncate),
        DENY(setxattr), DENY(lsetxattr), DENY(fsetxattr), DENY(utimensat),
#if defined(__x86_64__)
        DENY(fork), DENY(vfork), DENY(unlink), DENY(rename), DENY(renameat), DENY(mkdir), DENY(rmdir), DENY(link),
        DENY(symlink), DENY(mknod), DENY(chmod), DENY(chown), DENY(lchown), DENY(creat), DENY(uselib),
#endif
        REFUSE(ENOSYS),
    };
    struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
    // The filter holds for all threads, as the Swift runtime may have started some.
    long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
    if (result < 0) return -errno;
    return result == 0 ? 0 : -EBUSY;
#endif
}
