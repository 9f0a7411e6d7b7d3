import Foundation
import Imaging
import OCR
import TestSupport
import Testing
import TextAnalysis

/// The pictures of `Fixtures/make.py`.
enum Fixture {
    struct Place: Decodable {
        let text: String
        let x: Int
        let y: Int
        let width: Int
        let height: Int

        /// The share of this place that a box covers.
        func covered(by box: Box) -> Double {
            let shared =
                max(0, min(x + width, box.x + box.width) - max(x, box.x))
                * max(0, min(y + height, box.y + box.height) - max(y, box.y))
            return Double(shared) / Double(width * height)
        }
    }

    static func bitmap(_ name: String) throws -> Bitmap {
        try ImageDecoder().decode([UInt8](try data(name)))
    }

    /// Where each word of a picture was drawn, in reading order.
    static func places(_ name: String) throws -> [Place] {
        let all = try JSONDecoder().decode([String: [Place]].self, from: try data("places.json"))
        return try #require(all[name])
    }

    /// The line model, which reads first.
    static func engine() throws -> TesseractEngine {
        let model = try Tessdata(directory: ShippedLanguages.lineModel)
        return try TesseractEngine(tessdata: model, languages: model.languages)
    }

    private static func data(_ name: String) throws -> Data {
        let file = try #require(Bundle.module.url(forResource: "Fixtures/" + name, withExtension: nil))
        return try Data(contentsOf: file)
    }
}

extension TesseractEngine {
    /// Reads a bitmap with English data beside the line model and arranges its lines, as `OCRWorkers` does.
    func recognize(
        _ bitmap: borrowing Bitmap, timeLimit: Duration
    ) throws(OCRError) -> Transcript {
        let deadline = ContinuousClock.now + timeLimit
        let tessdata = try Tessdata(directory: nil)
        let english = InstalledLanguages(
            names: ["eng"], preferred: ["eng"], mayBeOthers: false, languages: ShippedLanguages.all
        ) { languages throws(OCRError) in
            try TesseractEngine(tessdata: tessdata, languages: languages)
        }
        let recognized = try recognize(try DetectedLines(on: bitmap), by: deadline, installed: english)
        var transcript = Transcript(
            lines: recognized.lines, width: bitmap.width, height: bitmap.height,
            languages: recognized.languages)
        ScreenLayout.arrange(&transcript, on: bitmap, knowing: ScreenWords(ShippedLanguages.all))
        return transcript
    }
}
