import Foundation

/// The hashes of the images that were handed out, shared by all processes of a user and kept over restarts.
///
/// Each hash is a line that is appended under a lock. An incomplete line, left by a power cut, is skipped.
package struct SeenScreenshots: Sendable {
    /// Number of hashes at which the file is shortened, and number that stay: months of screenshots in 272 kB.
    private static let trimmedAt = 8_192
    private static let kept = 4_096
    /// Length in bytes of a hash with a line feed before and after it.
    private static let lineLength = 34

    private let file: LockedFile

    package init(path: String) {
        file = LockedFile(path: path)
    }

    /// Claims an image for the caller.
    /// - Returns: true for the first caller and false for all others. This holds even if the first caller is killed
    ///   right after, because a second question about the same screenshot would be worse than none.
    package func claim(_ hash: ContentHash) throws -> Bool {
        try file.locked { lock in
            let content = try lock.content()
            guard case .bytes(let data) = content else {
                if content == .foreign { lock.quarantine() }
                try append(hash)
                return true
            }
            guard !Self.holds(data, hash) else { return false }
            if data.count >= Self.trimmedAt * Self.lineLength {
                try lock.replace(with: Self.trimmed(data, adding: hash))
            } else {
                try append(hash)
            }
            return true
        }
    }

    package func contains(_ hash: ContentHash) -> Bool {
        file.read().map { Self.holds($0, hash) } ?? false
    }

    /// Searches from one line feed to the next, because an incomplete line shifts all lines after it.
    private static func holds(_ data: Data, _ hash: ContentHash) -> Bool {
        let line = Array("\n\(hash)\n".utf8)
        return data.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return false }
            var at = 0
            while at <= bytes.count - line.count {
                guard let found = memchr(start + at, 0x0A, bytes.count - at) else { return false }
                at = found - UnsafeMutableRawPointer(mutating: start)
                if at <= bytes.count - line.count, memcmp(found, line, line.count) == 0 { return true }
                at += 1
            }
            return false
        }
    }

    /// Keeps the newest complete hashes and removes everything else.
    private static func trimmed(_ data: Data, adding hash: ContentHash) -> Data {
        let hashes = String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap {
            ContentHash($0)
        }
        return Data((hashes.suffix(kept) + [hash]).map { "\n\($0)\n" }.joined().utf8)
    }

    private func append(_ hash: ContentHash) throws {
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError.last }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        // The line feed before the hash ends a line that a power cut left incomplete.
        try handle.write(contentsOf: Data("\n\(hash)\n".utf8))
    }
}
