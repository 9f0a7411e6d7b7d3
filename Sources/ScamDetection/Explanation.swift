/// The text of a verdict: a sentence made from rule titles, and for medium risk a second one.
enum Explanation {
    /// - Parameters:
    ///   - findings: the strongest comes first.
    ///   - genuineIf: a sentence on what would make the message genuine; used for medium risk only.
    static func text(
        for riskLevel: RiskLevel, _ findings: [Finding], genuineIf: String? = nil
    ) -> String {
        let reasons = reasons(for: riskLevel, findings)
        guard riskLevel == .medium, let genuineIf else { return reasons }
        return "\(reasons) \(genuineIf)"
    }

    private static func reasons(for riskLevel: RiskLevel, _ findings: [Finding]) -> String {
        // Rules say more to a person than learned words do.
        let positive =
            findings.filter { $0.weight > 0 && $0.group != .words }
            + findings.filter { $0.weight > 0 && $0.group == .words }
        guard let first = positive.first else {
            guard let protective = findings.last, riskLevel == .low else {
                return "No known scam pattern was found."
            }
            return "No known scam pattern was found; the message \(continued(protective.title))."
        }
        if riskLevel == .low { return "\(first.title), but no scam pattern was found beyond that." }
        guard let second = second(after: first, among: positive.dropFirst()) else { return "\(first.title)." }
        return "\(first.title), and \(continued(second.title))."
    }

    /// The strongest finding of another group and another type. If there is none, the strongest of another group; if there is
    /// none either, the next finding.
    private static func second(after first: Finding, among rest: ArraySlice<Finding>) -> Finding? {
        rest.first { $0.group != first.group && $0.scamType != first.scamType }
            ?? rest.first { $0.group != first.group } ?? rest.first
    }

    /// A title as it stands within a sentence: it begins with a small letter, unless its first word is an abbreviation.
    private static func continued(_ title: String) -> String {
        let second = title.dropFirst().first
        guard second?.isUppercase != true, let first = title.first else { return title }
        return first.lowercased() + title.dropFirst()
    }
}
