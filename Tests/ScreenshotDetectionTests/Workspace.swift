import Foundation

/// A temporary folder for one test, deleted with this object.
final class Workspace: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("screenshots-\(UUID())").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }

    @discardableResult
    func write(_ name: String, _ content: Data, secondsAgo: TimeInterval? = nil) throws -> String {
        try content.write(to: URL(fileURLWithPath: file(name)))
        if let secondsAgo { try age(name, secondsAgo) }
        return file(name)
    }

    func age(_ name: String, _ secondsAgo: TimeInterval) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date() - secondsAgo], ofItemAtPath: file(name))
    }
}

/// Sample images.
enum Picture {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func fixture(_ name: String) throws -> Data {
        try Data(contentsOf: root.appendingPathComponent("Tests/ImagingTests/Fixtures/\(name)"))
    }

    /// A PNG that is complete by its chunks, without pixels: a header, a text with the number, and an end.
    static func png(_ number: Int, size: Int = 100) -> Data {
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            let length = UInt32(content.count)
            return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + Array(name.utf8) + content
                + [0, 0, 0, 0]
        }
        var text = Array("number \(number) ".utf8)
        text += [UInt8](repeating: 0x20, count: max(0, size - text.count))
        return Data(
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", [UInt8](repeating: 0, count: 13))
                + chunk("tEXt", text) + chunk("IEND", []))
    }
}
