import Barcodes
import Foundation
import Imaging
import TextAnalysis

/// Reads the codes of the pictures it is given: a JSON line each, with what they say and the CPU time without decoding.
@main
enum BarcodeRead {
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

    static func main() throws {
        let decoder = ImageDecoder(limits: ImageLimits())
        let encoder = JSONEncoder()
        for path in CommandLine.arguments.dropFirst() {
            guard let data = FileManager.default.contents(atPath: path) else { continue }
            let bitmap: Bitmap
            do throws(ImagingError) { bitmap = try decoder.decode([UInt8](data)) } catch { continue }
            let started = processorTime()
            let codes = BarcodeReader.read(bitmap)
            let line = Line(
                file: path, milliseconds: processorTime() - started,
                codes: codes.map { code in
                    Line.Code(
                        symbology: code.symbology.rawValue, payload: code.payload,
                        box: [code.box.x, code.box.y, code.box.width, code.box.height])
                })
            print(String(decoding: try encoder.encode(line), as: UTF8.self))
        }
    }

    /// In milliseconds.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}
