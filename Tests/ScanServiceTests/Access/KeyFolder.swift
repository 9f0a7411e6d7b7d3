import ScanService
import Foundation
import Glibc

/// A temporary folder with a key file; deleted with the object.
final class KeyFolder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("keys-\(UUID())")
    var path: String { url.appendingPathComponent("keys").path }
    var file: KeyFile { KeyFile(path: path) }

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ text: String, mode: mode_t = 0o600) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, mode)
    }

    var text: String {
        get throws { try String(contentsOfFile: path, encoding: .utf8) }
    }

    var mode: mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }
}

extension Date {
    /// A date without fractions, because keys are stored to the second.
    static let noon = Date(timeIntervalSince1970: 1_795_003_200)
}
