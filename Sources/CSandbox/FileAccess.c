// Landlock: of all files, a reader may open the ones it is given, to read. It also cuts a reader off from other processes'
// memory and environment under /proc, which are files of the same user. Kernels before 5.13 have none of it.
#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Wider than Debian 12's header: `linux/landlock.h` of a later kernel. A kernel takes as much as it knows.
struct ruleset {
    uint64_t files;
    uint64_t network;
    uint64_t scope;
};

static uint64_t all_file_rights(long version) {
    uint64_t rights = (1u << 13) - 1;
    if (version >= 2) rights |= 1u << 13;  // linking and renaming across directories
    if (version >= 3) rights |= 1u << 14;  // truncating
    if (version >= 5) rights |= 1u << 15;  // device control
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
        .network = 3,  // binding and connecting TCP sockets
        .scope = 3,    // abstract Unix sockets and signals to processes outside
    };
    size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
    if (ruleset < 0) return -errno;
    int error = 0;
    for (; *paths && !error; paths++) error = allow(ruleset, *paths);
    // Of this thread and those it starts: a reader has only this one.
    if (!error && syscall(SYS_landlock_restrict_self, ruleset, 0) != 0) error = -errno;
    close(ruleset);
    return error;
}
