import Glibc

/// What the kernel says about this process; nil for what it doesn't.
struct ProcessReadings {
    private(set) var startTime: Double?
    private(set) var cpuSeconds: Double?
    private(set) var residentBytes: Int?
    private(set) var openDescriptors: Int?
    private(set) var maxDescriptors: Int?

    init() {
        var usage = rusage()
        if getrusage(RUSAGE_SELF.rawValue, &usage) == 0 {
            cpuSeconds = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
        }
        residentBytes = Self.text("/proc/self/statm")?.split(separator: " ").dropFirst().first
            .flatMap { Int($0) }.map { $0 * Int(getpagesize()) }
        // Its own descriptor of the folder is none of the process's.
        openDescriptors = Self.entries("/proc/self/fd").map { $0 - 1 }
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
            maxDescriptors = Int(clamping: limit.rlim_cur)
        }
        startTime = Self.started()
    }

    /// Seconds since 1970. The kernel tells it in ticks since it started.
    private static func started() -> Double? {
        // The second field is the program's name in parentheses, which may hold anything; the 22nd is the start.
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
            // `.` and `..`; all others are numbers.
            if entry.pointee.d_name.0 != CChar(bitPattern: UInt8(ascii: ".")) { count += 1 }
        }
        return count
    }
}
