import AtomicFile
public import Foundation

/// An anonymous session: a random UUID under which the server may store results.
///
/// The id is created on first use and kept in memory, or in a file that outlives the process.
public final class ScanSession: Sendable {
    private let file: URL?
    private let current: Lock<UUID?>

    /// Creates a session that is kept in memory and ends with the process.
    public init() {
        file = nil
        current = Lock(nil)
    }

    /// Creates a session that is kept in a file with the permissions 0600.
    /// - Parameter file: created on first use, with its folder. A file that doesn't hold a UUID is replaced.
    public init(file: URL) {
        self.file = file
        current = Lock(nil)
    }

    /// Returns the session's id, creating it where there is none.
    /// - Throws: the error of reading or writing the file. An id that couldn't be saved isn't returned.
    public func id() throws -> UUID {
        try current.withLock { current in
            if let current { return current }
            let id = try stored() ?? store(UUID())
            current = id
            return id
        }
    }

    /// Starts a new session. The old id is forgotten on this machine; the server's data stays until `ScanClient.deleteSession`.
    /// - Returns: the new id.
    @discardableResult
    public func reset() throws -> UUID {
        try current.withLock { current in
            let id = try store(UUID())
            current = id
            return id
        }
    }

    /// Largest file in bytes that is read. A UUID has 36 characters, and blanks around it are allowed.
    private static let sizeLimit = 64

    /// Reads the id from the file.
    /// - Throws: an error where the file exists and can't be read. Replacing the file with a new id would end the
    ///   session.
    private func stored() throws -> UUID? {
        guard let file else { return nil }
        let descriptor = open(file.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw Self.failure(errno)
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let data = try handle.read(upToCount: Self.sizeLimit + 1), data.count <= Self.sizeLimit else {
            return nil
        }
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
