import Foundation

/// What tells whether files have changed, without reading them: the name, device, number, size and times of each. The time of an inode's
/// last change can't be set by programs, and a file that is replaced has another number.
struct SourceStamp: Equatable {
    private(set) var digest: UInt64 = 0
    /// The last change of any of the files, in seconds since 1970.
    private(set) var lastChange = 0

    /// The most files, and the deepest folder in a folder, that are looked at.
    private static let mostFiles = 1 << 16
    private static let deepest = 4
    private var count = 0

    /// - Parameters:
    ///   - folders: all files in them count, those in folders in them as well.
    ///   - files: further files.
    /// - Returns: nil where one of them can't be looked at, or there are too many.
    init?(folders: [String], files: [String]) {
        for (number, folder) in folders.enumerated() {
            guard addFiles(of: folder, as: "\(number)", depth: 0) else { return nil }
        }
        for (number, file) in files.enumerated() {
            var status = stat()
            guard stat(file, &status) == 0 else { return nil }
            add(status, named: "\(number)")
        }
    }

    private mutating func addFiles(of folder: String, as name: String, depth: Int) -> Bool {
        guard depth <= Self.deepest, let directory = opendir(folder) else { return false }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let file = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if file.hasPrefix(".") { continue }
            var status = stat()
            guard fstatat(dirfd(directory), file, &status, 0) == 0, count < Self.mostFiles else {
                return false
            }
            if status.st_mode & S_IFMT == S_IFDIR {
                guard addFiles(of: "\(folder)/\(file)", as: "\(name)/\(file)", depth: depth + 1) else {
                    return false
                }
            } else {
                add(status, named: "\(name)/\(file)")
            }
        }
        return true
    }

    /// The order in which a folder lists its files doesn't matter, as their digests are added up.
    private mutating func add(_ status: stat, named name: String) {
        var hash = ByteHash(name.utf8)
        #if canImport(Darwin)
            let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
        #else
            let (modified, changed) = (status.st_mtim, status.st_ctim)
        #endif
        for number in [
            Int(status.st_dev), Int(truncatingIfNeeded: status.st_ino), Int(status.st_size), modified.tv_sec,
            modified.tv_nsec, changed.tv_sec, changed.tv_nsec,
        ] {
            withUnsafeBytes(of: number) { for byte in $0 { hash.append(byte) } }
        }
        digest &+= hash.value
        lastChange = max(lastChange, changed.tv_sec)
        count += 1
    }
}
