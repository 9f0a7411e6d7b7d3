import Foundation
import Scanning
import ScanService
import TextAnalysis
import TypeSafeAPI
import ScanDocuments

/// What the read command prints for a frame of a picture.
struct ReadResult: Encodable {
    struct Word: Encodable {
        /// Index into `ocr.lines`.
        let line: Int
        let text: String
        /// The text that Tesseract read, if it was corrected.
        let seen: String?
        /// All readings of a link, if they disagree.
        let readings: [EntityReading]?
        let confidence: Double
        let box: Box
    }

    /// Durations of the whole picture, in milliseconds.
    struct Timing: Encodable {
        let decode: Double
        let ocr: Double
    }

    let file: String
    /// The frame's number; nil for the first.
    let frame: Int?
    /// True if there was no time for some of the picture's lines or frames.
    let isIncomplete: Bool?
    /// The same as in the answer of `POST /scan-image`.
    let ocr: OCRResult
    let words: [Word]
    let timing: Timing

    enum CodingKeys: String, CodingKey {
        case file, frame, ocr, words
        case isIncomplete = "incomplete"
        case timing = "timing_ms"
    }

    init(file: String, frame: Reading.Frame, reading: Reading) {
        self.file = file
        self.frame = frame.number == 1 ? nil : frame.number
        isIncomplete = reading.isWhole ? nil : true
        ocr = OCRResult(frame.transcript)
        words = frame.transcript.lines.enumerated().flatMap { index, line in
            line.words.map { word in
                Word(
                    line: index, text: word.text, seen: word.seen,
                    readings: word.otherReadings.isEmpty ? nil : [EntityReading](word.readings),
                    confidence: word.confidence.thousandths, box: word.box)
            }
        }
        timing = Timing(
            decode: (reading.decoding / .milliseconds(1)).thousandths,
            ocr: (reading.recognition / .milliseconds(1)).thousandths)
    }

    /// A JSON object on one line.
    var json: String {
        (try? WireCoding.encoder().encode(self)).map(VisibleJSON.text) ?? "{}"
    }

    /// A heading, the screen's layout, sender and address, and a row for each line of text.
    var table: String {
        let heading =
            "\(PictureInput.displayName(file)): \(frame.map { "frame \($0), " } ?? "")\(ocr.width) × \(ocr.height), \(ocr.languages.joined(separator: "+")), "
            + "\(ocr.lines.count) lines, confidence \(ocr.confidence.text(digits: 2)), "
            + "decode \(timing.decode.text(digits: 1)) ms, ocr \(timing.ocr.text(digits: 1)) ms"
            + (isIncomplete == true ? "; not all was read" : "")
        let rows = ocr.lines.map { line in
            let place = "\(line.box.x),\(line.box.y) \(line.box.width)×\(line.box.height)"
            return "  \(line.role.rawValue.padded(to: 8))  \(line.confidence.text(digits: 2))  "
                + "\(place.padded(to: 18))  \(line.text)"
        }
        let screen = [("layout", ocr.layout?.rawValue), ("sender", ocr.sender), ("address", ocr.address)]
            .compactMap { name, value in value.map { "  \(name.padded(to: 8))  \($0)" } }
        return ([heading] + screen + rows).joined(separator: "\n")
    }
}

extension Double {
    fileprivate var thousandths: Double { (self * 1_000).rounded() / 1_000 }

    fileprivate func text(digits: Int) -> String { String(format: "%.\(digits)f", self) }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }
}
