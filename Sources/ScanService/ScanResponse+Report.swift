import Scanning
import Foundation
import Texts
import TypeSafeAPI
import ScanDocuments

extension ScanResponse {
    init(_ report: ScanReport, id: UUID = UUID()) {
        self.init(
            report.verdict, on: report.text, advice: report.advice, in: report.texts,
            ocr: report.transcript.map { OCRResult($0, frame: report.frame) },
            conversation: report.conversation.map { Conversation($0, in: report.texts) },
            timing: Timing(
                decoding: report.timing.decoding, recognition: report.timing.recognition,
                classification: report.timing.classification, total: report.timing.total),
            isCached: !report.origins.isEmpty && report.origins.allSatisfy { $0 == .cached } ? true : nil,
            id: id)
    }
}

extension Conversation {
    fileprivate init(_ report: ConversationReport, in texts: Texts) {
        let isApart = report.parts.count > 1
        self.init(
            order: report.order, orderedBy: PictureOrder(report.evidence),
            reason: texts.say(
                (isApart
                    ? [Sentence(VerdictText.conversationCount, ["count": .number(report.parts.count)])] : [])
                    + [report.evidence.reason]),
            pictures: report.pictures.enumerated().map {
                ConversationPicture(picture: $0 + 1, ocr: OCRResult($1.transcript, frame: $1.frame))
            },
            lines: report.lines.map {
                ConversationLine(picture: $0.picture, line: $0.index, block: $0.block)
            },
            separate: isApart
                ? report.parts.map {
                    ConversationPart($0.verdict, on: $0.text, pictures: $0.order, in: texts)
                } : nil)
    }
}

extension PictureOrder {
    fileprivate init(_ evidence: OrderEvidence) {
        self =
            switch evidence {
            case .overlap: .overlap
            case .overlapAndTimes, .times, .phoneClock: .times
            case .single, .asked, .nothing: .given
            }
    }
}
