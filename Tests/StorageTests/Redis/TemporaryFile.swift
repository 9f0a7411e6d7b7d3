import Foundation

/// A file that is gone with its owner.
final class TemporaryFile: Sendable {
    let path: String

    init(_ text: String) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        try write(text)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String) throws { try text.write(toFile: path, atomically: true, encoding: .utf8) }
}
