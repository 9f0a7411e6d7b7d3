package import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that might be a screenshot: not opened yet.
package struct Candidate: Equatable, Sendable {
    package let path: String
    package let identity: FileIdentity
}

/// The regular files of folders, without opening one.
package enum FolderListing {
    /// Enough for any screenshots folder; a folder beyond it is seen in part.
    static let entryLimit = 200_000

    /// The newest files first, of one or more folders; hidden ones, links and devices are left out.
    /// - Parameters:
    ///   - since: older files aren't wanted.
    ///   - limit: at most so many.
    package static func newest(in folders: [String], since: Date? = nil, limit: Int) -> [Candidate] {
        var found: [Candidate] = []
        let earliest = since.map { Int64($0.timeIntervalSince1970 * 1e9) } ?? .min
        for folder in folders { collect(folder, earliest, limit, into: &found) }
        return trim(&found, limit)
    }

    private static func collect(
        _ folder: String, _ earliest: Int64, _ limit: Int, into found: inout [Candidate]
    ) {
        guard let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        let descriptor = dirfd(directory)
        var entries = 0
        while entries < entryLimit, let entry = readdir(directory) {
            entries += 1
            guard entry.pointee.d_type == DT_REG || entry.pointee.d_type == DT_UNKNOWN else { continue }
            let isHidden = entry.pointee.d_name.0 == CChar(0x2E)
            if isHidden { continue }
            var status = stat()
            let name = UnsafeRawPointer(entry).advanced(by: MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
                .assumingMemoryBound(to: CChar.self)
            guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
                let identity = FileIdentity(status), identity.modifiedNanoseconds >= earliest
            else { continue }
            found.append(Candidate(path: folder + "/" + String(cString: name), identity: identity))
            // Keeps a long listing from growing without end, at a constant price a file.
            if found.count >= 4 * limit + 256 { found = trim(&found, limit) }
        }
    }

    private static func trim(_ found: inout [Candidate], _ limit: Int) -> [Candidate] {
        found.sort { $0.identity.modifiedNanoseconds > $1.identity.modifiedNanoseconds }
        return Array(found.prefix(limit))
    }
}
