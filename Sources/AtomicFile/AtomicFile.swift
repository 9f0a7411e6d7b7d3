package import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

package struct AtomicFileError: Error, Equatable, Sendable {
    /// The value that `errno` had after the failed call.
    package let code: Int32
}

/// Replaces files as a whole: whoever reads the path finds the old content or the new one, even after a crash.
package enum AtomicFile {
    /// Writes a new file beside the path, syncs it, and renames it to the path.
    /// - Parameters:
    ///   - mode: mode of the new file. The file has it from the beginning, whatever the umask is.
    ///   - owner: user and group of the new file; nil for those of the process.
    ///   - isSynced: whether to wait until the content would survive a power cut. Without that a cut may leave a damaged file.
    package static func replace(
        _ path: String, with data: Data, mode: mode_t = 0o600, owner: (user: uid_t, group: gid_t)? = nil,
        isSynced: Bool = true
    ) throws(AtomicFileError) {
        // The name contains a new UUID, so no other process writes to the file.
        let temporary = "\(path).\(UUID().uuidString).new"
        let descriptor = open(
            temporary.filePath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode & 0o600)
        guard descriptor >= 0 else { throw AtomicFileError(code: errno) }
        defer { close(descriptor) }
        var isDone = false
        defer { if !isDone { unlink(temporary.filePath) } }
        if let owner, owner.user != getuid() || owner.group != getgid() {
            try check(fchown(descriptor, owner.user, owner.group))
        }
        try check(fchmod(descriptor, mode))
        try write(data, to: descriptor)
        // The content is synced before the rename. Otherwise a power cut could leave the name without the content.
        if isSynced { try check(fsync(descriptor)) }
        try check(rename(temporary.filePath, path.filePath))
        isDone = true
        if isSynced { sync(folder: (path as NSString).deletingLastPathComponent) }
    }

    /// Writes all of the data where the descriptor stands.
    package static func write(_ data: Data, to descriptor: Int32) throws(AtomicFileError) {
        var rest = data
        while !rest.isEmpty {
            #if canImport(Darwin)
                let count = rest.withUnsafeBytes { Darwin.write(descriptor, $0.baseAddress, $0.count) }
            #else
                let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            #endif
            if count < 0, errno == EINTR { continue }
            try check(Int32(clamping: count))
            rest = rest.dropFirst(count)
        }
    }

    /// Makes the new name survive a power cut. Some file systems can't do that; the file is replaced all the same.
    private static func sync(folder: String) {
        let descriptor = open((folder.isEmpty ? "." : folder).filePath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        close(descriptor)
    }

    private static func check(_ result: Int32) throws(AtomicFileError) {
        if result < 0 { throw AtomicFileError(code: errno) }
    }
}
