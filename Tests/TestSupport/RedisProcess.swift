import Foundation
import Glibc
import Synchronization

/// A Redis server of a test's own, on a Unix socket in a folder of its own.
package final class RedisProcess: Sendable {
    package struct NotStarted: Error {
        let output: String
    }

    /// Debian's path; tests are skipped without it: `make test` installs it.
    private static let executable = "/usr/bin/redis-server"
    package static let isPossible = FileManager.default.isExecutableFile(atPath: executable)
    package static let skipped = "redis-server isn't here: scripts/setup redis-server"

    private let folder: URL
    private let arguments: [String]
    private let process = Mutex<Process?>(nil)

    /// - Parameter arguments: settings as redis-server takes them, such as `--appendonly yes`. By default it writes nothing to the disk.
    package init(_ arguments: [String] = ["--save", ""]) async throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("redis-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        self.arguments = arguments
        try await start()
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    package var socketPath: String { folder.appendingPathComponent("socket").path }
    package var url: String { "unix:\(socketPath)" }

    /// Starts the server, at first and after `kill`. It returns once the server accepts connections.
    package func start() async throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.executable)
        process.arguments =
            ["--port", "0", "--unixsocket", socketPath, "--dir", folder.path, "--logfile", logFile.path]
            + ["--daemonize", "no"] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let before = log.count
        try process.run()
        self.process.withLock { $0 = process }
        let isReady = await isEventuallyTrue {
            !process.isRunning || log.dropFirst(before).contains("ready to accept connections at")
        }
        guard isReady, process.isRunning else { throw NotStarted(output: log) }
    }

    /// Ends the server at once, as a crash does.
    package func kill() {
        let ended = process.withLock { process in
            defer { process = nil }
            return process
        }
        guard let ended, ended.isRunning else { return }
        Glibc.kill(ended.processIdentifier, SIGKILL)
        ended.waitUntilExit()
    }

    /// Stops the server, so that connections stay and nothing is answered.
    package func pause() { process.withLock { _ = $0.map { Glibc.kill($0.processIdentifier, SIGSTOP) } } }
    package func resume() { process.withLock { _ = $0.map { Glibc.kill($0.processIdentifier, SIGCONT) } } }

    private var logFile: URL { folder.appendingPathComponent("log") }
    private var log: String { (try? String(contentsOf: logFile, encoding: .utf8)) ?? "" }
}
