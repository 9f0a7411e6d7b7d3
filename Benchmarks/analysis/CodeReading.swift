import Imaging
import OCR
import Foundation
import TextAnalysis

/// Reads the codes of pictures: a JSON line each, with what they say and the CPU time without decoding. `Benchmarks/barcodes` uses it.
enum CodeReading {
    struct Line: Encodable {
        struct Code: Encodable {
            var symbology: String
            var payload: String
            var box: [Int]
        }

        var file: String
        var milliseconds: Double
        var codes: [Code]
    }

    static func print(_ paths: ArraySlice<String>) throws {
        let decoder = ImageDecoder(limits: ImageLimits())
        let encoder = JSONEncoder()
        for path in paths {
            guard let data = FileManager.default.contents(atPath: path) else { continue }
            let bitmap: Bitmap
            do throws(ImagingError) { bitmap = try decoder.decode([UInt8](data)) } catch { continue }
            let stopwatch = Stopwatch.process
            let codes = BarcodeReader.read(bitmap)
            let line = Line(
                file: path, milliseconds: stopwatch.elapsed / 1e3,
                codes: codes.map { code in
                    Line.Code(
                        symbology: code.symbology.rawValue, payload: code.payload,
                        box: [code.box.x, code.box.y, code.box.width, code.box.height])
                })
            Swift.print(String(decoding: try encoder.encode(line), as: UTF8.self))
        }
    }
}
