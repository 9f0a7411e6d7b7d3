package import Texts

/// The risk of one text, and the findings from which it follows.
package struct Verdict: Sendable, Equatable {
    package var riskLevel: RiskLevel
    /// For `low` the probability that it is no scam, for `medium` and `high` that it is one, from 0 to 1; 0 for `unknown`.
    package var confidence: Double
    /// The calibrated probability that the text is a scam, from 0 to 1.
    package var scamProbability: Double
    package var category: ScamCategory
    /// Kind of the scam; `unknown` for low risk, and where no matching rule votes for a type.
    package var scamType: ScamType
    /// What the person who received the message is told: a few sentences, one after the other.
    package var explanation: [Sentence]
    /// The findings, the strongest first. Protective ones have negative weights and come last.
    package var findings: [Finding]
    /// What would have changed the risk level; empty where nothing that was found would, and for `unknown`.
    package var decidedBy: [DecidingFindings] = []
    package var rulesVersion: String
    /// The languages of the text, and those of them for which there are rules.
    package var languages = LanguageCoverage()
    /// The share of the text's letters that were understood, from 0 to 1; nil if there was no text. If it is less than
    /// `Understanding.least`, the risk isn't low.
    package var understood: Double?

    package static func noText(rulesVersion: String) -> Verdict {
        Verdict(
            riskLevel: .unknown, confidence: 0, scamProbability: 0, category: .unknown, scamType: .unknown,
            explanation: [Sentence(VerdictText.noText)], findings: [],
            rulesVersion: rulesVersion)
    }
}

/// How much a rule or a text asks for.
package enum Ask: Int, Comparable, Sendable {
    case nothing, something
    /// Protective findings can't cancel it.
    case decisive

    package static func < (one: Ask, other: Ask) -> Bool { one.rawValue < other.rawValue }
}

/// A rule that holds for a text, or what its words say, and the places that show it.
package struct Finding: Sendable, Equatable {
    package var rule: String
    /// What people are told of it.
    package var reason: Sentence
    package var group: RuleGroup
    /// The scam type for which the rule votes; nil if it votes for none.
    package var scamType: ScamType?
    /// The finding's share of the score, in log-odds: the rule's weight times `trust`.
    package var weight: Double
    /// The share of the rule's weight that counts, from 0 to 1. It is less than 1 if the words were read poorly, or if not all
    /// readings of a link show the rule.
    package var trust: Double
    /// How much the rule asks for. One that only a less likely reading shows asks for nothing.
    package var ask: Ask
    package var isDecisive: Bool { ask == .decisive }
    /// The places in the raw text, as UTF-8 ranges in order. A composite has those of its parts.
    package var ranges: [Range<Int>]
    /// The text of the ranges that tell something by themselves, cut to `longestQuote` characters.
    package var quote: String

    /// The largest number of characters of a quote: one or two sentences.
    package static let longestQuote = 200
    /// The largest number of ranges that a quote shows.
    static let mostQuoted = 8
}

/// What a verdict tells a person: the strongest reasons, and for medium risk what would make the message genuine.
enum Explanation {
    /// - Parameter findings: the strongest comes first.
    static func sentences(
        for riskLevel: RiskLevel, _ findings: [Finding], scamType: ScamType
    ) -> [Sentence] {
        let positive = findings.filter { $0.weight > 0 }
        if riskLevel == .low {
            // What the words sound like is nothing to tell beside a low risk, and no level says the opposite of its own reasons.
            let told = positive.first { $0.group != .words }
            if let told { return [told.reason, Sentence(VerdictText.nothingBeyond)] }
            return [Sentence(VerdictText.noPattern)]
                + (findings.last { $0.weight < 0 }.map { [$0.reason] } ?? [])
        }
        var reasons: [Sentence] = []
        if let first = positive.first {
            reasons = [first.reason]
            if let next = second(after: first, among: positive.dropFirst()) { reasons.append(next.reason) }
        }
        return riskLevel == .medium ? reasons + [Sentence(.genuineIf, key: key(of: scamType))] : reasons
    }

    private static func key(of type: ScamType) -> String { type == .unknown ? "default" : type.rawValue }

    /// The strongest finding with another reason, of another group and another type. If there is none, the strongest of another group;
    /// if there is none either, the next finding.
    private static func second(after first: Finding, among rest: ArraySlice<Finding>) -> Finding? {
        let others = rest.filter { $0.reason != first.reason }
        return others.first { $0.group != first.group && $0.scamType != first.scamType }
            ?? others.first { $0.group != first.group } ?? others.first
    }
}
