package import Foundation
package import ScamDetection
package import TextAnalysis
package import Texts
package import TypeSafeAPI

// Only this file turns the scanner's values into the wire's.

/// Decimal places of numbers on the wire. Further places would be noise: two readings of an image, or two versions of
/// the rules, already give values that differ by more.
private enum Decimals {
    static let confidence = 4
    /// Six places, so that a very small probability doesn't become 0.
    static let probability = 6
    static let weight = 2
    static let wordConfidence = 3
    static let share = 2
    /// Decimal places of the milliseconds of decoding, of reading and of the whole scan.
    static let duration = 2
    /// Decimal places of the milliseconds of judging a text, which takes tens of microseconds.
    static let shortDuration = 3
}

extension ScanResponse {
    /// - Parameters:
    ///   - ocr: what was read on a picture; nil for a text.
    ///   - timing: the time that each step took.
    ///   - texts: what the answer is said with.
    package init(
        _ verdict: Verdict, on text: AnalyzedText, advice: Advice, in texts: Texts, ocr: OCRResult? = nil,
        conversation: Conversation? = nil, timing: Timing,
        isCached: Bool? = nil, id: UUID = UUID()
    ) {
        let isJudged = verdict.understood != nil
        self.init(
            scanID: id, timestamp: Date(), status: ScanStatus(verdict),
            riskLevel: verdict.riskLevel, confidence: verdict.confidence.rounded(to: Decimals.confidence),
            category: verdict.category, explanation: texts.say(verdict.explanation),
            scamType: verdict.scamType,
            scamProbability: isJudged ? verdict.scamProbability.rounded(to: Decimals.probability) : nil,
            understood: verdict.understood?.rounded(to: Decimals.share), rulesVersion: verdict.rulesVersion,
            language: isJudged ? LanguageUse(verdict.languages) : nil,
            findings: verdict.findings.map { TypeSafeAPI.Finding($0, in: text, texts) },
            decidedBy: verdict.decidedBy.isEmpty ? nil : verdict.decidedBy.map { .init($0) },
            entities: text.entities.map { TypeSafeAPI.Entity($0, in: text) }.withoutRepetition,
            advice: advice, ocr: ocr, conversation: conversation, timing: timing, isCached: isCached)
    }
}

extension ScanStatus {
    init(_ verdict: Verdict) {
        self =
            if verdict.understood == nil { .noText } else if verdict.riskLevel == .unknown {
                .notUnderstood
            } else { .ok }
    }
}

extension LanguageUse {
    init(_ coverage: LanguageCoverage) {
        self.init(
            detected: coverage.detected.map(\.code), rules: ["any"] + coverage.rules.map(\.code),
            isCovered: coverage.isCovered)
    }
}

extension TypeSafeAPI.Finding {
    init(_ finding: ScamDetection.Finding, in text: AnalyzedText, _ texts: Texts) {
        self.init(
            rule: finding.rule, title: texts.say(finding.reason),
            weight: finding.weight.rounded(to: Decimals.weight),
            quote: finding.quote.isEmpty ? nil : finding.quote,
            boxes: text.telling(finding.ranges).flatMap { text.boxes(for: $0) })
    }
}

extension TypeSafeAPI.DecidingFindings {
    init(_ findings: ScamDetection.DecidingFindings) {
        self.init(rules: findings.rules, without: findings.riskLevel)
    }
}

extension TypeSafeAPI.Entity {
    package init(_ entity: TextAnalysis.Entity, in text: AnalyzedText) {
        self.init(
            kind: entity.kind, text: entity.text, registrableDomain: entity.link?.registrableDomain,
            source: entity.codeBox == nil ? .text : .code, scheme: entity.scheme,
            box: entity.codeBox, country: entity.details.country,
            currency: entity.details.currency, amount: entity.details.amount,
            messenger: entity.details.messenger?.rawValue, seen: text.firstReading(of: entity.range),
            readings: [EntityReading](text.readings(of: entity.range)))
    }
}

extension [EntityReading] {
    /// Returns nil if there are no readings.
    package init?(_ readings: [Transcript.Reading]) {
        guard !readings.isEmpty else { return nil }
        self = readings.map {
            EntityReading(value: $0.text, odds: $0.odds.rounded(to: Decimals.wordConfidence))
        }
    }
}

extension ConversationPart {
    /// - Parameter pictures: the numbers of its pictures, in its order.
    package init(_ verdict: Verdict, on text: AnalyzedText, pictures: [Int], in texts: Texts) {
        self.init(
            pictures: pictures, status: ScanStatus(verdict), riskLevel: verdict.riskLevel,
            confidence: verdict.confidence.rounded(to: Decimals.confidence), scamType: verdict.scamType,
            explanation: texts.say(verdict.explanation),
            findings: verdict.findings.map { TypeSafeAPI.Finding($0, in: text, texts) })
    }
}

extension OCRResult {
    package init(_ transcript: Transcript, frame: Int = 1) {
        self.init(
            text: transcript.text, confidence: transcript.confidence.rounded(to: Decimals.wordConfidence),
            languages: transcript.languages,
            width: transcript.width, height: transcript.height, frame: frame > 1 ? frame : nil,
            layout: transcript.layout,
            sender: transcript.sender, address: transcript.address,
            lines: transcript.lines.map { line in
                OCRLine(
                    text: line.text, confidence: line.confidence.rounded(to: Decimals.wordConfidence),
                    role: line.role,
                    block: line.block, box: line.box.withoutPicture)
            })
    }
}

extension Box {
    /// The box on a picture that is known otherwise.
    fileprivate var withoutPicture: Box { Box(x: x, y: y, width: width, height: height) }
}

extension Timing {
    /// - Parameters: the time that each step took; nil for steps that were not needed.
    package init(decoding: Duration?, recognition: Duration?, classification: Duration, total: Duration) {
        self.init(
            decode: decoding?.milliseconds.rounded(to: Decimals.duration),
            ocr: recognition?.milliseconds.rounded(to: Decimals.duration),
            classify: classification.milliseconds.rounded(to: Decimals.shortDuration),
            total: total.milliseconds.rounded(to: Decimals.duration))
    }
}

extension Duration {
    package var milliseconds: Double { self / .milliseconds(1) }
}

extension [TypeSafeAPI.Entity] {
    /// The entities without repetitions, in the order in which each comes first. A chat's header often repeats the
    /// sender. A kept entity gets its `seen` and its `readings` from the first of its repetitions that has them.
    package var withoutRepetition: Self {
        var indices: [TypeSafeAPI.Entity: Int] = [:]
        var result: Self = []
        for entity in self {
            var key = entity
            key.seen = nil
            key.readings = nil
            if let index = indices[key] {
                result[index].seen = result[index].seen ?? entity.seen
                result[index].readings = result[index].readings ?? entity.readings
            } else {
                indices[key] = result.count
                result.append(entity)
            }
        }
        return result
    }
}

extension Double {
    package func rounded(to digits: Int) -> Double {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        return (self * scale).rounded() / scale
    }
}
