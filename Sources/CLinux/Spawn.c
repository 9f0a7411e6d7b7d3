#define _GNU_SOURCE
#include "CLinuxSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

// Starts a program in a session of its own with these descriptors, and destroys `actions`. Signals that are ignored here would stay
// ignored there. A session of its own keeps Ctrl-C in this process's terminal from the program.
static pid_t spawn(
    const char *path, char *const *arguments, char *const *environment,
    posix_spawn_file_actions_t *actions, int error) {
    posix_spawnattr_t attributes;
    pid_t process = -1;
    if (!error) error = posix_spawnattr_init(&attributes);
    if (!error) {
        sigset_t all, none;
        sigfillset(&all);
        sigemptyset(&none);
        error = posix_spawnattr_setsigdefault(&attributes, &all);
        if (!error) error = posix_spawnattr_setsigmask(&attributes, &none);
        if (!error) {
            error = posix_spawnattr_setflags(
                &attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
        }
        if (!error) error = posix_spawn(&process, path, actions, &attributes, arguments, environment);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(actions);
    return error ? -error : process;
}

pid_t sb_spawn(const char *path, const char *mode, char *const *environment, int socket) {
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) return -error;
    // The socket is moved first, because its descriptor may be one of those that are opened next.
    error = posix_spawn_file_actions_adddup2(&actions, socket, SB_SOCKET);
    for (int descriptor = 0; !error && descriptor < SB_SOCKET; descriptor++) {
        error = posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0);
    }
    if (!error) error = posix_spawn_file_actions_addclosefrom_np(&actions, SB_SOCKET + 1);
    char *const arguments[] = {(char *)"typesafe-server", (char *)mode, NULL};
    return spawn(path, arguments, environment, &actions, error);
}

pid_t sb_spawn_detached(
    const char *path, char *const *arguments, char *const *environment, const char *log) {
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) return -error;
    error = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!error) {
        error = posix_spawn_file_actions_addopen(
            &actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0600);
    }
    if (!error) error = posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    if (!error) error = posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    return spawn(path, arguments, environment, &actions, error);
}
