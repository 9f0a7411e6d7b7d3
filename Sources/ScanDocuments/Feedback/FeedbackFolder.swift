import AtomicFile
package import Foundation
import TypeSafeAPI

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The folder in which a server keeps feedback on its verdicts, one file each. Only `typesafe rules review` reads the files.
package struct FeedbackFolder: Sendable {
    package enum Fault: Error, Equatable {
        /// The folder holds as many files as it may.
        case full
        /// - Parameter code: the value of `errno`.
        case unavailable(code: Int32)
        /// The file isn't one that a server wrote.
        case malformed
    }

    /// Days after which a file is deleted: time for a review with each version of the rules.
    package static let lifetime = 90
    /// Largest number of files: more than a person reads, and with the largest texts 60 MB.
    package static let defaultCapacity = 2_000
    /// Largest file in bytes that is read: a text of 5,000 characters, each escaped with six bytes, and the rules beside it.
    private static let largestFile = 65_536
    private static let secondsPerDay: TimeInterval = 86_400
    /// What ends the name of a file that `AtomicFile` hasn't finished.
    private static let unfinished = ".new"

    package let path: String
    private let capacity: Int

    package init(path: String, capacity: Int = defaultCapacity) {
        self.path = path
        self.capacity = capacity
    }

    /// Creates the folder for its owner alone, if there is none, and deletes what is past its time.
    package func prepare(now: Date = Date()) throws(Fault) {
        // Folders above it aren't made: a path that was mistyped should be told, and not filled.
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw .unavailable(code: errno) }
        var status = stat()
        guard stat(path, &status) == 0 else { throw .unavailable(code: errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .unavailable(code: ENOTDIR) }
        guard access(path, W_OK | X_OK) == 0 else { throw .unavailable(code: errno) }
        try sweep(now: now)
    }

    /// The names of what is kept, the oldest first. Files that are past their time aren't among them.
    package func names(now: Date = Date()) throws(Fault) -> [FeedbackName] {
        let oldest = Self.oldestDay(now)
        return try files().compactMap { FeedbackName(file: $0) }.filter { $0.day >= oldest }.sorted()
    }

    /// Keeps a record under a new id.
    package func keep(_ record: FeedbackRecord, now: Date = Date()) throws(Fault) -> UUID {
        try sweep(now: now)
        guard try names(now: now).count < capacity else { throw .full }
        let name = FeedbackName(day: now.day, id: UUID())
        guard let data = try? WireCoding.encoder().encode(record) else { throw .malformed }
        do throws(AtomicFileError) {
            try AtomicFile.replace(path(of: name.file), with: data)
        } catch {
            throw .unavailable(code: error.code)
        }
        return name.id
    }

    /// Deletes what is kept under an id.
    /// - Returns: whether there was anything.
    package func delete(_ id: UUID, now: Date = Date()) throws(Fault) -> Bool {
        guard let name = try names(now: now).first(where: { $0.id == id }) else { return false }
        guard unlink(path(of: name.file)) == 0 || errno == ENOENT else { throw .unavailable(code: errno) }
        return true
    }

    /// Deletes files that are past their time, and those that a killed server left unfinished.
    package func sweep(now: Date = Date()) throws(Fault) {
        let oldest = Self.oldestDay(now)
        // A server that shares the folder may just be writing a file of today or, shortly after midnight, of yesterday.
        let yesterday = (now - Self.secondsPerDay).day
        for file in try files() {
            let day = String(file.prefix(FeedbackName.dayLength))
            guard FeedbackName.isDay(day) else { continue }
            let isUnfinished = file.hasSuffix(Self.unfinished)
            guard isUnfinished || FeedbackName(file: file) != nil else { continue }
            if day < (isUnfinished ? yesterday : oldest) { unlink(path(of: file)) }
        }
    }

    /// Reads what is kept under a name. Links and devices aren't followed or opened, and files of other content are refused.
    package func record(_ name: FeedbackName) throws(Fault) -> FeedbackRecord {
        let descriptor = open(path(of: name.file), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw errno == ELOOP ? .malformed : .unavailable(code: errno) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unavailable(code: errno) }
        guard status.st_mode & S_IFMT == S_IFREG, let data = try? file.read(upToCount: Self.largestFile + 1),
            data.count <= Self.largestFile,
            let record = try? WireCoding.decoder().decode(FeedbackRecord.self, from: data), record.isPlausible
        else { throw .malformed }
        return record
    }

    private func files() throws(Fault) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            // Foundation doesn't tell the call's `errno` in one way on all platforms.
            throw .unavailable(code: access(path, R_OK | X_OK) == 0 ? EIO : errno)
        }
    }

    private func path(of file: String) -> String { "\(path)/\(file)" }

    private static func oldestDay(_ now: Date) -> String {
        (now - Double(lifetime) * secondsPerDay).day
    }
}
