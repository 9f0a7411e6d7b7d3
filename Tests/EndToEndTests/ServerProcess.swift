import TestSupport
import Foundation
import Synchronization

/// The real server in a process of its own, on a free port of the loopback address.
final class ServerProcess: Sendable {
    struct NotStarted: Error {
        let log: String
        /// The error that ended the wait for the server; nil where the process ended by itself.
        var cause: (any Error)?
    }

    /// Number of seconds after which a server that doesn't start is given up. It is large, because all tests start
    /// their servers on the same cores.
    static let startLimit = 120

    static let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("typesafe-server")

    let port: UInt16
    private let process: Process
    private let limitsFile: LimitsFile?
    private let output: Output
    private let standardOutput = Output()

    private final class Output: Sendable {
        private let text = Mutex("")

        /// Appends all that is written into the pipe. The end of the pipe is always readable, so a handler that stayed
        /// there would be called without a pause, and take a core for as long as the tests run.
        func collect(from pipe: Pipe) {
            pipe.fileHandleForReading.readabilityHandler = { handle in
                let data = handle.availableData
                if data.isEmpty { handle.readabilityHandler = nil }
                self.text.withLock { $0 += String(decoding: data, as: UTF8.self) }
            }
        }

        var value: String { text.withLock { $0 } }
    }

    /// Starts a server and waits until it is ready.
    /// - Parameters:
    ///   - limits: keys and values for the file of `--limits`.
    ///   - shell: a shell command that ends by starting `"$0" "$@"`, which is the server with its arguments.
    ///   - standardInput: the descriptor 0 of the process.
    ///   - limit: number of seconds after which the server must be ready.
    /// - Throws: `NotStarted`. The process has ended then.
    init(
        arguments: [String] = [], limits: [String: Int] = [:], environment: [String: String] = [:],
        shell: String = #"exec "$0" "$@""#, standardInput: FileHandle = .nullDevice,
        within limit: Int = startLimit
    ) async throws {
        limitsFile = try limits.isEmpty ? nil : LimitsFile(limits)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments =
            ["-c", shell, Self.executable.path, "--port", "0"] + (limitsFile?.arguments ?? []) + arguments
        process.standardInput = standardInput
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        let pipe = Pipe()
        process.standardError = pipe
        let outputPipe = Pipe()
        process.standardOutput = outputPipe
        let output = Output()
        output.collect(from: pipe)
        standardOutput.collect(from: outputPipe)
        try process.run()
        self.process = process
        self.output = output
        do {
            port = try await Self.port(of: process, output, within: limit)
        } catch {
            // The initialiser fails, so `deinit` won't end the process.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            throw error as? NotStarted ?? NotStarted(log: output.value, cause: error)
        }
    }

    /// Waits until the server is ready, and returns its port; 0 for a Unix socket.
    private static func port(of process: Process, _ output: Output, within limit: Int) async throws -> UInt16
    {
        let port = try await eventually(within: limit) { () -> UInt16? in
            guard process.isRunning else { throw NotStarted(log: output.value) }
            guard output.value.contains("ready") else { return nil }
            return output.value.firstMatch(of: /http:\/\/.+:([0-9]+)/).flatMap { UInt16($0.1) } ?? 0
        }
        // A server on a Unix socket has no port to connect to. Its log line must suffice.
        if port == 0 { return 0 }
        let request = Array("GET /ready HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".utf8)
        _ = try await eventually(within: limit) { () -> Bool? in
            try await RawClient.exchange(port: port, request).hasPrefix("HTTP/1.1 200 ") ? true : nil
        }
        return port
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }

    var log: String { output.value }
    var accessLog: String { standardOutput.value }

    var processID: Int32 { process.processIdentifier }

    func url(_ path: String) -> URL { Self.url(path, port: port) }

    private static func url(_ path: String, port: UInt16) -> URL {
        // The paths are constants of the tests, so the URL is always valid.
        URL(string: "http://127.0.0.1:\(port)\(path)") ?? URL(fileURLWithPath: "/")
    }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits for the end of the process and returns its exit status.
    func exitStatus() async throws -> Int32 {
        let process = process
        return try await eventually(within: 30) { process.isRunning ? nil : process.terminationStatus }
    }

    /// Runs the server's binary, waits for its end and returns its output.
    static func run(
        _ arguments: [String], environment: [String: String] = [:], standardInput: FileHandle = .nullDevice
    ) throws -> (status: Int32, output: String, error: String) {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.standardInput = standardInput
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        let (output, error) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = error
        try process.run()
        let outputData = output.fileHandleForReading.readDataToEndOfFile()
        let errorData = error.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (
            process.terminationStatus, String(decoding: outputData, as: UTF8.self),
            String(decoding: errorData, as: UTF8.self)
        )
    }
}

/// One server for all tests that change nothing about it. The first test that needs it starts it.
actor SharedServer {
    static let shared = SharedServer()
    private var starting: Task<ServerProcess, any Error>?

    static func get() async throws -> ServerProcess { try await shared.server() }

    private func server() async throws -> ServerProcess {
        if let starting { return try await starting.value }
        let task = Task {
            // The limits are high, because many tests use the machine's cores at the same time.
            let server = try await ServerProcess(limits: [
                "queue_seconds": 120, "scan_seconds": 120, "scan_cpu_seconds": 120,
            ])
            // Swift doesn't deinitialise globals at the process's end, so `atexit` ends the server.
            Self.processID.store(server.processID, ordering: .relaxed)
            atexit { kill(SharedServer.processID.load(ordering: .relaxed), SIGTERM) }
            return server
        }
        starting = task
        return try await task.value
    }

    private static let processID = Atomic<Int32>(0)
}
