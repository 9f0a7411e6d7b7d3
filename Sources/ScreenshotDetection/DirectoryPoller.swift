import Foundation

/// Finds files that changed in a directory by polling. It compares the dates of the directory and of its newest file, and
/// lists the directory only where one of them changed.
struct DirectoryPoller {
    /// Largest number of changed files that one poll returns. No tool writes that many files between two polls.
    private static let limit = 1_024
    /// Number of seconds by which a file's date may be inexact. FAT is the worst: it stores even seconds only.
    private static let dateGranularity = 2.1

    let folder: String
    /// The directory's date in nanoseconds since 1970; nil where it can't be relied on.
    private var directoryDate: Int64?
    private var newest: Candidate?

    init(folder: String) {
        self.folder = folder
    }

    /// - Parameters:
    ///   - since: files with an older date are left out.
    ///   - mustList: lists the directory even where its date is unchanged.
    /// - Returns: paths of the files that changed since the last call, oldest first.
    mutating func changed(since: Date, mustList: Bool) -> [String] {
        guard let date = Self.modified(folder) else {
            directoryDate = nil
            newest = nil
            return []
        }
        if date == directoryDate, !mustList {
            // Writing to an existing file doesn't change the date of its directory.
            guard let old = newest, let identity = Self.identity(old.path), identity != old.identity else {
                return []
            }
            newest = Candidate(path: old.path, identity: identity)
            return [old.path]
        }
        let found = DirectoryListing.newest(in: [folder], since: since, limit: Self.limit)
        newest = found.first ?? newest
        // The directory may change again within the granularity of its date, and its date would stay the same.
        let age = Date().timeIntervalSince1970 - Double(date) / 1e9
        directoryDate = age < Self.dateGranularity ? nil : date
        return found.reversed().map(\.path)
    }

    private static func modified(_ folder: String) -> Int64? {
        var status = stat()
        guard stat(folder, &status) == 0 else { return nil }
        return status.modifiedNanoseconds
    }

    private static func identity(_ path: String) -> FileIdentity? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return FileIdentity(status)
    }
}
