import Texts

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
