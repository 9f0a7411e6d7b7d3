import Foundation
import Synchronization

/// Runs helper programs for their output, with limits on its size and on time. No thread of Swift's pool is blocked.
enum Subprocess {
    /// Time between SIGINT and SIGKILL, in which a program can remove what it has put on the screen.
    private static let killDelay = DispatchTimeInterval.milliseconds(500)
    /// Bytes that are read in one step: the capacity of a pipe on Linux.
    private static let chunkSize = 1 << 16

    /// Returns the path of a program on `PATH`; nil where it isn't installed.
    static func find(_ name: String, environment: [String: String] = ProcessInfo.processInfo.environment)
        -> String?
    {
        (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
            .filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// Runs a program and returns its standard output; nil where it failed or exceeded a limit. Cancelling the task sends the
    /// program SIGINT, and SIGKILL after `killDelay`.
    static func output(
        of path: String, _ arguments: [String], within limit: Duration, sizeLimit: Int
    ) async -> Data? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        let reading = pipe.fileHandleForReading
        guard start(process) else { return nil }
        let group = RunningGroup(process.processIdentifier)
        let timer = Task {
            try await Task.sleep(for: limit)
            group.signal(SIGKILL)
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Data?, Never>) in
                DispatchQueue.global().async {
                    var bytes = Data()
                    while let chunk = try? reading.read(upToCount: chunkSize), !chunk.isEmpty,
                        bytes.count <= sizeLimit
                    {
                        bytes += chunk
                    }
                    if bytes.count > sizeLimit { group.signal(SIGKILL) }
                    process.waitUntilExit()
                    group.invalidate()
                    let isWhole = process.terminationStatus == 0 && process.terminationReason == .exit
                    continuation.resume(returning: isWhole && bytes.count <= sizeLimit ? bytes : nil)
                }
            }
        } onCancel: {
            group.signal(SIGINT)
            DispatchQueue.global().asyncAfter(deadline: .now() + killDelay) { group.signal(SIGKILL) }
        }
    }

    /// Starts the program with no signal blocked. Otherwise it would inherit the signal mask of this thread, which
    /// blocks signals.
    private static func start(_ process: Process) -> Bool {
        var (none, ours) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &ours)
        defer { pthread_sigmask(SIG_SETMASK, &ours, nil) }
        return (try? process.run()) != nil
    }
}

/// The process group of a program. Signals go to the whole group, as a wrapper's child would otherwise keep the pipe open.
/// Foundation starts each program in a group of its own.
private final class RunningGroup: Sendable {
    /// The program's process id; nil once the program ended and its id may be reused.
    private let id: Mutex<pid_t?>

    init(_ id: pid_t) {
        self.id = Mutex(id)
    }

    func signal(_ number: Int32) {
        id.withLock { id in
            guard let id else { return }
            kill(getpgid(id) == id ? -id : id, number)
        }
    }

    func invalidate() {
        id.withLock { $0 = nil }
    }
}

/// Reads the image in the clipboard with the programs that the desktop has for that.
enum Clipboard {
    /// Time limit for the program that owns the clipboard's content to hand over the image.
    private static let timeout = Duration.seconds(5)

    static func picture() async throws(CommandFailure) -> Data {
        let programs: [(String, [String])] = [
            ("wl-paste", ["--type", "image/png"]),
            ("xclip", ["-selection", "clipboard", "-t", "image/png", "-o"]),
            ("pngpaste", ["-"]),
        ]
        for (name, arguments) in programs {
            guard let path = Subprocess.find(name) else { continue }
            let bytes = await Subprocess.output(
                of: path, arguments, within: timeout, sizeLimit: InputFiles.sizeLimit)
            if let bytes, !bytes.isEmpty { return bytes }
        }
        throw .clipboard
    }
}
