import AtomicFile
package import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A small file that any number of processes read and replace, one at a time.
///
/// The lock is a file beside it, which stays: a lock on the file itself would be lost when the file is replaced. A process
/// that is killed lets go of the lock and leaves the old file whole.
package struct LockedFile: Sendable {
    package let path: String
    /// Files larger than this aren't ours.
    private let sizeLimit: Int

    package init(path: String, sizeLimit: Int = 1 << 20) {
        self.path = path
        self.sizeLimit = sizeLimit
    }

    /// What is at the path.
    package enum Content: Sendable, Equatable {
        case absent
        case bytes(Data)
        /// A link, a device, a folder, something too large: never written by us.
        case foreign
    }

    /// Reads without a lock: replacing is atomic, so what is there is whole. nil where there is nothing of ours, or where it
    /// can't be read now.
    package func read() -> Data? {
        if case .bytes(let data) = try? content() { data } else { nil }
    }

    /// - Throws: `LockedFileError` where what is there can't be read, which says nothing about what it holds.
    fileprivate func content() throws(LockedFileError) -> Content {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT: return .absent
            // A link; a socket.
            case ELOOP, ENXIO: return .foreign
            default: throw LockedFileError(path: path, code: errno)
            }
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw LockedFileError(path: path, code: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { return .foreign }
        do {
            let data = try file.read(upToCount: sizeLimit + 1) ?? Data()
            return data.count <= sizeLimit ? .bytes(data) : .foreign
        } catch {
            throw LockedFileError(path: path, code: EIO)
        }
    }

    /// Runs `body` while no other process or thread is in here.
    package func locked<R>(_ body: (Held) throws -> R) throws -> R {
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw LockedFileError(path: path, code: errno) }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw LockedFileError(path: path, code: errno) }
        }
        return try body(Held(file: self))
    }

    /// Removes what `setAside` left.
    package func removeSetAside() throws {
        guard unlink(path + Self.aside) == 0 || errno == ENOENT else {
            throw LockedFileError(path: path, code: errno)
        }
    }

    private static let aside = ".corrupt"

    /// What may be done only under the lock; not to be kept. (Not `~Copyable`: Swift 6.3's optimiser fails on that here.)
    package struct Held {
        fileprivate let file: LockedFile

        package func content() throws(LockedFileError) -> Content { try file.content() }

        /// All or nothing, also for a process that is killed midway.
        package func replace(with data: Data) throws {
            do throws(AtomicFileError) {
                try AtomicFile.replace(file.path, with: data)
            } catch {
                throw LockedFileError(path: file.path, code: error.code)
            }
        }

        /// What isn't ours stays for whoever wants to look, under a name of its own; the one before it goes.
        package func setAside() {
            rename(file.path, file.path + LockedFile.aside)
        }
    }
}

/// A file of the user's processes couldn't be read or written.
package struct LockedFileError: Error, Equatable, Sendable {
    package let path: String
    /// The value of `errno`.
    package let code: Int32
}
