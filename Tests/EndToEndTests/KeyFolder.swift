import Foundation

/// A key file of the test's own, changed by the server's program as people change it.
final class KeyFolder: Sendable {
    private let url = FileManager.default.temporaryDirectory.appendingPathComponent("keys-\(UUID())")
    var path: String { url.appendingPathComponent("keys").path }
    /// For a server that asks for these keys.
    var arguments: [String] { ["--keys", path] }

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func run(_ arguments: String...) throws -> (status: Int32, output: String, error: String) {
        try ServerProcess.run(["keys"] + arguments + ["--keys", path])
    }

    /// The new key.
    func add(_ name: String, scope: String, _ more: String...) throws -> String {
        try ServerProcess.run(["keys", "add", name, "--scope", scope, "--keys", path] + more).output
            .trimmingCharacters(in: .newlines)
    }

    var text: String {
        get throws { try String(contentsOfFile: path, encoding: .utf8) }
    }

    func write(_ text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
}
