import Foundation
import TypeSafeAPI

/// Reads the pictures that the command line names.
enum PictureInput {
    /// The name that stands for standard input.
    static let standardInput = "-"
    /// Bytes that are read at once.
    private static let chunk = 1 << 20

    /// - Parameter limit: largest number of bytes. At most one byte more is read.
    static func bytes(of file: String, limit: Int) throws(ReadFailure) -> [UInt8] {
        do {
            let isStandardInput = file == standardInput
            let handle =
                isStandardInput
                ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
            defer { if !isStandardInput { try? handle.close() } }
            var bytes: [UInt8] = []
            while bytes.count <= limit,
                let more = try handle.read(upToCount: min(chunk, limit + 1 - bytes.count)), !more.isEmpty
            {
                bytes += more
            }
            if bytes.count > limit { throw ReadFailure.tooLarge(limit: limit) }
            return bytes
        } catch let failure as ReadFailure {
            throw failure
        } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
            throw .noSuchFile
        } catch {
            throw .notReadable
        }
    }

    /// The name with `?` in place of control characters, so that it stays on one line.
    static func displayName(_ file: String) -> String {
        let isControl = { (scalar: Unicode.Scalar) in
            scalar.value < 0x20 || VisibleJSON.isObeyed(scalar)
        }
        return String(String.UnicodeScalarView(file.unicodeScalars.map { isControl($0) ? "?" : $0 }))
    }
}
