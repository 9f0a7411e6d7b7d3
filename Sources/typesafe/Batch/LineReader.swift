import Foundation
import ScreenshotDetection
import Texts

/// Reads a file of lines piece by piece, whatever its size.
struct LineReader {
    struct Line {
        /// The line without its line feed.
        let bytes: Data
        /// Where it stands in the file.
        let range: Range<Int>
        /// Its number, from 1.
        let number: Int

        var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
    }

    /// Number of bytes that are read in one step.
    private static let chunkSize = 1 << 20
    /// Longest line in bytes: the client's limit for an answer of a server.
    private static let lineLimit = 16 << 20

    let file: FileHandle
    /// The file's name, for errors.
    let name: String

    /// Calls `body` with each line that ends with a line feed.
    /// - Returns: what stands after the last line feed.
    func forEach(_ body: (Line) throws(CommandFailure) -> Void) throws(CommandFailure) -> Line {
        var rest = Data()
        var (offset, number) = (0, 1)
        while let chunk = try next() {
            rest += chunk
            var start = rest.startIndex
            while let end = rest[start...].firstIndex(of: 0x0A) {
                let length = end - start
                try body(
                    Line(bytes: rest[start..<end], range: offset..<offset + length, number: number))
                offset += length + 1
                number += 1
                start = end + 1
            }
            rest = Data(rest[start...])
            guard rest.count <= Self.lineLimit else {
                throw .usage(.lineTooLong, ["path": .text(name), "line": .number(number)])
            }
        }
        return Line(bytes: rest, range: offset..<offset + rest.count, number: number)
    }

    private func next() throws(CommandFailure) -> Data? {
        do {
            let chunk = try file.read(upToCount: Self.chunkSize)
            return chunk?.isEmpty == false ? chunk : nil
        } catch {
            throw .file(name: name, .system(code: EIO))
        }
    }
}
