// Starting a reader process with nothing but one socket, and what it gives up before it sees a picture: calls that
// Swift can't make (prctl is variadic) or can't make safely between fork and exec.
#pragma once
#include <stdint.h>
#include <sys/types.h>

/// The descriptor that a started process finds its socket at; there is nothing else open but /dev/null at 0, 1 and 2.
static const int SB_SOCKET = 3;

/// A pair of connected stream sockets, close-on-exec; the first doesn't block. Returns 0 or -errno.
int sb_socket_pair(int sockets[2]);

/// Starts `path mode` in a session of its own with exactly this environment (ended by NULL), default signal handling and
/// `socket` as SB_SOCKET. Returns the process's id or -errno.
///
/// The new process may ask to die with its parent, and the kernel means the *thread* that called this: it must live as
/// long as the process should.
pid_t sb_spawn(const char *path, const char *mode, char *const *environment, int socket);

/// Has the kernel kill this process when the thread that started it ends. Returns 0 or -errno.
int sb_die_with_parent(void);

/// No new privileges by exec, no core dumps, no debugger or /proc reader of the same user, nothing written to files,
/// signals for termination ignored (the socket's end is what ends a reader). Returns 0 or -errno.
int sb_drop_privileges(void);

/// Bounds the bytes of private writable memory, and with room for programs and libraries, of all. Returns 0 or -errno.
int sb_limit_memory(uint64_t bytes);

/// Bounds open descriptors. Returns 0 or -errno.
int sb_limit_descriptors(uint64_t count);

/// Leaves the calling thread, and those it starts, these files and what lies in these directories (ended by NULL), to be
/// read. What isn't there is passed over. Returns 0, or -errno where the kernel can't: see FileAccess.c.
int sb_limit_files(const char *const *paths);

/// Installs the system call filter for the whole process: see SystemCallFilter.c. Returns 0, or -errno where the kernel
/// has none.
int sb_filter_system_calls(void);

/// Waits until a child has ended, or that long; it stays to be reaped.
void sb_await_end(pid_t process, int milliseconds);

/// Reaps a child, waiting for its end: how it ended, as waitpid says: the exit code, or -signal.
int sb_wait(pid_t process);
