import Foundation
import Scanning
import TypeSafeAPI
import WireMapping

extension ScanResponse {
    init(_ report: ScanReport, id: UUID = UUID()) {
        self.init(
            report.verdict, on: report.text, advice: report.advice,
            ocr: report.transcript.map { OCRResult($0, frame: report.frame) },
            timing: Timing(
                decoding: report.timing.decoding, recognition: report.timing.recognition,
                classification: report.timing.classification, total: report.timing.total),
            isCached: report.origin == .cached ? true : nil, id: id)
    }
}
