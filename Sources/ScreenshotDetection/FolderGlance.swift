import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Looks at a folder for as little as possible: at its own date, and at the newest file's; lists it only when one changed.
struct FolderGlance {
    /// Files that changed within one interval and are handed on: more than any tool writes in it.
    private static let limit = 1_024

    let folder: String
    private var folderDate: Int64?
    private var newest: Candidate?

    init(folder: String) {
        self.folder = folder
    }

    /// Paths of files that changed since the last time, not before `since`, oldest first.
    mutating func changed(since: Date, mustList: Bool) -> [String] {
        guard let date = Self.modified(folder) else {
            folderDate = nil
            newest = nil
            return []
        }
        if date == folderDate, !mustList {
            // A file that is written anew, or still, doesn't change its folder.
            guard let old = newest, let identity = Self.identity(old.path), identity != old.identity else {
                return []
            }
            newest = Candidate(path: old.path, identity: identity)
            return [old.path]
        }
        let found = FolderListing.newest(in: [folder], since: since, limit: Self.limit)
        newest = found.first ?? newest
        // A folder that changed within the clock's grain could change again without a new date.
        let age = Date().timeIntervalSince1970 - Double(date) / 1e9
        folderDate = age < 2.1 ? nil : date
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
