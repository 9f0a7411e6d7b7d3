import Foundation

/// The `typesafe` binary that was built with the tests.
enum CommandLineProgram {
    struct Run: Sendable {
        var status: Int32
        var output: String
        var error: String
    }

    private static let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("typesafe")

    /// The folder for caches of all programs that don't name another.
    private static let cache = Result { try Folder() }

    /// Runs the program and waits for its end. Its input is a file, so that no pipe can fill.
    /// - Parameter cache: the folder for caches.
    static func run(_ arguments: [String], input: String = "", cache: URL? = nil) throws -> Run {
        let folder = try Folder()
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment
            .merging(["XDG_CACHE_HOME": try (cache ?? Self.cache.get().url).path]) { $1 }
        process.standardInput = try FileHandle(forReadingFrom: folder.write("input", input))
        let output = try folder.write("output", "")
        let error = try folder.write("error", "")
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: error)
        try process.run()
        process.waitUntilExit()
        return Run(
            status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
            error: try String(contentsOf: error, encoding: .utf8))
    }
}

/// A temporary folder, deleted with the object.
final class Folder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    @discardableResult func write(_ name: String, _ text: String) throws -> URL {
        let file = url.appendingPathComponent(name)
        try Data(text.utf8).write(to: file)
        return file
    }

    /// Copies a directory into the folder.
    func copy(_ directory: URL, as name: String) throws -> URL {
        let copy = url.appendingPathComponent(name)
        try FileManager.default.copyItem(at: directory, to: copy)
        return copy
    }
}
