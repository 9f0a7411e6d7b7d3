struct Scorer: Sendable {
    let settings: ScoringSettings

    /// Confidence of text recognition from which a finding counts fully. Of words read with at least this confidence
    /// 93 % were right, of others 41 % (docs/evaluation.md).
    static let clearReading = 0.9

    /// The share of a finding's weight that counts.
    /// - Parameter confidence: mean confidence with which its words were read; nil where the text wasn't read from a
    ///   picture.
    static func trust(_ confidence: Double?) -> Double {
        confidence.map { max(0, min(1, $0 / clearReading)) } ?? 1
    }

    /// - Parameter all: the findings, the strongest one first. Those of weight 0 aren't in the verdict, but may ask for something.
    func verdict(_ all: [Finding]) -> Verdict {
        let probability = ScoreBreakdown(all, settings: settings).probability
        let findings = all.filter { $0.weight != 0 }
        let riskLevel = settings.riskLevel(probability)
        let scamType = riskLevel == .low ? .unknown : scamType(findings)
        return Verdict(
            riskLevel: riskLevel,
            confidence: min(settings.ceiling, riskLevel == .low ? 1 - probability : probability),
            scamProbability: probability,
            category: settings.categories[scamType] ?? .unknown,
            scamType: scamType,
            explanation: Explanation.sentences(for: riskLevel, findings, scamType: scamType),
            findings: findings, decidedBy: decidingFindings(all, for: riskLevel),
            rulesVersion: settings.version)
    }

    /// The type with the largest sum of positive weights among those that decisive asks vote for, as what is asked for tells the scam, or
    /// among all where there are none; of types with equal sums, the first in `groups.yaml`.
    private func scamType(_ findings: [Finding]) -> ScamType {
        let asked = Set(findings.filter(\.isDecisive).compactMap(\.scamType))
        var sums: [ScamType: Double] = [:]
        for finding in findings where finding.weight > 0 {
            if let type = finding.scamType, asked.isEmpty || asked.contains(type) {
                sums[type, default: 0] += finding.weight
            }
        }
        var best: (type: ScamType, sum: Double)?
        for type in settings.scamTypes {
            if let sum = sums[type], sum > best?.sum ?? 0 { best = (type, sum) }
        }
        return best?.type ?? .unknown
    }
}
