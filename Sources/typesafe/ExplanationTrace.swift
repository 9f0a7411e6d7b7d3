import ScamDetection
import ScanCommands
import TextAnalysis
import Texts

/// All steps from a text to its verdict, as `explain --json` prints them.
struct ExplanationTrace: Encodable {
    struct Word: Encodable {
        var raw: String
        var normalized: String
        /// Kind of the entity that the word is; nil for an ordinary word.
        var kind: String?
        var sentence: Int
    }

    struct Entity: Encodable {
        var kind: String
        var raw: String
        var text: String
        var host: String?
        var registrableDomain: String?
    }

    struct Match: Encodable {
        var rule: String
        var title: String
        var group: String
        var scamType: String?
        var prior: Double
        var fitted: Double?
        /// The share of the weight that counts, 0 to 1. Words that were read badly have a smaller one.
        var trust: Double
        var adds: Double
        var isDecisive: Bool
        var quote: String
    }

    /// A word or a pair of words with a learned weight.
    struct LearnedWord: Encodable {
        var words: String
        /// Log-odds.
        var weight: Double
    }

    struct Step: Encodable {
        var group: String
        var sum: Double
        var cap: Double
        var counted: Double
        /// The score up to and including this group, in log-odds.
        var total: Double
    }

    struct Calibration: Encodable {
        var slope: Double
        var offset: Double
        var logOdds: Double
        var probability: Double
        var mediumFrom: Double
        var highFrom: Double
    }

    struct Outcome: Encodable {
        var riskLevel: String
        var confidence: Double
        var scamProbability: Double
        var scamType: String
        var explanation: String
        var rulesVersion: String
        var decidedBy: [Deciding]
    }

    /// Rules without whose findings the risk level would be another one.
    struct Deciding: Encodable {
        var rules: [String]
        var without: String
    }

    var words: [Word]
    var entities: [Entity]
    /// The rules that matched, the strongest first, including those with the weight 0.
    var matches: [Match]
    /// The learned words that weigh most, the strongest first.
    var learnedWords: [LearnedWord]
    var intercept: Double
    var steps: [Step]
    var calibration: Calibration
    var verdict: Outcome

    /// The number of learned words that are listed.
    private static let shownWords = 10

    init(_ message: String, by detector: ScamDetector) {
        let text = detector.analyze(message)
        let findings = detector.findings(in: text)
        let breakdown = detector.breakdown(findings)
        let settings = detector.settings(for: text)
        words = text.tokens.map { token in
            let raw = text.quote(token.range)
            return Word(
                raw: raw, normalized: detector.lexicon.analyzer.normalForm(raw), kind: token.kind?.rawValue,
                sentence: token.sentence)
        }
        entities = text.entities.map {
            Entity(
                kind: $0.kind.rawValue, raw: text.quote($0.range), text: $0.text, host: $0.link?.host,
                registrableDomain: $0.link?.registrableDomain)
        }
        matches = findings.map { finding in
            let rule = detector.rules.first { $0.id == finding.rule }
            return Match(
                rule: finding.rule, title: UserTexts.current.say(finding.reason),
                group: finding.group.rawValue,
                scamType: finding.scamType?.rawValue, prior: rule?.prior ?? finding.weight,
                fitted: rule?.fitted, trust: finding.trust, adds: finding.weight,
                isDecisive: finding.isDecisive, quote: finding.quote)
        }
        learnedWords = detector.learnedWords(in: text)
            .sorted { abs($0.weight) > abs($1.weight) }.prefix(Self.shownWords)
            .map { LearnedWord(words: text.quote(text.place(of: $0.tokens)), weight: $0.weight) }
        intercept = breakdown.intercept
        var total = breakdown.intercept
        steps = breakdown.parts.map { part in
            total += part.counted
            return Step(
                group: part.group.rawValue, sum: part.sum, cap: part.cap, counted: part.counted, total: total)
        }
        calibration = Calibration(
            slope: settings.slope, offset: settings.offset, logOdds: breakdown.calibratedScore,
            probability: breakdown.probability, mediumFrom: settings.mediumBand, highFrom: settings.highBand)
        let verdict = detector.verdict(on: text)
        self.verdict = Outcome(
            riskLevel: verdict.riskLevel.rawValue, confidence: verdict.confidence,
            scamProbability: verdict.scamProbability, scamType: verdict.scamType.rawValue,
            explanation: UserTexts.current.say(verdict.explanation), rulesVersion: verdict.rulesVersion,
            decidedBy: verdict.decidedBy.map { Deciding(rules: $0.rules, without: $0.riskLevel.rawValue) })
    }
}
