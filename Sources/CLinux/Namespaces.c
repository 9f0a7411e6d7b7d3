// A file system of the worker's own, in which nothing lies but its language data, and a network without interfaces. Root may have
// these by itself; other users need a user namespace, which some kernels and most containers forbid.
#define _GNU_SOURCE
#include "CLinuxSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/mount.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// From `sys/mount.h`, which can't be included beside `linux/mount.h` with every glibc.
int mount(const char *source, const char *target, const char *kind, unsigned long flags, const void *data);
int umount2(const char *target, int flags);

enum {
    NAMESPACES = CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS,
    PRIVATE_BELOW = (1 << 14) | (1 << 18),  // MS_REC | MS_PRIVATE
    INERT = 2 | 4 | 8,                      // MS_NOSUID | MS_NODEV | MS_NOEXEC
    DETACH = 2,                             // MNT_DETACH
};

/// Creates the directories above a file. The path is absolute, and is created below the current directory.
static void make_parents(const char *path) {
    char part[PATH_MAX];
    for (const char *end = path + 1; (end = strchr(end, '/')); end++) {
        snprintf(part, sizeof part, ".%.*s", (int)(end - path), path);
        (void)mkdir(part, 0755);
    }
}

/// Puts a file, as it was taken from the old file system, under its path below the current directory.
static int place(const char *path, int tree) {
    char target[PATH_MAX + 1];
    snprintf(target, sizeof target, ".%s", path);
    make_parents(path);
    if (tree < 0) return mkdir(target, 0755) == 0 || errno == EEXIST ? 0 : -errno;
    int file = open(target, O_CREAT | O_RDONLY | O_CLOEXEC, 0444);
    if (file < 0) return -errno;
    close(file);
    return syscall(SYS_move_mount, tree, "", AT_FDCWD, target, MOVE_MOUNT_F_EMPTY_PATH) == 0 ? 0 : -errno;
}

/// Makes an empty file system in memory, with these files, the new root.
static int show_only(const char *const *paths, const int *trees) {
    // It covers a directory that is there for certain, until it becomes the root itself.
    if (mount("tmpfs", paths[0], "tmpfs", INERT, "mode=0755,size=64k") != 0) return -errno;
    int error = chdir(paths[0]) == 0 ? 0 : -errno;
    for (int i = 0; !error && paths[i]; i++) error = place(paths[i], trees[i]);
    if (!error && syscall(SYS_pivot_root, ".", ".") != 0) error = -errno;
    if (error) {
        (void)umount2(paths[0], DETACH);
        (void)chdir("/");
        return error;
    }
    // The old root lies on the new one now.
    if (umount2(".", DETACH) != 0 || chdir("/") != 0) return -errno;
    struct mount_attr attributes = {
        .attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC,
    };
    return syscall(SYS_mount_setattr, AT_FDCWD, "/", AT_RECURSIVE, &attributes, sizeof attributes) == 0 ? 0 : -errno;
}

static int write_file(const char *path, const char *text) {
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return -errno;
    ssize_t written = write(file, text, strlen(text));
    int error = written < 0 ? -errno : 0;
    close(file);
    return error;
}

/// Enters a user namespace in which this process's user is nobody.
static int enter_as(uid_t user, gid_t group) {
    char map[64];
    // The files under /proc/self belong to root while the process can't be dumped, as after a change of its user.
    (void)prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    if (unshare(CLONE_NEWUSER | NAMESPACES) != 0) return -errno;
    snprintf(map, sizeof map, "%d %u 1", SB_NOBODY, user);
    int error = write_file("/proc/self/uid_map", map);
    if (!error) error = write_file("/proc/self/setgroups", "deny");
    snprintf(map, sizeof map, "%d %u 1", SB_NOBODY, group);
    return error ? error : write_file("/proc/self/gid_map", map);
}

int sb_separate(const char *const *paths) {
    mode_t mask = umask(022);
    int error = 0;
    if (unshare(NAMESPACES) != 0) {
        error = sb_become_nobody();
        if (!error) error = enter_as(geteuid(), getegid());
    }
    int count = 0;
    while (paths[count]) count++;
    int *trees = malloc(sizeof *trees * (size_t)count);
    if (!error && !trees) error = -ENOMEM;
    // Nothing that is mounted here from now on shows outside, nor the other way round.
    if (!error && mount(NULL, "/", NULL, PRIVATE_BELOW, NULL) != 0) error = -errno;
    for (int i = 0; !error && i < count; i++) {
        struct stat status;
        trees[i] = -1;
        if (stat(paths[i], &status) != 0) error = -errno;
        else if (S_ISDIR(status.st_mode)) continue;
        // A link is followed, so the view needs no links.
        else if ((trees[i] = (int)syscall(SYS_open_tree, AT_FDCWD, paths[i], OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC)) < 0)
            error = -errno;
    }
    if (!error) error = show_only(paths, trees);
    // Only descriptors of this function lie above the socket's.
    (void)syscall(SYS_close_range, SB_SOCKET + 1, UINT_MAX, 0);
    free(trees);
    umask(mask);
    return error;
}
