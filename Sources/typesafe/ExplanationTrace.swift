import ScamDetection
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
        var weight: Double
        /// The share of the weight that counts, 0 to 1. Words that were read badly have a smaller one.
        var trust: Double
        var adds: Double
        var isDecisive: Bool
        var quote: String
    }

    /// A word and its part of what the text model adds to the score, in log-odds.
    struct LearnedWord: Encodable {
        var word: String
        var adds: Double
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
    /// The words that weigh most in the text model, the strongest first.
    var learnedWords: [LearnedWord]
    var steps: [Step]
    var calibration: Calibration
    var verdict: Outcome

    /// The number of words that are listed.
    private static let shownWords = 10

    init(_ message: String, by detector: ScamDetector) {
        let text = detector.analyze(message)
        let findings = detector.findings(in: text)
        let breakdown = detector.breakdown(findings)
        let settings = detector.settings
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
                scamType: finding.scamType?.rawValue, weight: rule?.weight ?? finding.weight,
                trust: finding.trust, adds: finding.weight,
                isDecisive: finding.isDecisive, quote: finding.quote)
        }
        learnedWords = (detector.prediction(for: text)?.parts ?? []).enumerated()
            .sorted { abs($0.element) > abs($1.element) }.prefix(Self.shownWords)
            .map {
                LearnedWord(
                    word: text.quote(text.tokens[$0.offset].range),
                    adds: settings.wordFactor * Double($0.element))
            }
        var total = 0.0
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
