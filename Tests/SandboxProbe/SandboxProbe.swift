import CLinux
import Foundation
import Glibc

/// Gives up its rights as a worker does, and then makes one attempt that a worker which was taken over might make. Exits with 0 where
/// the attempt worked and with 1 where it was refused. For the tests of the sandbox.
@main
enum SandboxProbe {
    static func main() {
        let attempt = CommandLine.arguments.dropFirst().first ?? ""
        let paths = ["/usr", nil].map { UnsafePointer($0.flatMap { strdup($0) }) }
        guard sb_drop_privileges() == 0, sb_limit_memory(1 << 30) == 0, sb_limit_descriptors(32) == 0,
            sb_limit_files(paths) == 0, sb_filter_system_calls() == 0
        else { _exit(2) }
        _exit(works(attempt) ? 0 : 1)
    }

    private static func works(_ attempt: String) -> Bool {
        switch attempt {
        case "compute": return (0..<1_000).map { [UInt8](repeating: 1, count: $0 * 100) }.count == 1_000
        case "read what it was given": return canRead("/usr/bin/env")
        case "list what it was given":
            return (try? FileManager.default.contentsOfDirectory(atPath: "/usr")) != nil
        case "read a file": return canRead("/etc/passwd")
        case "list a directory": return (try? FileManager.default.contentsOfDirectory(atPath: "/etc")) != nil
        case "read the parent's memory": return canRead("/proc/\(getppid())/mem")
        case "read the parent's environment": return canRead("/proc/\(getppid())/environ")
        case "start a thread": return threadRuns()
        case "open a socket": return socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0
        case "run a program":
            return (try? Process.run(URL(fileURLWithPath: "/bin/true"), arguments: [])) != nil
        case "signal the parent": return kill(getppid(), 0) == 0
        case "remove a file": return unlink("/nonexistent/file") == 0
        case "create a file": return open("/usr/sandbox-probe", O_CREAT | O_WRONLY, 0o600) >= 0
        case "open a file to write": return open("/usr/bin/env", O_WRONLY) >= 0
        case "abort": abort()
        case "take too much memory": return malloc(2 << 30) != nil
        case "open many files": return (0..<64).allSatisfy { _ in canRead("/usr/bin/env") }
        default: _exit(3)
        }
    }

    private static func canRead(_ path: String) -> Bool { open(path, O_RDONLY) >= 0 }

    private static func threadRuns() -> Bool {
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread { done.signal() }
        return done.wait(timeout: .now() + .seconds(10)) == .success
    }
}
