import Foundation

/// A file of `--push`.
enum PushKeys {
    /// Makes the file with a secret beside it, unless it is there, and returns its path.
    static func file(in folder: URL) throws -> String {
        let file = folder.appendingPathComponent("push.yaml")
        if !FileManager.default.fileExists(atPath: file.path) {
            let secret = folder.appendingPathComponent("push-secret").path
            let made = try ServerProcess.run(["push", "secret", secret])
            guard made.status == 0 else { throw CocoaError(.fileWriteUnknown) }
            try Data("secret: push-secret\n".utf8).write(to: file)
        }
        return file.path
    }
}
