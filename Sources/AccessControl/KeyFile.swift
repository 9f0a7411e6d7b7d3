import Foundation
import Glibc

/// A file with a key a line, blank lines and comments (`#`). Read only where its mode keeps it private; written whole, by renaming.
package struct KeyFile: Sendable {
    /// Each request with a key is compared with all of them.
    private static let maxKeys = 1_000
    private static let maxBytes = 1 << 20
    /// Write for the group, anything for others.
    private static let forbiddenMode: mode_t = 0o027
    private static let newMode: mode_t = 0o600
    private static let header =
        "# API keys of typesafe-server: their hashes. Change it with `typesafe-server keys`."

    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// What tells one state of the file from another.
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
            // A change of mode or owner, too.
            changed = [status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
        }
    }

    /// nil where there is no such file.
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

    /// The file as it was opened, so that nobody changes it between the look at its mode and the reading.
    private func content() throws(KeyFileError) -> (bytes: Data, status: stat) {
        // Not blocking: a FIFO would wait for its writer.
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
            // An empty file has nothing to read.
            if status.st_size == 0 { return (Data(), status) }
            throw .unreadable(path: path, errno: EIO)
        }
        if bytes.count > Self.maxBytes { throw .tooLarge(path: path, limit: Self.maxBytes) }
        return (bytes, status)
    }

    // MARK: Changing

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

    /// Reads, changes and writes while no other of these does. Comments stay where they are; so do owner and mode.
    private func edit(
        _ change: (_ lines: inout [String], _ records: [KeyRecord]) throws(KeyFileError) -> Void
    ) throws(KeyFileError) {
        // A link keeps pointing at what it points at.
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
        try write(lines.map { $0 + "\n" }.joined(), to: target.path, like: old?.status, folder: folder)
    }

    private func write(
        _ text: String, to target: String, like old: stat?, folder: Int32
    ) throws(KeyFileError) {
        let temporary = "\(target).\(getpid()).new"
        let descriptor = open(
            temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, Self.newMode)
        guard descriptor >= 0 else { throw .unwritable(path: path, errno: errno) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var isDone = false
        defer { if !isDone { unlink(temporary) } }
        if let old {
            // Root adds a key to the server's file: it stays the server's.
            if old.st_uid != getuid() || old.st_gid != getgid() {
                guard fchown(descriptor, old.st_uid, old.st_gid) == 0 else {
                    throw .unwritable(path: path, errno: errno)
                }
            }
            guard fchmod(descriptor, old.st_mode & 0o777) == 0 else {
                throw .unwritable(path: path, errno: errno)
            }
        }
        do { try file.write(contentsOf: Data(text.utf8)) } catch {
            throw .unwritable(path: path, errno: ENOSPC)
        }
        guard fsync(descriptor) == 0, rename(temporary, target) == 0 else {
            throw .unwritable(path: path, errno: errno)
        }
        isDone = true
        fsync(folder)
    }
}
