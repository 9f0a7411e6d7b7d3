import Foundation

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
        guard stat(folder, &status) == 0 else {
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
        guard lstat(path, &status) == 0 else { return nil }
        return FileIdentity(status)
    }
}
