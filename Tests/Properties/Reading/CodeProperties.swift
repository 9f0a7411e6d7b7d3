import Imaging
import OCR
import TextAnalysis

/// Checks that QR codes, barcodes and patterns that look like them are read soundly.
enum CodeProperties {
    static func check(_ choices: inout Choices, _ samples: [Sample]) {
        var bitmap = Collage(by: &choices, of: samples).bitmap
        let codes = BarcodeReader.read(bitmap)
        var transcript = Transcript(lines: [], width: bitmap.width, height: bitmap.height, languages: [])
        transcript.codes = codes
        transcript.checkSoundness()
        let places = codes.map { ($0.box.y, $0.box.x) }
        precondition(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 })
        CodeEraser.erase(codes, from: &bitmap)
    }
}
