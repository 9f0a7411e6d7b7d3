package import Foundation

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
        guard let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        let descriptor = dirfd(directory)
        var entries = 0
        while entries < entryLimit, let entry = readdir(directory) {
            entries += 1
            guard entry.pointee.d_type == DT_REG || entry.pointee.d_type == DT_UNKNOWN else { continue }
            let isHidden = entry.pointee.d_name.0 == CChar(UInt8(ascii: "."))
            if isHidden { continue }
            var status = stat()
            let name = UnsafeRawPointer(entry).advanced(by: MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
                .assumingMemoryBound(to: CChar.self)
            guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
                let identity = FileIdentity(status)
            else { continue }
            body(UnsafeRawBufferPointer(start: name, count: strlen(name)), identity)
        }
    }

    static func path(of name: UnsafeRawBufferPointer, in folder: String) -> String {
        folder + "/" + String(decoding: name, as: UTF8.self)
    }

    private static func trim(_ found: inout [Candidate], _ limit: Int) -> [Candidate] {
        found.sort { $0.identity.modifiedNanoseconds > $1.identity.modifiedNanoseconds }
        return Array(found.prefix(limit))
    }
}
