import Crypto
package import Foundation
import TextAnalysis
package import TypeSafeAPI

extension ScanRecord {
    /// What a message may want to be answered or paid by. Codes stay out: a one-time code is the person's own secret.
    private static let contactKinds: Set<EntityKind> = [
        .url, .email, .phone, .handle, .crypto, .money, .qr, .barcode,
    ]

    /// - Parameters:
    ///   - pictures: the files that were scanned, in the order in which they were sent.
    ///   - text: the text that came in the picture's place, or beside it.
    package init(_ response: ScanResponse, pictures: [Data], text: String? = nil) {
        let readings = response.readings
        let shown = Self.lines(of: response)
        let lines =
            shown.isEmpty
            ? text?.split(whereSeparator: \.isNewline).map(String.init) ?? [] : shown.map(\.text)
        self.init(
            scanID: response.scanID, timestamp: response.timestamp,
            originals: pictures.map { RecordedPicture(sha256: Self.hexDigest(of: $0), bytes: $0.count) },
            riskLevel: response.riskLevel, confidence: response.confidence, scamType: response.scamType,
            explanation: DefangedText.of(response.explanation), rulesVersion: response.rulesVersion,
            sender: Self.first(readings, Self.namedSender), address: Self.first(readings) { $0.address },
            contacts: response.entities.filter { Self.contactKinds.contains($0.kind) }.map { entity in
                RecordedContact(
                    kind: entity.kind,
                    text: entity.kind == .money ? entity.text : DefangedText.of(entity.text),
                    registrableDomain: entity.registrableDomain.map(DefangedText.of),
                    country: entity.country, messenger: entity.messenger)
            },
            accounts: PaymentAccount.texts(in: lines),
            reasons: response.findings.map { finding in
                var finding = finding
                finding.quote = finding.quote.map(DefangedText.of)
                return finding
            },
            text: lines.map(DefangedText.of), roles: shown.map(\.role),
            ifYouAlready: response.advice.ifYouAlready, report: response.advice.report)
    }

    /// The lines on the pictures without what phone and app show around them.
    private static func lines(of response: ScanResponse) -> [OCRLine] {
        // Several pictures may show the same lines.
        let read = response.conversation?.lines.map { lines in
            lines.compactMap { line -> OCRLine? in
                guard let all = response.reading(of: line.picture)?.lines, all.indices.contains(line.line)
                else { return nil }
                return all[line.line]
            }
        }
        return read ?? response.readings.flatMap(\.lines).filter { $0.role != .chrome }
    }

    /// What the first picture shows that shows any.
    private static func first(_ readings: [OCRResult], _ field: (OCRResult) -> String?) -> String? {
        readings.lazy.compactMap(field).first.map(DefangedText.of)
    }

    /// The sender in the header, or a number or mail address that stands above a message as one does.
    private static func namedSender(_ reading: OCRResult) -> String? {
        let number = /\(?\+?\(?\d[\d ().\-]{5,20}/
        let heads = reading.lines.filter { $0.role != .chrome }.prefix(mostHeads).map(\.text)
        return reading.sender ?? heads.first.flatMap { $0.wholeMatch(of: number) == nil ? nil : $0 }
            ?? heads.first { $0.firstMatch(of: /[\w.+\-]+@[\w\-]+(\.[\w\-]+)+/) != nil }
    }

    /// A mail's subject stands above its sender.
    private static let mostHeads = 2

    private static func hexDigest(of data: Data) -> String {
        SHA256.hash(data: data).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}

extension ScanResponse {
    /// What was read on each picture, in the order of the conversation.
    var readings: [OCRResult] {
        guard let conversation else { return ocr.map { [$0] } ?? [] }
        return conversation.order.compactMap { reading(of: $0) }
    }

    /// - Parameter picture: the picture's number, from 1 in the order in which they were sent.
    func reading(of picture: Int) -> OCRResult? {
        guard let conversation else { return picture == 1 ? ocr : nil }
        return conversation.pictures.first { $0.picture == picture }?.ocr
    }
}

/// Text with links that no program takes for links and nobody opens by mistake: `hxxps://example[.]com/…`.
package enum DefangedText {
    /// Writes `[.]` for a dot inside a word, but not in a number, and `hxxp` for `http`. That touches more than links, which does no
    /// harm; a dot left in a link would. An address of digits is a link only with its scheme.
    package static func of(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            if isDot(scalar), index > 0, index + 1 < scalars.count,
                isDivided(scalars[index - 1], scalars[index + 1])
            {
                result.append(contentsOf: "[.]".unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result).replacing(/[hH][tT][tT][pP](?=[sS]?:)/, with: "hxxp")
    }

    /// Browsers take these for the dots of a host's name (UTS 46).
    private static func isDot(_ scalar: Unicode.Scalar) -> Bool {
        [0x2E, 0x3002, 0xFF0E, 0xFF61].contains(scalar.value)
    }

    /// Whether a dot between the two stands inside a word.
    private static func isDivided(_ before: Unicode.Scalar, _ after: Unicode.Scalar) -> Bool {
        let letters = [before, after].map(\.properties.isAlphabetic)
        let digits = [before, after].map { $0.properties.numericType != nil }
        return (letters[0] || digits[0]) && (letters[1] || digits[1]) && letters.contains(true)
    }
}
