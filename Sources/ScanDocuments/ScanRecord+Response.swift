import Crypto
package import Foundation
package import TypeSafeAPI

extension ScanRecord {
    /// What a message may want to be answered or paid by. Codes stay out: a one-time code is the person's own secret.
    private static let contactKinds: Set<EntityKind> = [
        .url, .email, .phone, .handle, .crypto, .money, .qr, .barcode,
    ]

    /// - Parameters:
    ///   - picture: the file that was scanned; nil for texts.
    ///   - text: the text that came in the picture's place, or beside it.
    package init(_ response: ScanResponse, picture: Data?, text: String? = nil) {
        let ocr = response.ocr
        self.init(
            scanID: response.scanID, timestamp: response.timestamp,
            original: picture.map { RecordedPicture(sha256: Self.hexDigest(of: $0), bytes: $0.count) },
            riskLevel: response.riskLevel, confidence: response.confidence, scamType: response.scamType,
            explanation: DefangedText.of(response.explanation), rulesVersion: response.rulesVersion,
            sender: ocr?.sender.map(DefangedText.of), address: ocr?.address.map(DefangedText.of),
            contacts: response.entities.filter { Self.contactKinds.contains($0.kind) }.map { entity in
                RecordedContact(
                    kind: entity.kind,
                    text: entity.kind == .money ? entity.text : DefangedText.of(entity.text),
                    registrableDomain: entity.registrableDomain.map(DefangedText.of),
                    country: entity.country, messenger: entity.messenger)
            },
            reasons: response.findings.map { finding in
                var finding = finding
                finding.quote = finding.quote.map(DefangedText.of)
                return finding
            },
            text: Self.lines(ocr, orOf: text).map(DefangedText.of),
            ifYouAlready: response.advice.ifYouAlready, report: response.advice.report)
    }

    /// The lines on the picture without what phone and app show around them; the text's own where the picture holds none.
    private static func lines(_ ocr: OCRResult?, orOf text: String?) -> [String] {
        let read = ocr?.lines.filter { $0.role != .chrome }.map(\.text) ?? []
        return read.isEmpty ? text?.split(whereSeparator: \.isNewline).map(String.init) ?? [] : read
    }

    private static func hexDigest(of data: Data) -> String {
        SHA256.hash(data: data).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
