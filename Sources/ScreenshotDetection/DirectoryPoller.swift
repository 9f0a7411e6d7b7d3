import AtomicFile
package import Foundation

/// Finds files that arrived or changed in a directory by polling. It compares the dates of the directory and of its newest
/// file, and lists the directory only where one of them changed.
struct DirectoryPoller {
    struct Change: Equatable {
        let path: String
        /// Whether the last listing had no file of this name, so that the file's own date says nothing of its arrival.
        let isArrival: Bool
    }

    /// Largest number of changed files that one poll returns. No tool writes that many files between two polls.
    private static let limit = 16_384
    /// Number of seconds by which a file's date may be inexact. FAT is the worst: it stores even seconds only.
    private static let dateGranularity = 2.1
    /// Largest number of names that are remembered of a directory: 2 MB. In a larger one, only a file's date tells that it
    /// is new.
    private static let nameLimit = 65_536

    let folder: String
    /// The directory's date in nanoseconds since 1970; nil where it can't be relied on.
    private var directoryDate: Int64?
    private var directory: Place?
    private var newest: Candidate?
    /// Hashes of the names in the last listing; nil where there was none, or it was too long.
    private var names: Set<Int>?

    /// Which directory has the path at the moment.
    private struct Place: Equatable {
        let device: UInt64
        let inode: UInt64
    }

    init(folder: String) {
        self.folder = folder
    }

