// Who a worker is: nobody, even if the server was started as root, and without a capability it could ever get back.
#define _GNU_SOURCE
#include "CLinuxSandbox.h"

#include <errno.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CAPABILITY_SETS = 2 };

static int read_capabilities(struct __user_cap_data_struct *sets) {
    struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
    return syscall(SYS_capget, &head, sets) == 0 ? 0 : -errno;
}

/// Takes the rights away that root has by being root, and those that a program could get. A process without CAP_SETPCAP can't do
/// this, and needs it less: it gains nothing by starting a program.
static void bound_capabilities(void) {
    enum {
        BITS = SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP | SECBIT_NO_SETUID_FIXUP_LOCKED
            | SECBIT_KEEP_CAPS_LOCKED | SECBIT_NO_CAP_AMBIENT_RAISE | SECBIT_NO_CAP_AMBIENT_RAISE_LOCKED,
    };
    (void)prctl(PR_SET_SECUREBITS, BITS, 0, 0, 0);
    for (int capability = 0; prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0;) capability++;
    (void)prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
}

int sb_become_nobody(void) {
    if (geteuid() != 0) return 0;
    struct __user_cap_data_struct sets[CAPABILITY_SETS] = {0};
    // The server is this user too, unless it may signal everybody: it couldn't end a worker that is another user.
    if (read_capabilities(sets) != 0 || !(sets[0].effective & (1u << CAP_KILL))) return -EPERM;
    bound_capabilities();
    if (setgroups(0, NULL) != 0 || setresgid(SB_NOBODY, SB_NOBODY, SB_NOBODY) != 0) return -errno;
    return setresuid(SB_NOBODY, SB_NOBODY, SB_NOBODY) == 0 ? 0 : -errno;
}

int sb_drop_capabilities(void) {
    bound_capabilities();
    struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct sets[CAPABILITY_SETS] = {0};
    // A supervisor may forbid the call to a process that has no capability anyway.
    (void)syscall(SYS_capset, &head, sets);
    if (read_capabilities(sets) != 0) return -errno;
    for (int i = 0; i < CAPABILITY_SETS; i++)
        if (sets[i].effective | sets[i].permitted | sets[i].inheritable) return -EPERM;
    // The kernel takes both of these back when a process becomes another user.
    if (sb_forbid_dumps() != 0 || sb_die_with_parent() != 0) return -EPERM;
    return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ? 0 : -EPERM;
}
