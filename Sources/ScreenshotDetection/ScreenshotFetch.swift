package import Foundation
import ImageFormats

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Finding the screenshot that a notification or a person means.
package struct ScreenshotFetch: Sendable {
    /// Seconds a screenshot may be older than its notification.
    package static let reach: TimeInterval = 60
    /// Newest files that are opened in search of a picture; others' downloads may lie on top.
    private static let tries = 8

    private let folders: [String]
    private let sizeLimit: Int

    package init(folders: [String], sizeLimit: Int = ScreenshotFetch.usualSizeLimit) {
        self.folders = folders
        self.sizeLimit = sizeLimit
    }

    /// The server's own limit on bodies, less the form around the picture.
    package static let usualSizeLimit = 15 << 20

    /// The newest screenshot, taken at most 60 s before the notification and not long after it.
    package func newest(around notified: Date) throws(FetchError) -> PictureFile {
        try newest { abs($0.timeIntervalSince(notified)) <= Self.reach }
    }

    /// The newest screenshot there is.
    package func newest() throws(FetchError) -> PictureFile {
        try newest { _ in true }
    }

    private func newest(_ isMeant: (Date) -> Bool) throws(FetchError) -> PictureFile {
        let access = FolderAccess.of(folders)
        let unreadable = access.filter { $0.state == .unreadable }.map(\.path)
        if !unreadable.isEmpty, !access.contains(where: { $0.state == .readable }) {
            throw .denied(folders: unreadable)
        }
        let candidates = FolderListing.newest(in: folders, limit: Self.tries)
        for candidate in candidates where isMeant(candidate.identity.modified) {
            do throws(PictureFileError) {
                return try read(candidate)
            } catch .notImage, .notRegular {
                continue
            } catch {
                throw FetchError.file(path: candidate.path, error)
            }
        }
        throw .notFound
    }

    /// Reads what was listed, and nothing that took its place since.
    package func read(_ candidate: Candidate) throws(PictureFileError) -> PictureFile {
        let picture = try PictureFile(path: candidate.path, sizeLimit: sizeLimit)
        guard picture.identity == candidate.identity else { throw .changing }
        return picture
    }

    /// Recent pictures for somebody to choose from, newest first; told by their first bytes.
    package func recent(limit: Int) -> [Candidate] {
        let candidates = FolderListing.newest(in: folders, limit: limit * 4)
        return Array(candidates.lazy.filter { Self.beginsAsImage($0.path) }.prefix(limit))
    }

    package static func beginsAsImage(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let start = try? file.read(upToCount: ImageFormat.signatureLength) else { return false }
        return ImageCompleteness([UInt8](start)) != .notImage
    }
}

/// Why no screenshot was fetched.
package enum FetchError: Error, Equatable, Sendable {
    /// None is there, or none that is recent enough.
    case notFound
    case denied(folders: [String])
    /// It is there, and can't be used: deleted or replaced meanwhile, cut off, too large.
    case file(path: String, PictureFileError)
}
