import Foundation
import Imaging
import OCR
import TextAnalysis

/// Cuts the lines of the pictures it is given, as the reader cuts them: a JSON line for each picture, with each strip's place
/// and the offset of its grey bytes in a file of all strips. `scripts/line-model` trains and measures the line model on them.
@main
enum LineStrips {
    struct Picture: Encodable {
        struct Strip: Encodable {
            var line: Int
            var margin: Double
            var box: [Int]
            var width: Int
            var offset: Int
        }

        var file: String
        var strips: [Strip]
    }

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let bytes = arguments.first, FileManager.default.createFile(atPath: bytes, contents: nil),
            let grey = FileHandle(forWritingAtPath: bytes)
        else {
            FileHandle.standardError.write(Data("usage: line-strips GREY-BYTES PICTURE...\n".utf8))
            exit(64)
        }
        let decoder = ImageDecoder(limits: ImageLimits())
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        var offset = 0
        for path in arguments.dropFirst() {
            guard let data = FileManager.default.contents(atPath: path) else { continue }
            let bitmap: Bitmap
            do throws(ImagingError) { bitmap = try decoder.decode([UInt8](data)) } catch { continue }
            let cuts = try DetectedLines(on: bitmap).cuts()
            var strips: [Picture.Strip] = []
            for cut in cuts {
                strips.append(
                    Picture.Strip(
                        line: cut.line, margin: cut.margin,
                        box: [cut.box.x, cut.box.y, cut.box.width, cut.box.height],
                        width: cut.strip.width, offset: offset))
                try grey.write(contentsOf: Data(cut.strip.pixels))
                offset += cut.strip.pixels.count
            }
            print(String(decoding: try encoder.encode(Picture(file: path, strips: strips)), as: UTF8.self))
        }
    }
}
