// Starts a worker with nothing but one socket, and lets it give up its rights before it sees an image. These are calls that Swift
// can't make (prctl is variadic) or can't make safely between fork and exec.
#pragma once
#include <stdint.h>
#include <sys/types.h>

/// The descriptor of a started process's socket. Only 0, 1 and 2 are open beside it, as /dev/null.
static const int SB_SOCKET = 3;

/// A pair of connected stream sockets, close-on-exec; the first doesn't block. Returns 0 or -errno.
int sb_socket_pair(int sockets[2]);

/// Starts `path mode` in a session of its own with exactly this environment (ended by NULL), default signal handling and
/// `socket` as SB_SOCKET. Returns the process's id or -errno.
///
/// For `sb_die_with_parent` the kernel takes the *thread* that called this for the parent, so that thread must live as long as the
/// process is to.
pid_t sb_spawn(const char *path, const char *mode, char *const *environment, int socket);

/// Starts a program in a session of its own with default signal handling and no input, whose output and errors go to the file `log`;
/// what was in it is lost. Both lists are ended by NULL. Returns the process's id or -errno.
pid_t sb_spawn_detached(
    const char *path, char *const *arguments, char *const *environment, const char *log);

/// Makes the kernel kill this process when the thread that started it ends. Returns 0 or -errno.
int sb_die_with_parent(void);

/// The user and the group without rights that a worker becomes if the server is root.
static const int SB_NOBODY = 65534;

/// Forbids core dumps, and debuggers and access through /proc by the same user. Returns 0 or -errno.
int sb_forbid_dumps(void);

/// Gives up new privileges by exec, core dumps, debuggers and access through /proc by the same user, writing to files, and better
/// priorities.
/// Termination signals are ignored, because a worker ends when its socket closes. Returns 0 or -errno.
int sb_drop_privileges(void);

/// Limits the bytes of private writable memory, and those of all addresses to as much and room for the libraries. Returns 0 or
/// -errno.
int sb_limit_memory(uint64_t bytes);

/// Ends the process by SIGPROF when it has used this much more processor time; 0 takes the limit away. Returns 0 or -errno.
int sb_limit_processor_time(uint64_t milliseconds);

/// Limits the number of open descriptors. Returns 0 or -errno.
int sb_limit_descriptors(uint64_t count);

/// Leaves this process a file system in which nothing lies but these files and directories, the latter empty but for the former, and
/// a network, message queues and a host name of its own. The list ends with NULL and begins with a directory. The process must
/// have one thread. Returns 0, or -errno where this user can't.
int sb_separate(const char *const *paths);

/// Makes a process of root one of nobody, in no other group. Returns 0 if the process isn't root's, or -errno.
int sb_become_nobody(void);

/// Gives up all capabilities, for good, and does again what `sb_die_with_parent` and `sb_drop_privileges` did, as the kernel undoes it where the
/// user changes. Returns 0 if none is left, or -errno.
int sb_drop_capabilities(void);

/// Lets the calling thread, and those it starts, read these files and the content of these directories (a list that NULL ends) and
/// open no others. Paths that do not exist are skipped. Returns Landlock's version, or -errno where the kernel can't: see
/// FileAccess.c.
int sb_limit_files(const char *const *paths);

/// Installs the system call filter for the whole process: see SystemCallFilter.c. Returns 0, or -errno where the kernel
/// has none.
int sb_filter_system_calls(void);

/// Waits until a child has ended, but no longer than the given time. `sb_wait` must still be called.
void sb_await_end(pid_t process, int milliseconds);

/// Waits for the end of a child and reaps it. Returns its exit code, or the number of the signal that ended it below zero.
int sb_wait(pid_t process);
