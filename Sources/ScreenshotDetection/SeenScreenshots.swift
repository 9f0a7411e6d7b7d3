import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Which pictures were dealt with, by content, for all processes of a user and over restarts.
///
/// A line a picture, appended under a lock; half a line at the end, from a machine that went down, is skipped.
package struct SeenScreenshots: Sendable {
    /// Pictures kept when the file is trimmed, and the number at which it is: months of screenshots.
    private static let kept = 4_096
    private static let most = 8_192
    /// A hash between line feeds.
    private static let lineLength = 34

    private let file: LockedFile

    package init(path: String) {
        file = LockedFile(path: path, sizeLimit: 1 << 20)
    }

    /// Whether the caller is the first to deal with this picture. From then on nobody else is, whatever becomes of the caller:
    /// a second prompt would be worse than none.
    package func claim(_ hash: ContentHash) throws -> Bool {
        try file.locked { held in
            let content = try held.content()
            guard case .bytes(let data) = content else {
                if content == .foreign { held.setAside() }
                try append(hash)
                return true
            }
            guard !Self.holds(data, hash) else { return false }
            if data.count >= Self.most * Self.lineLength {
                try held.replace(with: Self.trimmed(data, adding: hash))
            } else {
                try append(hash)
            }
            return true
        }
    }

    package func contains(_ hash: ContentHash) -> Bool {
        file.read().map { Self.holds($0, hash) } ?? false
    }

    /// Line feed by line feed, as one that is torn puts all after it out of step.
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

    /// Only whole hashes: neither a torn line nor anything else that got in.
    private static func trimmed(_ data: Data, adding hash: ContentHash) -> Data {
        let hashes = String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap {
            ContentHash($0)
        }
        return Data((hashes.suffix(kept) + [hash]).map { "\n\($0)\n" }.joined().utf8)
    }

    private func append(_ hash: ContentHash) throws {
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw LockedFileError(path: file.path, code: errno) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        // A line feed first as well, so that a torn line before it spoils only itself.
        try handle.write(contentsOf: Data("\n\(hash)\n".utf8))
    }
}
