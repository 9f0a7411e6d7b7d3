import AtomicFile
package import Foundation

/// A small file that any number of processes read and replace, one at a time.
///
/// The lock is taken on a second file beside it, `….lock`, which stays: a lock on the file itself would be lost with each
/// replacement. A process that is killed releases the lock and leaves the old content complete.
package struct LockedFile: Sendable {
    package let path: String
    /// Largest content in bytes that this program writes; a larger file is `foreign`.
    private let sizeLimit: Int

    /// - Parameter sizeLimit: in bytes. The default of 1 MiB is several times the size of any of the stores.
    package init(path: String, sizeLimit: Int = 1 << 20) {
        self.path = path
        self.sizeLimit = sizeLimit
    }

    package enum Content: Sendable, Equatable {
        case absent
        case bytes(Data)
        /// A symbolic link, a device, a directory or a file over the limit, none of which this program writes.
        case foreign
    }

    /// Reads without the lock, as a replacement is atomic. Returns nil where there is no readable content of this program.
    package func read() -> Data? {
        if case .bytes(let data) = try? content() { data } else { nil }
    }

    /// Reads the file.
    /// - Throws: an error where the file exists and can't be read now. Its content may still be good.
    fileprivate func content() throws(POSIXError) -> Content {
        let descriptor = open(path.filePath, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT: return .absent
            // `O_NOFOLLOW` makes opening a symbolic link fail with ELOOP. Opening a socket fails with ENXIO.
            case ELOOP, ENXIO: return .foreign
            default: throw POSIXError.last
            }
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw POSIXError.last }
        guard status.st_mode & S_IFMT == S_IFREG else { return .foreign }
        do {
            let data = try file.read(upToCount: sizeLimit + 1) ?? Data()
            return data.count <= sizeLimit ? .bytes(data) : .foreign
        } catch {
            throw POSIXError(.EIO)
        }
    }

    /// Runs `body` while no other process or thread holds the lock.
    package func locked<R>(_ body: (LockGuard) throws -> R) throws -> R {
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let descriptor = open((path + ".lock").filePath, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError.last }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw POSIXError.last }
        }
        return try body(LockGuard(file: self))
    }

    /// Deletes the file that `LockGuard.quarantine` renamed.
    package func removeQuarantined() throws {
        guard unlink(path + Self.quarantineSuffix) == 0 || errno == ENOENT else { throw POSIXError.last }
    }

    private static let quarantineSuffix = ".corrupt"

    /// The operations that need the lock. It is valid only inside `locked`. It isn't `~Copyable`, because Swift 6.3's
    /// optimiser crashes on that here.
    package struct LockGuard {
        fileprivate let file: LockedFile

        package func content() throws(POSIXError) -> Content { try file.content() }

        /// Replaces the content atomically, so that a process that is killed meanwhile leaves the old content or the
        /// new one.
        package func replace(with data: Data) throws {
            do throws(AtomicFileError) {
                try AtomicFile.replace(file.path, with: data)
            } catch {
                throw POSIXError(POSIXErrorCode(rawValue: error.code) ?? .EIO)
            }
        }

        /// Renames foreign or damaged content to `….corrupt` for a person to inspect, replacing an earlier one.
        package func quarantine() {
            rename(file.path, file.path + LockedFile.quarantineSuffix)
        }
    }
}

/// One value as JSON with names in snake case, in a `LockedFile`. A file that holds no such value is renamed, and the value starts as `empty`.
struct JSONStore<Value: Codable & Sendable>: Sendable {
    let file: LockedFile
    let empty: Value

    func value() -> Value {
        guard let data = file.read() else { return empty }
        return Self.decoded(data) ?? empty
    }

    /// Changes the value under the lock, and writes it if it differs from before.
    /// - Throws: the error of `change`, or of the file. A file that can't be read isn't changed.
    func update<R>(_ change: (inout Value) throws -> R) throws -> R where Value: Equatable {
        try file.locked { lock in
            let content = try lock.content()
            let old: Value? = if case .bytes(let data) = content { Self.decoded(data) } else { nil }
            if old == nil, content != .absent { lock.quarantine() }
            var value = old ?? empty
            let result = try change(&value)
            if value != old { try lock.replace(with: Self.encoded(value)) }
            return result
        }
    }

    private static func decoded(_ data: Data) -> Value? {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try? decoder.decode(Value.self, from: data)
    }

    private static func encoded(_ value: Value) throws -> Data {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }
}
