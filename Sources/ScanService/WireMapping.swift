import Foundation
import ScamDetection
import Scanning
package import TextAnalysis
package import TypeSafeAPI

// The one place where the scanner's values become the wire's. Every switch is exhaustive, so that a new case on one
// side can't be forgotten on the other.

extension ScanResponse {
    init(_ report: ScanReport, id: UUID = UUID()) {
        let verdict = report.verdict
        let isJudged = verdict.riskLevel != .unknown
        self.init(
            scanID: id, timestamp: Date(), status: isJudged ? .ok : .noText,
            riskLevel: verdict.riskLevel, confidence: verdict.confidence.rounded(to: 4),
            category: verdict.category, explanation: verdict.explanation,
            scamType: verdict.scamType,
            scamProbability: isJudged ? verdict.scamProbability.rounded(to: 6) : nil,
            rulesVersion: verdict.rulesVersion,
            language: isJudged ? LanguageUse(verdict.languages) : nil,
            findings: verdict.findings.map { TypeSafeAPI.Finding($0, in: report.text) },
            entities: report.text.entities.map { TypeSafeAPI.Entity($0, in: report.text) }.withoutRepetition,
            advice: TypeSafeAPI.Advice(report.advice), ocr: report.transcript.map { OCRResult($0) },
            timing: Timing(report.timing), isCached: report.origin == .cached ? true : nil)
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
    init(_ finding: ScamDetection.Finding, in text: AnalyzedText) {
        self.init(
            rule: finding.rule, title: finding.title, weight: (finding.weight * 100).rounded() / 100,
            quote: finding.quote.isEmpty ? nil : finding.quote,
            boxes: finding.ranges.flatMap { text.boxes(for: $0) }.map { TypeSafeAPI.Box($0) })
    }
}

extension TypeSafeAPI.Box {
    init(_ box: TextAnalysis.Box) {
        self.init(x: box.x, y: box.y, width: box.width, height: box.height)
    }
}

extension TypeSafeAPI.Entity {
    package init(_ entity: TextAnalysis.Entity, in text: AnalyzedText) {
        self.init(
            kind: entity.kind, text: entity.text, registrableDomain: entity.link?.registrableDomain,
            source: entity.codeBox == nil ? .text : .code, scheme: entity.scheme,
            box: entity.codeBox.map { TypeSafeAPI.Box($0) }, country: entity.details.country,
            currency: entity.details.currency, amount: entity.details.amount,
            messenger: entity.details.messenger?.rawValue, seen: text.firstReading(of: entity.range))
    }
}

extension TypeSafeAPI.Advice {
    init(_ advice: ScamDetection.Advice) {
        self.init(
            now: advice.now,
            ifYouAlready: advice.ifYouAlready.map { Exposure(did: $0.did, steps: $0.actions) },
            report: advice.report.map {
                TypeSafeAPI.ReportingPlace(name: $0.name, url: $0.url, phone: $0.phone)
            })
    }
}

extension OCRResult {
    package init(_ transcript: Transcript) {
        self.init(
            text: transcript.text, confidence: transcript.confidence.rounded(to: 3),
            languages: transcript.languages,
            width: transcript.width, height: transcript.height, layout: transcript.layout,
            sender: transcript.sender, address: transcript.address,
            lines: transcript.lines.map { line in
                OCRLine(
                    text: line.text, confidence: line.confidence.rounded(to: 3), role: line.role,
                    block: line.block, box: TypeSafeAPI.Box(line.box))
            })
    }
}

extension Timing {
    init(_ timing: ScanReport.Timing) {
        self.init(
            decode: timing.decoding?.milliseconds.rounded(to: 2),
            ocr: timing.recognition?.milliseconds.rounded(to: 2),
            classify: timing.classification.milliseconds.rounded(to: 3),
            total: timing.total.milliseconds.rounded(to: 2))
    }
}

extension Duration {
    var milliseconds: Double {
        Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15
    }
}

extension [TypeSafeAPI.Entity] {
    /// Each thing once, where it stood first: a header often repeats the sender. What was seen in any of the places stays.
    package var withoutRepetition: Self {
        var indices: [TypeSafeAPI.Entity: Int] = [:]
        var result: Self = []
        for entity in self {
            var key = entity
            key.seen = nil
            if let index = indices[key] {
                result[index].seen = result[index].seen ?? entity.seen
            } else {
                indices[key] = result.count
                result.append(entity)
            }
        }
        return result
    }
}

extension Double {
    /// Digits that mean something, for people who read the JSON.
    func rounded(to digits: Int) -> Double {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        return (self * scale).rounded() / scale
    }
}
