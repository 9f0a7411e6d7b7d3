import CGlibc
import Glibc

/// Limits that the kernel sets this process, and memory that its allocator keeps.
package enum ProcessLimits {
    /// Linux's default limit on open descriptors, for a kernel that does not tell its own.
    private static let defaultDescriptors = 1_024

    /// Largest number of descriptors that the process may have open.
    package static var descriptors: Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return defaultDescriptors }
        return Int(clamping: limit.rlim_cur)
    }

    /// Raises the soft limit on descriptors as far as the process may.
    package static func raiseDescriptors() {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
    }

    /// Makes a write beyond the limit on file sizes fail, as on a full disk, instead of ending the process.
    package static func outliveFileSizeLimit() {
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Lets the allocator keep up to this many freed bytes for each arena. By default it gives back everything over 128 kB, so
    /// that an upload makes the kernel provide the same pages again for every chunk. Buffers over 1 MiB still go back at once.
    package static func keepFreedMemory(bytes: Int32) {
        cg_keep_freed_memory(bytes)
    }

    /// Gives all freed memory back to the kernel. Worthwhile after work that is done once, such as loading rules.
    package static func releaseFreedMemory() {
        cg_release_freed_memory()
    }

    /// Unmaps code and constants that were used so far, which are mapped again at their next use: for a process that waits
    /// for long (docs/adr/0008-memory-while-waiting.md).
    package static func unmapCode() {
        cg_unmap_code()
    }

    private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
}
