import AtomicFile
import Crypto
package import Foundation
package import ImageFormats

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Identifies a file and its state. Two equal values mean the same bytes, as far as the file system can tell.
package struct FileIdentity: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64
    package let size: Int
    /// Time of the file's last change, in nanoseconds since 1970. A time that doesn't fit becomes the nearest one that
    /// does.
    package let modifiedNanoseconds: Int64

    package var modified: Date { Date(timeIntervalSince1970: Double(modifiedNanoseconds) / 1e9) }

    /// - Returns: nil for anything that is no regular file.
    init?(_ status: stat) {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int(status.st_size)
        modifiedNanoseconds = status.modifiedNanoseconds
    }
}

extension stat {
    /// Time of the file's last change, in nanoseconds since 1970. Anybody can give a file a date after 2262, which
    /// doesn't fit 64 bits; then the value is the largest or the smallest one.
    var modifiedNanoseconds: Int64 {
        #if canImport(Darwin)
            let time = st_mtimespec
        #else
            let time = st_mtim
        #endif
        let (seconds, isTooFar) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isPast) = seconds.addingReportingOverflow(Int64(time.tv_nsec))
        return isTooFar || isPast ? (time.tv_sec < 0 ? .min : .max) : sum
    }
}

/// The bytes of a complete image file, with the format that they have.
package struct PictureFile: Sendable {
    package let path: String
    package let identity: FileIdentity
    package let format: ImageFormat
    package let content: Data
    /// Whether it is a camera's photo, and so no screenshot.
    package let isPhoto: Bool

    /// Reads an image. The path must name a regular file that isn't a link, is no larger than the limit, is complete,
    /// and doesn't change while it is read.
    package init(path: String, sizeLimit: Int) throws(PictureFileError) {
        let descriptor = open(path.filePath, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw PictureFileError(code: errno) }
        defer { close(descriptor) }
        let before = try Self.identity(descriptor)
        guard before.size > 0 else { throw .incomplete }
        guard before.size <= sizeLimit else { throw .tooLarge(limit: sizeLimit) }
        let content = try Self.read(descriptor, count: before.size)
        guard try Self.identity(descriptor) == before else { throw .changing }
        let bytes = [UInt8](content)
        switch ImageCompleteness(bytes) {
        case .complete(let format): self.format = format
        case .incomplete: throw .incomplete
        case .notImage: throw .notImage
        }
        self.path = path
        identity = before
        self.content = content
        isPhoto = CameraPhoto.isPhoto(bytes)
    }

    private static func identity(_ descriptor: Int32) throws(PictureFileError) -> FileIdentity {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw PictureFileError(code: errno) }
        guard let identity = FileIdentity(status) else { throw .notRegular }
        return identity
    }

    private static func read(_ descriptor: Int32, count: Int) throws(PictureFileError) -> Data {
        var bytes = Data(count: count)
        var filled = 0
        var failure: PictureFileError?
        bytes.withUnsafeMutableBytes { buffer in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
                #if canImport(Glibc)
                    let result = Glibc.read(descriptor, rest.baseAddress, rest.count)
                #else
                    let result = Darwin.read(descriptor, rest.baseAddress, rest.count)
                #endif
                if result < 0, errno == EINTR { continue }
                if result < 0 { failure = PictureFileError(code: errno) }
                guard result > 0 else { return }
                filled += result
            }
        }
        if let failure { throw failure }
        guard filled == count else { throw .changing }
        return bytes
    }
}

package enum PictureFileError: Error, Equatable, Sendable {
    /// The file doesn't exist, or doesn't exist any more.
    case missing
    case denied
    /// The path names a folder, a link or a device.
    case notRegular
    case notImage
    /// The file begins like an image, but its end is missing.
    case incomplete
    case changing
    case empty
    case tooLarge(limit: Int)
    case system(code: Int32)

    package init(code: Int32) {
        switch code {
        case ENOENT, ENOTDIR: self = .missing
        case EACCES, EPERM: self = .denied
        // ELOOP: `O_NOFOLLOW` refused a symbolic link. ENXIO: the path names a socket.
        case ELOOP, ENXIO, EISDIR: self = .notRegular
        default: self = .system(code: code)
        }
    }

    /// Whether the file may become readable by itself in a moment.
    package var isTransient: Bool {
        switch self {
        case .incomplete, .changing: true
        case .missing, .denied, .notRegular, .notImage, .empty, .tooLarge, .system: false
        }
    }
}

/// Says which picture is meant, wherever it lies, and tells it from every other: its hash, and its size in bytes, by which it
/// is found without reading others.
package struct PictureReference: Codable, Hashable, Sendable {
    package let hash: ContentHash
    package let size: Int

    package init(hash: ContentHash, size: Int) {
        self.hash = hash
        self.size = size
    }
}

/// Identifies an image by its bytes: the first half of their SHA-256 as 32 hexadecimal digits. 128 bits suffice against
/// accidental collisions, and against a second image made to match a given one.
package struct ContentHash: Hashable, Sendable, Codable, CustomStringConvertible {
    package let description: String

    package init(of content: Data) {
        let digits = Array("0123456789abcdef".utf8)
        let half = SHA256.hash(data: content).prefix(16)
        description = String(
            decoding: half.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// - Returns: nil for anything but 32 lower-case hexadecimal digits.
    init?(_ text: some StringProtocol) {
        let isHash =
            text.utf8.count == 32
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        guard isHash else { return nil }
        description = String(text)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let hash = ContentHash(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no hash")
        }
        self = hash
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
