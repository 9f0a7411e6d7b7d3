import Foundation
import Synchronization
import TestSupport
import Testing

/// A user with a temporary home folder, who runs the real command line against a real server.
final class DesktopUser: Sendable {
    struct Run {
        let status: Int32
        let output: String
        let error: String
    }

    static let executable = ServerProcess.executable.deletingLastPathComponent().appendingPathComponent(
        "typesafe")

    let home: URL
    let screenshots: URL
    let environment: [String: String]

    /// - Parameter programs: shell scripts by their names. They come first on the user's `PATH`.
    init(server: URL, programs: [String: String] = [:], environment: [String: String] = [:]) throws {
        home = FileManager.default.temporaryDirectory.appendingPathComponent("desktop-\(UUID())")
        screenshots = home.appendingPathComponent("Pictures/Screenshots")
        try FileManager.default.createDirectory(at: screenshots, withIntermediateDirectories: true)
        let bin = home.appendingPathComponent("bin")
        try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
        for (name, script) in programs {
            let file = bin.appendingPathComponent(name)
            try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        }
        let defaults = [
            "HOME": home.path, "PATH": "\(bin.path):/usr/bin:/bin", "TYPESAFE_SERVER": server.absoluteString,
        ]
        self.environment = defaults.merging(environment) { _, new in new }
    }

    deinit { try? FileManager.default.removeItem(at: home) }

    static func atSharedServer(
        programs: [String: String] = [:], environment: [String: String] = [:]
    ) async throws -> DesktopUser {
        try DesktopUser(
            server: try await SharedServer.get().url(""), programs: programs, environment: environment)
    }

    func run(_ arguments: [String], input: Data? = nil) async throws -> Run {
        try await start(arguments, input: input).finished()
    }

    /// The command line as `make install` lays it out, in the user's home folder.
    struct Installed {
        let executable: URL
        let environment: [String: String]

        func run(_ arguments: [String]) async throws -> Run {
            try await CommandProcess(
                executable: executable, arguments: arguments, environment: environment
            ).finished()
        }
    }

    func installed() throws -> Installed {
        let prefix = home.appendingPathComponent(".local")
        let program = prefix.appendingPathComponent("bin/typesafe")
        if !FileManager.default.fileExists(atPath: program.path) {
            for folder in ["bin", "share/typesafe"] {
                try FileManager.default.createDirectory(
                    at: prefix.appendingPathComponent(folder), withIntermediateDirectories: true)
            }
            try FileManager.default.copyItem(at: Self.executable, to: program)
            try FileManager.default.createSymbolicLink(
                at: prefix.appendingPathComponent("share/typesafe/texts"),
                withDestinationURL: Self.executable.deletingLastPathComponent().appendingPathComponent(
                    "TypeSafe_BundledResources.resources/texts"))
        }
        return Installed(executable: program, environment: environment)
    }

    func start(_ arguments: [String], input: Data? = nil) throws -> CommandProcess {
        try CommandProcess(
            executable: Self.executable, arguments: arguments, environment: environment, input: input)
    }

    /// Writes a sample image into the screenshots folder. Each number gives another file with the same pixels.
    @discardableResult
    func takeScreenshot(
        _ number: Int, of sample: String = "scam-parcel-imessage-light.png", name: String? = nil
    ) throws -> URL {
        let file = screenshots.appendingPathComponent(name ?? "Screenshot \(number).png")
        try Self.numbered(try Sample.image(sample), number).write(to: file, options: .atomic)
        return file
    }

    /// Adds a text chunk with the number to a PNG, so that its hash differs and its pixels don't.
    static func numbered(_ png: Data, _ number: Int) -> Data {
        let body = Array("tEXtnumber\0\(number)".utf8)
        var crc = UInt32.max
        for byte in body {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
        }
        func big(_ value: UInt32) -> [UInt8] {
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
        }
        let chunk = big(UInt32(body.count - 4)) + body + big(~crc)
        // The last 12 bytes are the chunk `IEND`, which must stay the last one.
        return png.dropLast(12) + chunk + png.suffix(12)
    }

    struct Entry: Decodable {
        let id: String
        let origin: String
        let name: String?
        let risk: String
    }

    /// The folder with the command line's stores.
    var state: URL { home.appendingPathComponent(".local/state/typesafe") }

    /// The names in the history file, read without starting a program.
    var recordedNames: [String] { strings("history.json", "name") }

    /// The paths of the screenshots that wait for the server.
    var waitingPaths: [String] { strings("waiting.json", "path") }

    private func strings(_ file: String, _ field: String) -> [String] {
        guard let data = try? Data(contentsOf: state.appendingPathComponent(file)) else { return [] }
        let entries = try? JSONSerialization.jsonObject(with: data) as? [[String: Any]]
        return (entries ?? []).compactMap { $0[field] as? String }
    }

    func history() async throws -> [Entry] {
        let list = try await run(["history", "list", "--json"])
        return try JSONDecoder().decode([Entry].self, from: Data(list.output.utf8))
    }
}

/// A running command, with all that it has printed so far.
final class CommandProcess: Sendable {
    private struct Printed {
        // A character may come in two parts.
        var outputBytes: [UInt8] = []
        var errorBytes: [UInt8] = []
        var output: String { String(decoding: outputBytes, as: UTF8.self) }
        var error: String { String(decoding: errorBytes, as: UTF8.self) }
        /// Number of the command's output pipes that are still open.
        var open = 2
    }

    private let process: Process
    private let printed = Mutex(Printed())

    init(executable: URL, arguments: [String], environment: [String: String], input: Data? = nil) throws {
        process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = environment
        let (output, error) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = error
        if let input {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("input-\(UUID())")
            try input.write(to: file)
            process.standardInput = try FileHandle(forReadingFrom: file)
            try FileManager.default.removeItem(at: file)
        } else {
            process.standardInput = FileHandle.nullDevice
        }
        try process.run()
        collect(output) { $0.outputBytes += $1 }
        collect(error) { $0.errorBytes += $1 }
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    private func collect(_ pipe: Pipe, _ add: @escaping @Sendable (inout Printed, Data) -> Void) {
        let reading = pipe.fileHandleForReading
        Thread.detachNewThread { [weak self] in
            while true {
                let data = reading.availableData
                if data.isEmpty { break }
                self?.printed.withLock { add(&$0, data) }
            }
            self?.printed.withLock { $0.open -= 1 }
        }
    }

    /// Resident memory of the command's process in bytes.
    var resident: Int {
        let fields =
            (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/statm", encoding: .utf8))?
            .split(separator: " ")
        return (fields.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0) * Int(getpagesize())
    }

    /// Processor time that the command's process has used, in hundredths of a second; nil once it is gone.
    var processorTime: Int? {
        let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
        // The fields after the name, which is in parentheses, begin with the state. The 12th and 13th are the times.
        let fields = status?.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else { return nil }
        return user + system
    }

    var output: String { printed.withLock { $0.output } }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits until the words were printed `count` times, counted on standard output and standard error together.
    func waitFor(_ words: String, count: Int = 1) async throws {
        _ = try await eventually(within: 180) {
            self.printed.withLock { printed in
                printed.output.ranges(of: words).count + printed.error.ranges(of: words).count >= count
                    ? true : nil
            }
        }
    }

    func finished() async throws -> DesktopUser.Run {
        try await eventually(within: 120) {
            if self.process.isRunning { return nil }
            return self.printed.withLock { printed in
                guard printed.open == 0 else { return nil }
                return DesktopUser.Run(
                    status: self.process.terminationStatus, output: printed.output, error: printed.error)
            }
        }
    }
}
