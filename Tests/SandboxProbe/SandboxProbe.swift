import CLinux
import Foundation
import Glibc

/// Gives up its rights as a worker does, and then makes one attempt that a worker which was taken over might make. Exits with 0 where
/// the attempt worked and with 1 where it was refused. For the tests of the sandbox.
///
/// Words behind the attempt: `user` to give up root first, as where the server isn't root; `without-files`, `without-landlock` and
/// `without-filter` to leave out a part, so that the others are seen to hold alone.
@main
enum SandboxProbe {
    /// Calls past the newest of Linux 6.18, for those that are yet to come.
    private static let calls = 0..<600

    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        let held = giveUpRights(Set(arguments.dropFirst()))
        switch arguments.first ?? "" {
        case "report":
            say(held.joined(separator: " "))
            _exit(0)
        case "try all calls": tryCalls(Set(arguments.compactMap { Int($0) }))
        case let attempt: _exit(works(attempt) ? 0 : 1)
        }
    }

    private static func giveUpRights(_ options: Set<String>) -> [String] {
        if options.contains("user"), setgid(1_000) != 0 || setuid(1_000) != 0 {
            _exit(2)
        }
        let paths = ["/usr/bin", "/usr/bin/env", nil].map { UnsafePointer($0.flatMap { strdup($0) }) }
        var held: [String] = []
        func take(_ name: String, _ result: Int32) { if result >= 0 { held.append(name) } }
        guard sb_drop_privileges() == 0 else { _exit(2) }
        if !options.contains("without-files") { take("files", sb_separate(paths)) }
        take("user", sb_become_nobody())
        take("capabilities", sb_drop_capabilities())
        guard sb_limit_memory(1 << 30) == 0, sb_limit_descriptors(32) == 0 else { _exit(2) }
        if !options.contains("without-landlock") { take("landlock", sb_limit_files(paths)) }
        if !options.contains("without-filter") { take("system_calls", sb_filter_system_calls()) }
        return held
    }

    private static func works(_ attempt: String) -> Bool {
        switch attempt {
        case "compute": return (0..<1_000).map { [UInt8](repeating: 1, count: $0 * 100) }.count == 1_000
        case "read what it was given": return canRead("/usr/bin/env")
        case "list what it was given": return list("/usr/bin").contains("env")
        case "see another file": return canRead("/usr/bin/true") || access("/etc/passwd", F_OK) == 0
        case "read a file": return canRead("/etc/passwd")
        case "list a directory": return !list("/etc").isEmpty
        case "read the parent's memory": return canRead("/proc/\(getppid())/mem")
        case "read the parent's environment": return canRead("/proc/\(getppid())/environ")
        case "start a thread": return threadRuns()
        case "open a socket": return socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0
        case "run a program":
            let arguments = [strdup("/usr/bin/env"), nil]
            return execv("/usr/bin/env", arguments) == 0
        case "signal the parent": return kill(getppid(), 0) == 0
        case "remove a file": return unlink("/nonexistent/file") == 0
        case "create a file": return open("/usr/bin/sandbox-probe", O_CREAT | O_WRONLY, 0o600) >= 0
        case "open a file to write": return open("/usr/bin/env", O_WRONLY) >= 0
        case "abort": abort()
        case "take too much memory": return malloc(2 << 30) != nil
        case "open many files": return (0..<64).allSatisfy { _ in canRead("/usr/bin/env") }
        case "become root": return setuid(0) == 0
        case "raise its priority": return setpriority(__priority_which_t(0), 0, -1) == 0
        case "raise a limit":
            var limit = rlimit(rlim_cur: 64, rlim_max: 64)
            return setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        case "change a file's mode by a new call":
            return call(452, Int(AT_FDCWD), address(of: "/usr/bin/env"), 0o666)
        case "map code":
            return mmap(nil, 4_096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED
        case "turn memory into code":
            let memory = mmap(nil, 4_096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            return mprotect(memory, 4_096, PROT_READ | PROT_EXEC) == 0
        case "start a process": return call(clone, Int(SIGCHLD))
        case "start a process by a new call": return call(435, 0, 88)
        case "get the parent's signals": return call(prctl, 1, Int(SIGKILL))
        case "send signals by a descriptor": return call(fcntl, 0, 8, Int(getppid()))
        case "use a clock's alarm": return call(setitimer, 0)
        case "signal another process": return call(tgkill, Int(getppid()))
        default: _exit(3)
        }
    }

    #if arch(x86_64)
        private static let (clone, prctl, fcntl, setitimer, tgkill) = (56, 157, 72, 38, 234)
    #else
        private static let (clone, prctl, fcntl, setitimer, tgkill) = (220, 167, 25, 103, 131)
    #endif

    /// glibc's `syscall`. Swift can't call a function with any number of arguments, but one with seven that is the same.
    private static let systemCall = unsafeBitCast(
        dlsym(nil, "syscall"), to: (@convention(c) (Int, Int, Int, Int, Int, Int, Int) -> Int).self)

    private static func call(_ number: Int, _ first: Int, _ second: Int = 0, _ third: Int = 0) -> Bool {
        systemCall(number, first, second, third, 0, 0, 0) >= 0
    }

    private static func address(of text: String) -> Int { Int(bitPattern: strdup(text)) }

    /// Makes all calls from the highest given number on, but for the given ones: prints each one's number, and then the error that it
    /// got. Where a call ends the process, its number comes last.
    private static func tryCalls(_ allowed: Set<Int>) -> Never {
        let first = ProcessInfo.processInfo.environment["FIRST_CALL"].flatMap { Int($0) } ?? 0
        for number in calls where number >= first && !allowed.contains(number) {
            say("\(number) ")
            say("\(systemCall(number, -1, -1, -1, -1, -1, -1) < 0 ? errno : 0)\n")
        }
        say("end\n")
        _exit(0)
    }

    /// Writes at once, as the next call may end the process.
    private static func say(_ text: String) { _ = write(1, text, text.utf8.count) }

    private static func canRead(_ path: String) -> Bool { open(path, O_RDONLY) >= 0 }

    private static func list(_ path: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    private static func threadRuns() -> Bool {
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread { done.signal() }
        return done.wait(timeout: .now() + .seconds(10)) == .success
    }
}
