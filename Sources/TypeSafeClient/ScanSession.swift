import AtomicFile
public import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An anonymous identity: a random UUID that names a series of scans and nobody.
///
/// It is made on first use and kept where the caller chooses: in memory, or in a file that survives the process.
public final class ScanSession: Sendable {
    private let file: URL?
    private let current: Mutex<UUID?>

    /// A session that ends with the process.
    public init() {
        file = nil
        current = Mutex(nil)
    }

    /// A session kept in a file of its own, which only its owner can read.
    /// - Parameter file: made on first use, with its folder; what doesn't hold a UUID is replaced.
    public init(file: URL) {
        self.file = file
        current = Mutex(nil)
    }

    /// The session's id, made now where there is none.
    /// - Throws: what writing the file threw; an id that wouldn't last isn't handed out.
    public func id() throws -> UUID {
        try current.withLock { current in
            if let current { return current }
            let id = try stored() ?? store(UUID())
            current = id
            return id
        }
    }

    /// Starts a new session; the old id is forgotten here, not on the server.
    @discardableResult
    public func reset() throws -> UUID {
        try current.withLock { current in
            let id = try store(UUID())
            current = id
            return id
        }
    }

    /// - Throws: where the file is there and can't be read now: a new id in its place would end the session.
    private func stored() throws -> UUID? {
        guard let file else { return nil }
        let descriptor = open(file.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw Self.failure(errno)
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let data = try handle.read(upToCount: 65), data.count <= 64 else { return nil }
        let text = String(decoding: data, as: UTF8.self)
        return UUID(uuidString: text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    private func store(_ id: UUID) throws -> UUID {
        guard let file else { return id }
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        do throws(AtomicFileError) {
            try AtomicFile.replace(file.path, with: Data((id.uuidString.lowercased() + "\n").utf8))
        } catch {
            throw Self.failure(error.code)
        }
        return id
    }

    private static func failure(_ code: Int32) -> POSIXError {
        POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
    }
}
