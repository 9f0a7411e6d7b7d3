import CPictures
package import Foundation
import FoundationEssentials

package struct Tessdata: Sendable {
    package let directory: URL
    /// The Tesseract names of the languages, such as `eng`, in alphabetical order.
    package let languages: [String]

    private static let suffix = ".traineddata"
    /// The directory in which Debian's packages install language data.
    private static let debianDirectory = "/usr/share/tesseract-ocr/5/tessdata"

    /// - Parameter directory: nil stands for the directory that Tesseract itself would use.
    package init(directory: URL?) throws(OCRError) {
        let directory = directory ?? Self.standardDirectory
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        // `osd` detects scripts and doesn't read.
        languages = names.filter { $0.hasSuffix(Self.suffix) && $0 != "osd" + Self.suffix }
            .map { String($0.dropLast(Self.suffix.count)) }.sorted()
        self.directory = directory
        if languages.isEmpty { throw .noLanguages(directory: directory.path) }
    }

    /// The version that a language's data states, such as `4.00.00alpha:eng:synth20170629`, or `unknown`.
    package func version(of language: String) -> String {
        guard languages.contains(language) else { return "unknown" }
        let file = directory.appendingPathComponent(language + Self.suffix)
        guard let data = try? Data(contentsOf: file, options: .mappedIfSafe) else { return "unknown" }
        return TraineddataVersion.read(data) ?? "unknown"
    }

    /// The height of the images that a language's network takes, which its description begins with: 36 rows for Latin letters, 48 for denser
    /// ones; nil where the data holds none.
    func inputHeight(of language: String) -> Int? {
        let file = directory.appendingPathComponent(language + Self.suffix)
        guard let data = try? Data(contentsOf: file, options: .mappedIfSafe),
            let start = data.range(of: Data("[1,".utf8))?.upperBound
        else { return nil }
        let digits = data[start...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard data[(start + digits.count)...].starts(with: ",0,1".utf8) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self)).flatMap {
            Self.inputHeights.contains($0) ? $0 : nil
        }
    }

    /// Heights that networks have. Others would be a fault of the file.
    private static let inputHeights = 16...128

    package static var tesseractVersion: String {
        TessVersion().map { String(cString: $0) } ?? "unknown"
    }

    private static var standardDirectory: URL {
        if let prefix = ProcessInfo.processInfo.environment["TESSDATA_PREFIX"] {
            return URL(fileURLWithPath: prefix, isDirectory: true)
        }
        let handle = TessBaseAPICreate()
        defer { TessBaseAPIDelete(handle) }
        // Tesseract tells its own directory only after an initialisation.
        if TessBaseAPIInit3(handle, nil, "eng") == 0, let path = TessBaseAPIGetDatapath(handle) {
            return URL(fileURLWithPath: String(cString: path), isDirectory: true)
        }
        return URL(fileURLWithPath: debianDirectory, isDirectory: true)
    }
}

/// The `version` component of a traineddata file, which holds a count, a table of 64-bit little-endian offsets, and the
/// components themselves.
enum TraineddataVersion {
    /// The component's number: `TESSDATA_VERSION` in Tesseract's `TessdataType`.
    private static let component = 23
    /// The largest number of components in a valid file. Tesseract 5 has 24.
    private static let maxComponents = 64
    /// The largest length of a version in bytes. Real ones have about thirty.
    private static let maxLength = 256
    /// The size of the count, and the size of an offset, in bytes.
    private static let countSize = 4
    private static let offsetSize = 8
    /// The bytes that a version may hold: ASCII without spaces and control characters, because the version goes into answers
    /// and logs.
    private static let printable: ClosedRange<UInt8> = 0x21...0x7E

    static func read(_ data: Data) -> String? {
        guard let count = integer(data, at: 0, bytes: countSize), count > component, count <= maxComponents
        else { return nil }
        let offsets = (0..<count).compactMap {
            integer(data, at: countSize + offsetSize * $0, bytes: offsetSize)
        }
        guard offsets.count == count, (1..<data.count).contains(offsets[component]) else { return nil }
        let start = offsets[component]
        let end = offsets.filter { $0 > start && $0 <= data.count }.min() ?? data.count
        guard end - start <= maxLength else { return nil }
        let bytes = data[data.startIndex + start..<data.startIndex + end]
        return String(decoding: bytes.filter(printable.contains), as: UTF8.self)
    }

    private static func integer(_ data: Data, at offset: Int, bytes: Int) -> Int? {
        guard offset >= 0, offset + bytes <= data.count else { return nil }
        let start = data.startIndex + offset
        return data[start..<start + bytes].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
