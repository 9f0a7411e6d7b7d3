import AtomicFile
import Foundation
import ScreenshotDetection
import Texts

/// One picture of a batch.
struct BatchItem: Sendable {
    /// Its name in the results: the manifest's id, or its path in the folder.
    let id: String
    let path: String
    /// Where its line stands in the manifest, if that has a text; nil for none.
    fileprivate let line: Range<Int>?
}

/// The pictures of a batch, from a folder or a manifest. The texts stay in the manifest, so that millions of pictures fit in memory.
struct BatchItems: Sendable {
    private struct Row: Decodable {
        let id: String?
        let file: String
        let ocrText: String?
        let text: String?

        enum CodingKeys: String, CodingKey {
            case id, file, text
            case ocrText = "ocr_text"
        }
    }

    /// An id as its bytes say it: Swift takes texts for equal that Unicode takes for equal, and file systems don't.
    private struct ID: Hashable {
        let text: String

        static func == (one: ID, other: ID) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

        func hash(into hasher: inout Hasher) {
            for byte in text.utf8 { hasher.combine(byte) }
        }
    }

    private(set) var all: [BatchItem] = []
    /// Whether the manifest has a text for any of them.
    private(set) var hasTexts = false
    private var numbers: [ID: Int] = [:]
    private let manifest: FileHandle?

    /// - Parameter path: a folder, or a manifest.
    init(_ path: String) throws(CommandFailure) {
        let descriptor = open(path.filePath, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .file(name: path, PictureFileError(code: errno)) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .file(name: path, PictureFileError(code: errno)) }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            manifest = nil
            let root = URL(fileURLWithPath: path).path + "/"
            for picture in InputFiles.pictures(in: path, limit: .max) {
                let id = picture.hasPrefix(root) ? String(picture.dropFirst(root.count)) : picture
                _ = add(BatchItem(id: id, path: picture, line: nil))
            }
        case S_IFREG:
            manifest = file
            try readManifest(file, path)
        default: throw .file(name: path, .notRegular)
        }
        guard !all.isEmpty else { throw .usage(.noPictureInFolders) }
    }

    /// The number of the picture with an id; nil where the batch has none.
    func number(of id: String) -> Int? { numbers[ID(text: id)] }

    /// - Returns: false where another picture has the id.
    private mutating func add(_ item: BatchItem) -> Bool {
        guard numbers.updateValue(all.count, forKey: ID(text: item.id)) == nil else { return false }
        all.append(item)
        if item.line != nil { hasTexts = true }
        return true
    }

    private mutating func readManifest(_ file: FileHandle, _ path: String) throws(CommandFailure) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        let decoder = JSONDecoder()
        var items = self
        func take(_ line: LineReader.Line) throws(CommandFailure) {
            if line.isBlank { return }
            guard let row = try? decoder.decode(Row.self, from: line.bytes), !row.file.isEmpty else {
                throw .usage(.manifestLine, ["path": .text(path), "line": .number(line.number)])
            }
            let item = BatchItem(
                id: row.id ?? row.file,
                path: row.file.hasPrefix("/") ? row.file : folder.appendingPathComponent(row.file).path,
                line: row.ocrText == nil && row.text == nil ? nil : line.range)
            guard items.add(item) else {
                throw .usage(.manifestSameId, ["path": .text(path), "line": .number(line.number)])
            }
        }
        try take(try LineReader(file: file, name: path).forEach(take))
        self = items
    }

    /// The texts that the manifest has for a picture: what was read on it, and what else is known, such as what somebody wrote to it.
    func texts(of item: BatchItem) -> (read: String?, other: String?) {
        guard let line = item.line, let manifest else { return (nil, nil) }
        var bytes = Data(count: line.count)
        let count = bytes.withUnsafeMutableBytes {
            pread(manifest.fileDescriptor, $0.baseAddress, $0.count, off_t(line.lowerBound))
        }
        // A manifest that was changed meanwhile has no text there, and the picture counts.
        guard count == line.count, let row = try? JSONDecoder().decode(Row.self, from: bytes) else {
            return (nil, nil)
        }
        return (row.ocrText, row.text)
    }
}

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
