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

/// The files that were examined already, so that neither polling nor further events make the program read them again.
///
/// The set is bounded by two generations: when the current one is full, it replaces the previous one. A file that is
/// forgotten here is still recognised by its content in `SeenScreenshots`.
struct ProcessedFiles {
    /// Number of files in a generation. No screenshots folder gets that many files while its newest ones still count.
    private static let limit = 4_096

    private var current: Set<Key> = []
    private var previous: Set<Key> = []

    private struct Key: Hashable {
        let path: String
        let identity: FileIdentity
    }

    func contains(_ path: String, _ identity: FileIdentity) -> Bool {
        let key = Key(path: path, identity: identity)
        return current.contains(key) || previous.contains(key)
    }

    mutating func insert(_ path: String, _ identity: FileIdentity) {
        current.insert(Key(path: path, identity: identity))
        if current.count >= Self.limit {
            previous = current
            current = []
        }
    }
}

/// The files that lay in the folders before they were watched. They are remembered by facts of 8 bytes, which tell a file
/// that was only touched, renamed or saved again from one that arrived.
struct BaselineFiles {
    /// Largest number of facts: 4 MB for folders with 130,000 files. What lies there beyond counts as new when it is
    /// touched.
    private static let limit = 262_144
    private var facts: Set<Int> = []

    mutating func insert(_ path: String, _ identity: FileIdentity) {
        guard facts.count < Self.limit else { return }
        facts.insert(Self.named(path, identity.size))
        facts.insert(identity.hashValue)
    }

    /// Whether this is a file that was there before: unchanged, though perhaps renamed.
    func holds(_ identity: FileIdentity) -> Bool { facts.contains(identity.hashValue) }

    /// Whether a file of the same name and size was there before. Compressed pictures of the same size are the same, up to
    /// one in tens of thousands. Their content isn't compared, because that would mean reading all of them at the start.
    func holds(_ path: String, size: Int) -> Bool { facts.contains(Self.named(path, size)) }

    private static func named(_ path: String, _ size: Int) -> Int {
        var hasher = Hasher()
        hasher.combine(path)
        hasher.combine(size)
        return hasher.finalize()
    }
}
