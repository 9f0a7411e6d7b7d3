import CPictures
package import Foundation

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
