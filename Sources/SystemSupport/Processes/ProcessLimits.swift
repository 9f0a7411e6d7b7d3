import CLinux
import Glibc

/// Limits that the kernel sets for this process, and the memory that its allocator keeps.
package enum ProcessLimits {
    /// Linux's default limit on open descriptors. It is used where the kernel doesn't report the limit.
    private static let defaultDescriptors = 1_024

    /// Largest number of descriptors that the process may have open at once.
    package static var descriptors: Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return defaultDescriptors }
        return Int(clamping: limit.rlim_cur)
    }

    /// Raises the limit on open descriptors as far as the process is allowed to.
    package static func raiseDescriptors() {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
    }

    /// Makes a write over the limit on file sizes fail, as on a full disk. Otherwise it would end the process.
    package static func outliveFileSizeLimit() {
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Keeps keys, secrets and messages in this process: no core dumps, and no debugger of the same user.
    package static func keepMemoryPrivate() {
        _ = sb_forbid_dumps()
    }

    /// Starts the program again where a crash would print registers and the memory that they point at. The Swift runtime reads
    /// the setting before `main`; one that is there already stands.
    package static func silenceBacktraces() {
        guard getenv("SWIFT_BACKTRACE") == nil, let program = realpath("/proc/self/exe", nil) else { return }
        setenv("SWIFT_BACKTRACE", "registers=none,interactive=no,color=no", 1)
        execv(program, CommandLine.unsafeArgv)
        // Without the new start, the server only says more when it crashes.
        free(program)
    }

    /// Sets how many freed bytes the allocator may keep for each arena. By default, it gives back everything over 128
    /// kB, so the kernel must provide the same pages again for every chunk of an upload. Buffers over 1 MiB are still
    /// given back at once.
    package static func keepFreedMemory(bytes: Int32) {
        cg_keep_freed_memory(bytes)
    }

    /// Gives all freed memory back to the kernel. This is worthwhile after work that is done once, such as loading
    /// rules.
    package static func releaseFreedMemory() {
        cg_release_freed_memory()
    }

    /// Unmaps the code and constants that were used so far. The kernel maps a page again when it is used next. It is
    /// for a process that waits for long (docs/adr/0008-memory-while-waiting.md).
    package static func unmapCode() {
        cg_unmap_code()
    }

    private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
}
