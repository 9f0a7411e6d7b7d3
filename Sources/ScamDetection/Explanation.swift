import Texts

/// What a verdict tells a person: the strongest reasons, and for medium risk what would make the message genuine.
enum Explanation {
    /// - Parameter findings: the strongest comes first.
    static func sentences(
        for riskLevel: RiskLevel, _ findings: [Finding], scamType: ScamType
    ) -> [Sentence] {
        // Rules say more to a person than learned words do, which say nothing worth telling beside a low risk.
        let words = findings.filter { $0.weight > 0 && $0.group.isLearned }
        let positive =
            findings.filter { $0.weight > 0 && !$0.group.isLearned } + (riskLevel == .low ? [] : words)
        guard let first = positive.first else {
            let protective = riskLevel == .low ? findings.last : nil
            return [Sentence(VerdictText.noPattern)] + (protective.map { [$0.reason] } ?? [])
        }
        if riskLevel == .low { return [first.reason, Sentence(VerdictText.nothingBeyond)] }
        let reasons =
            [first.reason] + (second(after: first, among: positive.dropFirst()).map { [$0.reason] } ?? [])
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
