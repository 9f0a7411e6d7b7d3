// The kernel refuses system calls that a worker never needs: an image that takes the worker over gets no network, no other program,
// no other process and no file to write. The list names denied calls rather than allowed ones: the allocator, the C++ runtime and the
// libraries change their harmless calls with every version, and a worker that is killed for one would be a bug of ours.
#define _GNU_SOURCE
#include "CLinuxSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
// The low 32 bits of an argument; both architectures are little-endian.
#define LOAD_ARGUMENT(n) LOAD(args[n])
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, (action))
#define KILL RETURN(SECCOMP_RET_KILL_PROCESS)
#define REFUSE(error) RETURN(SECCOMP_RET_ERRNO | (error))
// These two test the number of the call in the accumulator and leave it there.
#define DENY(name) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), KILL
#define ANSWER(name, error) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), REFUSE(error)
// Skips the four instructions of the following check where the call is another one.
#define WHERE(name) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 4)

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
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        KILL,
#endif
        // Network calls. The socket to the parent is open already and stays usable.
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
        // Calls that change files, for kernels that have no Landlock (FileAccess.c).
        DENY(unlinkat), DENY(renameat2), DENY(mkdirat), DENY(linkat), DENY(symlinkat), DENY(mknodat),
        DENY(fchmodat), DENY(fchmod), DENY(fchownat), DENY(fchown), DENY(truncate), DENY(ftruncate),
        DENY(setxattr), DENY(lsetxattr), DENY(fsetxattr), DENY(utimensat),
#if defined(__x86_64__)
        DENY(fork), DENY(vfork), DENY(unlink), DENY(rename), DENY(renameat), DENY(mkdir), DENY(rmdir), DENY(link),
        DENY(symlink), DENY(mknod), DENY(chmod), DENY(chown), DENY(lchown), DENY(creat), DENY(uselib),
        ANSWER(open, ENOSYS),
#endif
        // These calls have their arguments in memory, where a filter can't look. Libraries fall back to the older calls.
        ANSWER(clone3, ENOSYS), ANSWER(openat2, ENOSYS),
        // A worker may start a thread, but not a process.
        WHERE(clone), LOAD_ARGUMENT(0), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0), KILL,
        RETURN(SECCOMP_RET_ALLOW),
        // A worker may send signals to itself, because abort() does.
        WHERE(tgkill), LOAD_ARGUMENT(0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)getpid(), 1, 0), KILL,
        RETURN(SECCOMP_RET_ALLOW),
        // A process may ask for its own limits, but not for another's.
        WHERE(prlimit64), LOAD_ARGUMENT(0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0), REFUSE(EPERM),
        RETURN(SECCOMP_RET_ALLOW),
        // No file may be opened for writing. Tesseract tries to for its log, /dev/null, and works without.
        WHERE(openat), LOAD_ARGUMENT(2),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1), REFUSE(EACCES),
        RETURN(SECCOMP_RET_ALLOW),
        RETURN(SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
    // The filter holds for all threads, as the Swift runtime may have started some.
    long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
    if (result < 0) return -errno;
    return result == 0 ? 0 : -EBUSY;
#endif
}
