import Foundation

/// A file for `--limits`, which is deleted when the instance is released.
final class LimitsFile: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("limits-\(UUID()).yaml")
    var arguments: [String] { ["--limits", url.path] }

    init(_ limits: [String: Int]) throws {
        try write(limits.map { "\($0.key): \($0.value)\n" }.joined())
    }

    init(text: String) throws {
        try write(text)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    private func write(_ text: String) throws { try Data(text.utf8).write(to: url) }
}
