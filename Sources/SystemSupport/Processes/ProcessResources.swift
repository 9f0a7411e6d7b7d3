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

/// Figures that the kernel keeps about this process. A figure is nil where the kernel doesn't report it.
package struct ProcessStatistics {
    /// Time of the process's start, in seconds since 1970, UTC.
    package private(set) var startTime: Double?
    /// Processor time that the process has used, in seconds, in user mode and system mode together.
    package private(set) var cpuSeconds: Double?
    package let residentBytes: Int?
    package private(set) var openDescriptors: Int?
    package private(set) var maxDescriptors: Int?

    package init() {
        var usage = rusage()
        if getrusage(RUSAGE_SELF.rawValue, &usage) == 0 {
            cpuSeconds = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
        }
        residentBytes = Self.residentBytes(of: getpid())
        // The descriptor that is open for counting isn't counted.
        openDescriptors = Self.entries("/proc/self/fd").map { $0 - 1 }
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
            maxDescriptors = Int(clamping: limit.rlim_cur)
        }
        startTime = Self.started()
    }

    /// Bytes of memory that a process uses (resident set size); nil where the process has ended.
    package static func residentBytes(of process: Int32) -> Int? {
        text("/proc/\(process)/statm")?.split(separator: " ").dropFirst().first
            .flatMap { Int($0) }.map { $0 * Int(getpagesize()) }
    }

    /// Processor time that a process has used; nil where the process has ended.
    package static func processorTime(of process: Int32) -> Duration? {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Returns the time of the start in seconds since 1970, UTC. The kernel has it in clock ticks since the machine's
    /// start.
    private static func started() -> Double? {
        // Field 2 is the program's name in parentheses and may contain any character. Field 22 is the time of the
        // start.
        guard let stat = text("/proc/self/stat"), let end = stat.lastIndex(of: ")"),
            let ticks = stat[end...].split(separator: " ").dropFirst(20).first.flatMap({ Double($0) }),
            let boot = text("/proc/stat")?.split(separator: "\n").first(where: { $0.hasPrefix("btime ") }),
            let bootTime = Double(boot.dropFirst("btime ".count))
        else { return nil }
        return bootTime + ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    }

    private static func text(_ path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        // `statm` and `stat` have fewer than 1,000 bytes; `/proc/stat` has a few thousand.
        var buffer = [UInt8](repeating: 0, count: 8_192)
        while true {
            let count = read(file, &buffer, buffer.count)
            if count < 0 { return nil }
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }

    private static func entries(_ path: String) -> Int? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var count = 0
        while let entry = readdir(folder) {
            // The names of all entries are numbers, except for `.` and `..`.
            if entry.pointee.d_name.0 != CChar(bitPattern: UInt8(ascii: ".")) { count += 1 }
        }
        return count
    }
}
