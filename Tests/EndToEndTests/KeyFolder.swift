import Foundation

/// A key file for one test. It is changed with the server's own commands, as operators do it.
final class KeyFolder: Sendable {
    private let url = FileManager.default.temporaryDirectory.appendingPathComponent("keys-\(UUID())")
    var path: String { url.appendingPathComponent("keys").path }
    /// The arguments for a server that accepts these keys.
    var arguments: [String] { ["--keys", path] }

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func run(_ arguments: String...) throws -> (status: Int32, output: String, error: String) {
        try ServerProcess.run(["keys"] + arguments + ["--keys", path])
    }

    /// Adds a key with the command `keys add`, and returns it.
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
