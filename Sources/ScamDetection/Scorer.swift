import Foundation

/// Adds weights under their groups' caps and turns the sum into a probability.
struct Scorer: Sendable {
    let settings: ScoringSettings

    /// Log-odds of a scam.
    func score(_ findings: [Finding]) -> Double {
        var sums: [RuleGroup: Double] = [:]
        for finding in findings { sums[finding.group, default: 0] += finding.weight }
        let hasDecisiveAsk = findings.contains(where: \.isDecisive)
        var score = settings.intercept
        for group in RuleGroup.allCases {
            guard let sum = sums[group], var cap = settings.caps[group] else { continue }
            if group == .protective, hasDecisiveAsk { cap = min(cap, settings.decisiveCap) }
            score += max(-cap, min(cap, sum))
        }
        return score
    }

    func probability(_ score: Double) -> Double {
        1 / (1 + exp(-(settings.slope * score + settings.offset)))
    }

    /// - Parameter findings: strongest first.
    func verdict(_ findings: [Finding]) -> Verdict {
        let probability = probability(score(findings))
        let riskLevel: Verdict.RiskLevel =
            probability >= settings.highBand ? .high : probability >= settings.mediumBand ? .medium : .low
        let scamType = riskLevel == .low ? .unknown : scamType(findings)
        return Verdict(
            riskLevel: riskLevel,
            confidence: min(settings.ceiling, riskLevel == .low ? 1 - probability : probability),
            scamProbability: probability,
            category: settings.categories[scamType] ?? .unknown,
            scamType: scamType,
            explanation: Explanation.text(for: riskLevel, findings),
            findings: findings, rulesVersion: settings.version)
    }

    /// The type with the most positive weight; the first in `groups.yaml` of equals.
    private func scamType(_ findings: [Finding]) -> ScamType {
        var sums: [ScamType: Double] = [:]
        for finding in findings where finding.weight > 0 {
            if let type = finding.scamType { sums[type, default: 0] += finding.weight }
        }
        var best: (type: ScamType, sum: Double)?
        for type in settings.scamTypes {
            if let sum = sums[type], sum > best?.sum ?? 0 { best = (type, sum) }
        }
        return best?.type ?? .unknown
    }
}
