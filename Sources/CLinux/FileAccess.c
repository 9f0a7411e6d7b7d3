// Landlock: a worker may open the files it is given, for reading, and no others. This also closes the memory and the environment
// of other processes to it, which are files of the same user under /proc. Kernels before 5.13 have no Landlock.
#define _GNU_SOURCE
#include "CLinuxSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The structure as later kernels have it in `linux/landlock.h`; Debian 12's header has the first field only. A kernel is passed as
// much of it as it knows.
struct ruleset {
    uint64_t files;
    uint64_t network;
    uint64_t scope;
};

static uint64_t all_file_rights(long version) {
    uint64_t rights = (1u << 13) - 1;
    if (version >= 2) rights |= 1u << 13;  // LANDLOCK_ACCESS_FS_REFER: link and rename across directories
    if (version >= 3) rights |= 1u << 14;  // LANDLOCK_ACCESS_FS_TRUNCATE
    if (version >= 5) rights |= 1u << 15;  // LANDLOCK_ACCESS_FS_IOCTL_DEV
    return rights;
}

static int allow(int ruleset, const char *path) {
    int descriptor = open(path, O_PATH | O_CLOEXEC);
    if (descriptor < 0) return 0;
    struct stat status;
    uint64_t rights = LANDLOCK_ACCESS_FS_READ_FILE;
    if (fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) rights |= LANDLOCK_ACCESS_FS_READ_DIR;
    struct landlock_path_beneath_attr rule = {.allowed_access = rights, .parent_fd = descriptor};
    long result = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    int error = result == 0 ? 0 : -errno;
    close(descriptor);
    return error;
}

int sb_limit_files(const char *const *paths) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 0) return -errno;
    struct ruleset rules = {
        .files = all_file_rights(version),
        .network = 3,  // LANDLOCK_ACCESS_NET_BIND_TCP and _CONNECT_TCP
        .scope = 3,    // LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET and _SIGNAL: none to processes outside
    };
    size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
    if (ruleset < 0) return -errno;
    int error = 0;
    for (; *paths && !error; paths++) error = allow(ruleset, *paths);
    // The rules hold for this thread and those it starts. A worker has no other thread yet.
    if (!error && syscall(SYS_landlock_restrict_self, ruleset, 0) != 0) error = -errno;
    close(ruleset);
    return error ? error : (int)version;
}
