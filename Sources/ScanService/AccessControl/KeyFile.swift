import AtomicFile
import Crypto
package import Foundation
import Glibc
import Synchronization

/// A file with one key on each line, blank lines and comments (`#`). It is read only where its mode keeps it private, and replaced
/// as a whole.
package struct KeyFile: Sendable {
    /// Largest number of keys, because each request's key is compared with all of them.
    private static let maxKeys = 1_000
    /// Largest size of the file in bytes: 1,000 lines of the largest length take 200 kB, and the rest is for comments.
    private static let maxBytes = 1 << 20
    /// Mode bits that must be off: write for the group, and everything for others.
    private static let forbiddenMode: mode_t = 0o027
    /// The mode of a file that is created: read and write for its owner.
    private static let newMode: mode_t = 0o600
    private static let header =
        "# API keys of typesafe-server: their hashes. Change it with `typesafe-server keys`."

    package let path: String

    package init(path: String) {
        self.path = path
    }

    struct Stamp: Equatable {
        private let device: dev_t
        private let inode: ino_t
        private let size: off_t
        private let modified, changed: [Int]

        fileprivate init(_ status: stat) {
            device = status.st_dev
            inode = status.st_ino
            size = status.st_size
            modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
            // The kernel also sets this time when the file's mode or owner changes.
            changed = [status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
        }
    }

    /// The state of the file on disk; nil where the file doesn't exist.
    var stamp: Stamp? {
        var status = stat()
        return stat(path, &status) == 0 ? Stamp(status) : nil
    }

    package func read() throws(KeyFileError) -> [KeyRecord] {
        try records(in: content().bytes)
    }

    private func records(in bytes: Data) throws(KeyFileError) -> [KeyRecord] {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText(path: path) }
        var records: [KeyRecord] = []
        var names: Set<String> = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("#") || line.allSatisfy(\.isWhitespace) { continue }
            if records.count == Self.maxKeys { throw .tooManyKeys(path: path, limit: Self.maxKeys) }
            let record: KeyRecord
            do throws(KeyRecord.LineFault) { record = try KeyRecord(line: line) } catch {
                throw .malformed(path: path, line: index + 1, fault: error.rawValue)
            }
            if !names.insert(record.name).inserted { throw .duplicateName(path: path, name: record.name) }
            records.append(record)
        }
        return records
    }

    /// Reads the file and its status by one descriptor, so that the mode that is checked is the mode of the bytes that are read.
    private func content() throws(KeyFileError) -> (bytes: Data, status: stat) {
        // Without O_NONBLOCK, opening a FIFO would wait for a process that writes to it.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(path: path, errno: errno) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
        guard status.st_mode & Self.forbiddenMode == 0 else {
            throw .exposed(path: path, mode: status.st_mode & 0o7777)
        }
        guard let bytes = try? file.read(upToCount: Self.maxBytes + 1) else {
            // `FileHandle` returns nil where it reads an empty file.
            if status.st_size == 0 { return (Data(), status) }
            throw .unreadable(path: path, errno: EIO)
        }
        if bytes.count > Self.maxBytes { throw .tooLarge(path: path, limit: Self.maxBytes) }
        return (bytes, status)
    }

    package func add(_ record: KeyRecord) throws(KeyFileError) {
        try edit { lines, records throws(KeyFileError) in
            if records.contains(where: { $0.name == record.name }) {
                throw .duplicateName(path: path, name: record.name)
            }
            if records.count >= Self.maxKeys { throw .tooManyKeys(path: path, limit: Self.maxKeys) }
            lines.append(record.line)
        }
    }

    package func remove(name: String) throws(KeyFileError) {
        try edit { lines, records throws(KeyFileError) in
            guard records.contains(where: { $0.name == name }) else {
                throw .unknownName(path: path, name: name)
            }
            lines.removeAll { (try? KeyRecord(line: $0[...]))?.name == name }
        }
    }

    /// Reads, changes and replaces the file under a lock on its folder, so that two such edits don't overlap. Comments, owner and
    /// mode stay as they are.
    private func edit(
        _ change: (_ lines: inout [String], _ records: [KeyRecord]) throws(KeyFileError) -> Void
    ) throws(KeyFileError) {
        // Where the path is a symbolic link, the file that it points to is replaced.
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let folder = open(target.deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw .unwritable(path: path, errno: errno) }
        defer { close(folder) }
        while flock(folder, LOCK_EX) != 0 {
            guard errno == EINTR else { throw .unwritable(path: path, errno: errno) }
        }
        var old: (bytes: Data, status: stat)?
        if stamp != nil { old = try content() }
        let records = try old.map { old throws(KeyFileError) in try self.records(in: old.bytes) } ?? []
        var lines =
            old.map { String(decoding: $0.bytes, as: UTF8.self).split(separator: "\n").map(String.init) }
            ?? [Self.header]
        try change(&lines, records)
        let text = lines.map { $0 + "\n" }.joined()
        do throws(AtomicFileError) {
            // The new file gets the owner of the old one. So root can change the file of a server that runs as another
            // user.
            try AtomicFile.replace(
                target.path, with: Data(text.utf8),
                mode: old.map { $0.status.st_mode & 0o777 } ?? Self.newMode,
                owner: old.map { (user: $0.status.st_uid, group: $0.status.st_gid) })
        } catch {
            throw .unwritable(path: path, errno: error.code)
        }
    }
}