    /// - Parameters:
    ///   - since: files with an older date are left out, unless they arrived.
    ///   - mustList: lists the directory even where its date is unchanged.
    ///   - isNew: whether the directory wasn't watched before. Then nothing in it arrived.
    ///   - baseline: takes the older files of a directory that wasn't watched before.
    /// - Returns: the files that changed since the last call, oldest first.
    mutating func changed(
        since: Date, mustList: Bool, isNew: Bool = false, baseline: inout BaselineFiles
    ) -> [Change] {
        var status = stat()
        guard stat(folder.filePath, &status) == 0 else {
            self = DirectoryPoller(folder: folder)
            return []
        }
        let date = status.modifiedNanoseconds
        let place = Place(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        let isReplaced = isNew || directory != place
        directory = place
        if date == directoryDate, !mustList, !isReplaced {
            // Writing to an existing file doesn't change the date of its directory.
            guard let old = newest, let identity = Self.identity(old.path), identity != old.identity else {
                return []
            }
            newest = Candidate(path: old.path, identity: identity)
            return [Change(path: old.path, isArrival: false)]
        }
        // The directory may change again within the granularity of its date, and its date would stay the same.
        let age = Date().timeIntervalSince1970 - Double(date) / 1e9
        directoryDate = age < Self.dateGranularity ? nil : date
        return listed(since: Int64(since.timeIntervalSince1970 * 1e9), isNew: isReplaced, &baseline)
    }

    private mutating func listed(
        since earliest: Int64, isNew: Bool, _ baseline: inout BaselineFiles
    ) -> [Change] {
        var found: [(change: Change, date: Int64)] = []
        var latest: Candidate?
        var seen = Set<Int>(minimumCapacity: names?.count ?? 0)
        DirectoryListing.forEachFile(in: folder) { name, identity in
            var hasher = Hasher()
            hasher.combine(bytes: name)
            let hash = hasher.finalize()
            if seen.count <= Self.nameLimit { seen.insert(hash) }
            let date = identity.modifiedNanoseconds
            let isArrival = !isNew && names.map { !$0.contains(hash) } ?? false
            let isLatest = latest.map { $0.identity.modifiedNanoseconds < date } ?? true
            guard isArrival || isNew || isLatest || date >= earliest else { return }
            let path = DirectoryListing.path(of: name, in: folder)
            if isLatest { latest = Candidate(path: path, identity: identity) }
            if isArrival || date >= earliest {
                if found.count < Self.limit { found.append((Change(path: path, isArrival: isArrival), date)) }
            } else if isNew {
                baseline.insert(path, identity)
            }
        }
        newest = latest
        names = seen.count <= Self.nameLimit ? seen : nil
        return found.sorted { $0.date < $1.date }.map(\.change)
    }

    private static func identity(_ path: String) -> FileIdentity? {
        var status = stat()
        guard lstat(path.filePath, &status) == 0 else { return nil }
        return FileIdentity(status)
    }
}

/// A file that may be a screenshot. It was listed and wasn't opened yet.
package struct Candidate: Equatable, Sendable {
    package let path: String
    package let identity: FileIdentity
}

/// Lists the regular files of directories by date, without opening them.
package enum DirectoryListing {
    /// Largest number of entries that are read of a directory. It bounds the time on a directory that isn't meant for
    /// screenshots; 20,000 entries take 40 ms (Benchmarks/desktop, `fetch`).
    static let entryLimit = 200_000

    /// Returns the newest files, the newest first. Hidden files, symbolic links and devices are left out.
    /// - Parameters:
    ///   - since: files with an older date are left out.
    ///   - limit: largest number of files that are returned.
    package static func newest(in folders: [String], since: Date? = nil, limit: Int) -> [Candidate] {
        var found: [Candidate] = []
        let earliest = since.map { Int64($0.timeIntervalSince1970 * 1e9) } ?? .min
        for folder in folders { collect(folder, earliest, limit, into: &found) }
        return trim(&found, limit)
    }

    private static func collect(
        _ folder: String, _ earliest: Int64, _ limit: Int, into found: inout [Candidate]
    ) {
        forEachFile(in: folder) { name, identity in
            guard identity.modifiedNanoseconds >= earliest else { return }
            found.append(Candidate(path: path(of: name, in: folder), identity: identity))
            // The list is cut from time to time, which bounds the memory of a long listing. Cutting it rarely keeps the
            // sorting cheap.
            if found.count >= 4 * limit + 256 { found = trim(&found, limit) }
        }
    }

    /// Calls `body` with the name and identity of each regular file that isn't hidden.
    static func forEachFile(in folder: String, _ body: (UnsafeRawBufferPointer, FileIdentity) -> Void) {
        forEachEntry(in: folder, limit: entryLimit) { name, type, descriptor in
            guard type == DT_REG || type == DT_UNKNOWN else { return }
            var status = stat()
            guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
                let identity = FileIdentity(status)
            else { return }
            body(UnsafeRawBufferPointer(start: name, count: strlen(name)), identity)
        }
    }

    /// Returns the paths of what lies in a folder and isn't hidden.
    package static func paths(in folder: String) -> [String] {
        var paths: [String] = []
        forEachEntry(in: folder, limit: .max) { name, _, _ in
            paths.append(path(of: UnsafeRawBufferPointer(start: name, count: strlen(name)), in: folder))
        }
        return paths
    }

    /// Calls `body` with the name and type of each entry that isn't hidden, and the folder's descriptor.
    private static func forEachEntry(
        in folder: String, limit: Int, _ body: (UnsafePointer<CChar>, Int, Int32) -> Void
    ) {
        guard let directory = opendir(folder.filePath) else { return }
        defer { closedir(directory) }
        var entries = 0
        while entries < limit, let entry = readdir(directory) {
            entries += 1
            let isHidden = entry.pointee.d_name.0 == CChar(UInt8(ascii: "."))
            if isHidden { continue }
            let name = UnsafeRawPointer(entry).advanced(by: MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
                .assumingMemoryBound(to: CChar.self)
            body(name, Int(entry.pointee.d_type), dirfd(directory))
        }
    }

    static func path(of name: UnsafeRawBufferPointer, in folder: String) -> String {
        folder + "/" + String(fileName: name)
    }

    private static func trim(_ found: inout [Candidate], _ limit: Int) -> [Candidate] {
        found.sort { $0.identity.modifiedNanoseconds > $1.identity.modifiedNanoseconds }
        return Array(found.prefix(limit))
    }
}

/// How long to wait between two polls of the folders: shorter after a screenshot, longer while nothing happens.
package struct PollingInterval: Sendable {
    /// Interval after a screenshot, when others may follow and the same file may still be written.
    package static let quick = Duration.seconds(1)
    package static let normal = Duration.seconds(2)
    /// Interval while nothing happens. In a folder without events, a screenshot must be noticed within 3 s; this leaves
    /// 0.2 s for reading it.
    package static let slow = Duration.milliseconds(2_800)
    /// Time after a screenshot during which `quick` applies: long enough for several screenshots that are taken by
    /// hand.
    static let quickPeriod = Duration.seconds(10)
    /// Time without a screenshot after which `slow` applies. A longer interval saves system calls and has no other use.
    static let slowAfter = Duration.seconds(60)

    private var lastActivity: ContinuousClock.Instant
    private var hasSeenActivity = false

    package init(now: ContinuousClock.Instant) {
        lastActivity = now
    }

    package mutating func recordActivity(_ now: ContinuousClock.Instant) {
        lastActivity = now
        hasSeenActivity = true
    }

    package func interval(_ now: ContinuousClock.Instant) -> Duration {
        let quiet = now - lastActivity
        if hasSeenActivity, quiet < Self.quickPeriod { return Self.quick }
        return quiet < Self.slowAfter ? Self.normal : Self.slow
    }
}
