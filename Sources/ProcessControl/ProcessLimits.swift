import CGlibc
import Glibc

/// What the process may have of the system, and what it keeps.
package enum ProcessLimits {
    /// Descriptors it may open.
    package static var descriptors: Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 1_024 }
        return Int(clamping: limit.rlim_cur)
    }

    /// Raises the soft limit on descriptors as far as the process may.
    package static func raiseDescriptors() {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
    }

    /// Makes a write beyond the limit on files' sizes fail, as one on a full disk does, instead of ending the process.
    package static func outliveFileSizeLimit() {
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Lets the allocator keep up to this many freed bytes an arena. By default it gives back what is over 128 kB, and
    /// a busy upload faults the same pages in again for every chunk. Buffers over 1 MiB still go back at once.
    package static func keepFreedMemory(bytes: Int32) {
        cg_keep_freed_memory(bytes)
    }

    /// Gives freed memory back, wherever it lies: after work that is done once and leaves many holes.
    package static func releaseFreedMemory() {
        cg_release_freed_memory()
    }

    private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
}
