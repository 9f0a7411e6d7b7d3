import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A helper program, run for its output: bounded in size and time, and never waited for by a thread of ours.
enum Subprocess {
    /// The program's place on `PATH`; nil where it isn't installed.
    static func find(_ name: String, environment: [String: String] = ProcessInfo.processInfo.environment)
        -> String?
    {
        (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
            .filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// Its standard output; nil where it failed, took too long, or wrote too much. Cancelled, it is asked to end before it is
    /// made to.
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
        guard Self.start(process) else { return nil }
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
                    while let chunk = try? reading.read(upToCount: 1 << 16), !chunk.isEmpty,
                        bytes.count <= sizeLimit
                    {
                        bytes += chunk
                    }
                    if bytes.count > sizeLimit { group.signal(SIGKILL) }
                    process.waitUntilExit()
                    group.forget()
                    let isWhole = process.terminationStatus == 0 && process.terminationReason == .exit
                    continuation.resume(returning: isWhole && bytes.count <= sizeLimit ? bytes : nil)
                }
            }
        } onCancel: {
            group.signal(SIGINT)
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(500)) { group.signal(SIGKILL) }
        }
    }

    /// With no signal blocked, as the threads that tasks run on have them, or it could only be killed.
    private static func start(_ process: Process) -> Bool {
        var (none, ours) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &ours)
        defer { pthread_sigmask(SIG_SETMASK, &ours, nil) }
        return (try? process.run()) != nil
    }
}

/// A program and all that it started: a wrapper's child would otherwise hold the pipe open. Foundation starts programs in a
/// group of their own.
private final class RunningGroup: Sendable {
    /// nil once its number may be somebody else's.
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

    func forget() {
        id.withLock { $0 = nil }
    }
}

/// The picture in the clipboard.
enum Clipboard {
    static func picture() async throws(CommandFailure) -> Data {
        let programs: [(String, [String])] = [
            ("wl-paste", ["--type", "image/png"]),
            ("xclip", ["-selection", "clipboard", "-t", "image/png", "-o"]),
            ("pngpaste", ["-"]),
        ]
        for (name, arguments) in programs {
            guard let path = Subprocess.find(name) else { continue }
            let bytes = await Subprocess.output(
                of: path, arguments, within: .seconds(5), sizeLimit: InputFiles.sizeLimit)
            if let bytes, !bytes.isEmpty { return bytes }
        }
        throw .clipboard
    }
}
