import Foundation
import Imaging

/// A temporary directory, which is deleted when the test ends.
final class ReadWorkspace {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("read-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    func bitmap(_ name: String) throws -> Bitmap {
        try ImageDecoder().decode([UInt8](Data(contentsOf: url.appendingPathComponent(name))))
    }
}
