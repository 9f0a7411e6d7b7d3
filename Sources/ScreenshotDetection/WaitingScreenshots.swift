package import Foundation
import Synchronization

/// The screenshots that are to be scanned and have no verdict yet, by path and hash, shared by all processes of a user. They
/// survive the end of a process, also by SIGKILL, so that the next one scans them. It holds no image.
///
/// An entry belongs to the process that noticed the screenshot, for as long as that lives. Then another may take it over.
package final class WaitingScreenshots: Sendable {
    package struct Entry: Codable, Equatable, Sendable {
        package let path: String
        package let picture: ContentHash
        package let noticed: Date
        fileprivate var holder: String
    }

    /// What this process is to scan now.
    package struct Batch: Sendable {
        package var entries: [Entry] = []
        /// The pictures among them whose process has ended. It may have recorded a verdict before.
        package var orphans: Set<ContentHash> = []
        /// Number of screenshots that waited too long, and are forgotten.
        package var expired = 0

        package init() {}
    }

    /// Largest number of entries. The oldest are dropped; a person doesn't take 1,000 screenshots while a server is down.
    private static let entryLimit = 1_000
    /// Largest file in bytes: all entries with paths of the largest length.
    private static let sizeLimit = 8 << 20

    private let store: JSONStore<[Entry]>
    private let longestWait: TimeInterval
    private let ownMark: ProcessMark
    /// The entries of this process that it is scanning now.
    private let inHand = Mutex<Set<ContentHash>>([])

    /// - Parameter minutes: time after which an entry is forgotten.
    package init(path: String, minutes: Int) {
        store = JSONStore(file: LockedFile(path: path, sizeLimit: Self.sizeLimit), empty: [])
        longestWait = Double(minutes) * 60
        ownMark = ProcessMark(besides: path)
    }

    /// The entries that haven't expired, the oldest first.
    package func entries(now: Date = Date()) -> [Entry] { store.value().filter { isCurrent($0, now) } }

    /// Adds a screenshot, which this process is about to scan.
    /// - Returns: false where it is there already. Then whoever has it in hand scans it, or the next `take` returns it.
    package func add(_ picture: ContentHash, at path: String, noticed: Date) throws -> Bool {
        let mark = try ownMark.name()
        return try store.update { entries in
            if entries.contains(where: { $0.picture == picture }) { return false }
            entries.append(Entry(path: path, picture: picture, noticed: noticed, holder: mark))
            entries = entries.suffix(Self.entryLimit)
            // It is in hand before the lock is released. Otherwise `take` could return it too.
            inHand.withLock { _ = $0.insert(picture) }
            return true
        }
    }

    /// Takes a screenshot out, because its outcome is final.
    package func remove(_ picture: ContentHash) throws {
        defer { putBack(picture) }
        try store.update { entries in entries.removeAll { $0.picture == picture } }
    }

    /// Leaves a screenshot to be taken again.
    package func putBack(_ picture: ContentHash) {
        inHand.withLock { _ = $0.remove(picture) }
    }

    /// Takes all screenshots that no process has in hand, and forgets those that waited too long.
    package func take(now: Date = Date()) throws -> Batch {
        if store.value().isEmpty { return Batch() }
        let mark = try ownMark.name()
        return try store.update { entries in
            var batch = Batch()
            let all = entries.count
            entries.removeAll { !isCurrent($0, now) && !isHeld($0) }
            batch.expired = all - entries.count
            for index in entries.indices where !isHeld(entries[index]) {
                let picture = entries[index].picture
                if entries[index].holder != mark { batch.orphans.insert(picture) }
                entries[index].holder = mark
                inHand.withLock { _ = $0.insert(picture) }
                batch.entries.append(entries[index])
            }
            return batch
        }
    }

    /// Forgets the screenshots that waited too long. Nothing is written where there are none.
    package func sweep(now: Date = Date()) throws {
        guard store.value().contains(where: { !isCurrent($0, now) }) else { return }
        try store.update { entries in entries.removeAll { !isCurrent($0, now) } }
    }

    private func isHeld(_ entry: Entry) -> Bool {
        if ownMark.isOwn(entry.holder) { return inHand.withLock { $0.contains(entry.picture) } }
        return ownMark.isAlive(entry.holder)
    }

    /// An entry from the future, which a clock that was set back leaves behind, expires as late as one from the past.
    private func isCurrent(_ entry: Entry, _ now: Date) -> Bool {
        abs(now.timeIntervalSince(entry.noticed)) <= longestWait
    }
}

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