/// The reason why a key file can't be used or changed. `description` is one line. It contains names of keys, and
/// nothing else from the file.
package enum KeyFileError: Error, Equatable, CustomStringConvertible {
    case unreadable(path: String, errno: Int32)
    case notAFile(path: String)
    /// Users other than its owner and group may read the file, or users other than its owner may write it.
    case exposed(path: String, mode: UInt32)
    case tooLarge(path: String, limit: Int)
    case tooManyKeys(path: String, limit: Int)
    case notText(path: String)
    case malformed(path: String, line: Int, fault: String)
    case duplicateName(path: String, name: String)
    case unknownName(path: String, name: String)
    case unwritable(path: String, errno: Int32)

    package var description: String {
        switch self {
        case .unreadable(let path, let code): "can't read the key file \(path): \(Self.reason(code))"
        case .notAFile(let path): "the key file \(path) is no file"
        case .exposed(let path, let mode):
            "the key file \(path) has mode 0\(String(mode, radix: 8)): only its owner may write it, and only "
                + "its owner and group read it (chmod 600)"
        case .tooLarge(let path, let limit): "the key file \(path) has more than \(limit) bytes"
        case .tooManyKeys(let path, let limit): "the key file \(path) has more than \(limit) keys"
        case .notText(let path): "the key file \(path) isn't UTF-8 text"
        case .malformed(let path, let line, let fault): "the key file \(path): line \(line) \(fault)"
        case .duplicateName(let path, let name): "the key file \(path) has two keys named \(name)"
        case .unknownName(let path, let name): "the key file \(path) has no key named \(name)"
        case .unwritable(let path, let code): "can't write the key file \(path): \(Self.reason(code))"
        }
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}

/// The valid keys, from a file that may change while the server runs.
package final class KeyRing: Sendable {
    package enum Identity: Sendable, Equatable {
        case known(KeyRecord)
        /// The key is in the file, but its time is over.
        case expired(name: String)
        case unknown
    }

    private struct State {
        var records: [KeyRecord]
        /// The state of the file at the last attempt to read it, successful or not; nil where there was no file.
        var stamp: KeyFile.Stamp?
    }

    private let file: KeyFile
    private let state: Mutex<State>

    package init(path: String) throws(KeyFileError) {
        file = KeyFile(path: path)
        // The stamp is read before the file, so that the next reload notices a change between the two.
        let stamp = file.stamp
        state = Mutex(State(records: try file.read(), stamp: stamp))
    }

    package var count: Int { state.withLock { $0.records.count } }

    /// Finds the record of a key. It compares the hashes of all keys, each in constant time (`Digest`'s `==`), so the
    /// time that it takes shows nothing about the stored keys.
    package func identify(_ presented: String, at time: Date = Date()) -> Identity {
        let records = state.withLock { $0.records }
        guard let hash = APIKey.hash(presented) else { return .unknown }
        var found: KeyRecord?
        for record in records where hash == record.hash { found = record }
        guard let found else { return .unknown }
        return found.isExpired(at: time) ? .expired(name: found.name) : .known(found)
    }

    /// Reads the file again. Where the file can't be used, the keys stay as they are.
    package func reload() throws(KeyFileError) {
        let stamp = file.stamp
        state.withLock { $0.stamp = stamp }
        let records = try file.read()
        state.withLock { $0.records = records }
    }

    /// Reads the file again if it has changed. An error is thrown once for each change.
    /// - Returns: whether the file was read.
    package func reloadIfChanged() throws(KeyFileError) -> Bool {
        let stamp = file.stamp
        guard state.withLock({ $0.stamp != stamp }) else { return false }
        try reload()
        return true
    }
}
