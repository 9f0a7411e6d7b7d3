import Foundation
import Synchronization

/// Tells whether the process lives that wrote something into a store. Each process locks a file of its own beside the store;
/// the kernel releases the lock when the process ends, however it ends. Process ids wouldn't do, because they are used again.
final class ProcessMark: Sendable {
    private static let suffix = ".process"
    /// Age in seconds from which on a file that isn't locked is abandoned. A younger one may not be locked yet.
    private static let youth: TimeInterval = 60
    private let store: String
    /// The own mark with its locked file, which stays open until the process ends.
    private let own = Mutex<(name: String, file: FileHandle)?>(nil)

    init(besides store: String) {
        self.store = store
    }

    deinit {
        if let name = own.withLock({ $0?.name }) { unlink(file(name)) }
    }

    /// Returns the mark of this process. The first call locks its file, and deletes those of processes that have ended.
    func name() throws -> String {
        try own.withLock { own in
            if let own { return own.name }
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            deleteAbandoned()
            let name = UUID().uuidString.lowercased()
            let descriptor = open(file(name), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw POSIXError.last }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw POSIXError.last }
            own = (name, handle)
            return name
        }
    }

    func isOwn(_ name: String) -> Bool { own.withLock { $0?.name == name } }

    /// Whether the process with the mark lives. Anybody else's text in place of a mark belongs to none.
    func isAlive(_ name: String) -> Bool {
        guard UUID(uuidString: name) != nil else { return false }
        return isLocked(file(name))
    }

    private var folder: String { (store as NSString).deletingLastPathComponent }

    private func file(_ name: String) -> String { store + "." + name + Self.suffix }

    private func isLocked(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // A shared lock suffices to ask, so that two processes that ask don't take each other for the owner.
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0
    }

    private func deleteAbandoned() {
        let prefix = (store as NSString).lastPathComponent + "."
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix(prefix) && name.hasSuffix(Self.suffix) {
            let path = folder + "/" + name
            var status = stat()
            guard lstat(path, &status) == 0,
                Double(status.modifiedNanoseconds) / 1e9 < Date().timeIntervalSince1970 - Self.youth
            else { continue }
            if !isLocked(path) { unlink(path) }
        }
    }
}
