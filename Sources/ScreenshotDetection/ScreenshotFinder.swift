import AtomicFile
package import Foundation
import ImageFormats

/// Finds the screenshot that a notification or a person refers to.
package struct ScreenshotFinder: Sendable {
    /// Largest difference in seconds between the dates of a screenshot and of its notification: the lifetime of a
    /// notification.
    package static let reach: TimeInterval = SharedStore.lifetime
    /// Number of the newest files that are opened to find an image. A few files of other kinds may be newer than the
    /// image.
    private static let tries = 8
    /// Largest number of files that are opened because they are as large as the picture that is sought. Only bitmaps are often
    /// of one size.
    private static let sameSizeLimit = 64
    /// Largest image in bytes that is read: 15 MiB, which leaves 1 MiB of the server's default limit on a request's body.
    package static let defaultSizeLimit = 15 << 20

    private let folders: [String]
    private let sizeLimit: Int

    package init(folders: [String], sizeLimit: Int = ScreenshotFinder.defaultSizeLimit) {
        self.folders = folders
        self.sizeLimit = sizeLimit
    }

    /// Reads the newest screenshot whose date is within `reach` of a notification; with nil, the newest of any date.
    package func newest(around notified: Date? = nil) throws(ScreenshotFinderError) -> PictureFile {
        for candidate in DirectoryListing.newest(in: folders, limit: Self.tries) {
            if let notified, abs(candidate.identity.modified.timeIntervalSince(notified)) > Self.reach {
                continue
            }
            do throws(PictureFileError) {
                return try read(candidate)
            } catch .notImage, .notRegular {
                continue
            } catch {
                throw .file(path: candidate.path, error)
            }
        }
        throw absence(.notFound)
    }

    /// Reads the picture that a reference means. It may have been renamed or moved between the folders.
    /// - Parameter path: where it was last; nil where that isn't known.
    /// - Throws: `.deleted` where no file has its content. Another picture is never returned in its place.
    package func picture(
        _ reference: PictureReference, at path: String? = nil
    ) throws(ScreenshotFinderError) -> PictureFile {
        if let path, let picture = matching(reference, path) { return picture }
        var paths: [String] = []
        for folder in folders {
            DirectoryListing.forEachFile(in: folder) { name, identity in
                guard identity.size == reference.size, paths.count < Self.sameSizeLimit else { return }
                paths.append(DirectoryListing.path(of: name, in: folder))
            }
        }
        for path in paths {
            if let picture = matching(reference, path) { return picture }
        }
        throw absence(.deleted)
    }

    private func matching(_ reference: PictureReference, _ path: String) -> PictureFile? {
        guard let picture = try? PictureFile(path: path, sizeLimit: sizeLimit),
            picture.content.count == reference.size, ContentHash(of: picture.content) == reference.hash
        else { return nil }
        return picture
    }

    /// The error for a screenshot that wasn't found. It may lie in a folder that can't be read.
    package func absence(_ error: ScreenshotFinderError) -> ScreenshotFinderError {
        let unreadable = FolderAccess.of(folders).filter { $0.state == .unreadable }.map(\.path)
        return unreadable.isEmpty ? error : .denied(folders: unreadable)
    }

    /// Reads a file that was listed before.
    /// - Throws: `.changing` where another file has taken its place meanwhile.
    package func read(_ candidate: Candidate) throws(PictureFileError) -> PictureFile {
        let picture = try PictureFile(path: candidate.path, sizeLimit: sizeLimit)
        guard picture.identity == candidate.identity else { throw .changing }
        return picture
    }

    /// Returns recent images for a person to choose from, newest first, recognised by their first bytes.
    package func recent(limit: Int) -> [Candidate] {
        // Four times as many files are listed as are needed, because some of them aren't images.
        let candidates = DirectoryListing.newest(in: folders, limit: limit * 4)
        return Array(candidates.lazy.filter { Self.beginsAsImage($0.path) }.prefix(limit))
    }

    package static func beginsAsImage(_ path: String) -> Bool {
        beginning(of: path).map { ImageCompleteness($0) != .notImage } ?? false
    }

    /// Endings of names by which a file counts that can't be looked into.
    private static let endings: Set = [
        "png", "jpg", "jpeg", "webp", "gif", "bmp", "tif", "tiff", "heic", "heif", "avif",
    ]

    /// Whether somebody who names the file's folder means the file too. A link counts for what it leads to. A picture that is empty or
    /// can't be read counts, so that it is told and not left out.
    package static func isMeant(_ path: String) -> Bool {
        if let bytes = beginning(of: path, followsLinks: true), !bytes.isEmpty {
            return ImageCompleteness(bytes) != .notImage
        }
        return endings.contains((path as NSString).pathExtension.lowercased())
    }

    static func beginsAsBitmap(_ path: String) -> Bool {
        beginning(of: path).map { (try? ImageFormat(sniffing: $0)) == .bmp } ?? false
    }

    private static func beginning(of path: String, followsLinks: Bool = false) -> [UInt8]? {
        let link = followsLinks ? 0 : O_NOFOLLOW
        let descriptor = open(path.filePath, O_RDONLY | link | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        return (try? file.read(upToCount: ImageFormat.signatureLength)).map { [UInt8]($0) }
    }
}

package enum ScreenshotFinderError: Error, Equatable, Sendable {
    /// There is no screenshot, or none that is recent enough.
    case notFound
    /// The picture that a notification is about is no longer in the folders.
    case deleted
    case denied(folders: [String])
    /// The screenshot exists but can't be used: it was deleted or replaced meanwhile, it is incomplete, or it is too
    /// large.
    case file(path: String, PictureFileError)
}
