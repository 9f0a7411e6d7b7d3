/// Findings of which a verdict's risk level depends: without them, and with all others as they are, it would be another one.
package struct DecidingFindings: Sendable, Equatable {
    /// The rules' ids, the strongest first. Each alone is enough where it is one; of several, all would have to be absent.
    package var rules: [String]
    /// The level that the others would give.
    package var riskLevel: RiskLevel
}

extension Scorer {
    /// The largest number of findings that are tried on each side. Weaker ones aren't what a verdict depends on.
    private static let mostTried = 32

    /// What would have changed the risk level: the findings that each by itself lower it, or else the fewest of the strongest that do so
    /// together; likewise the protective ones, without which it would be higher. What a message of medium risk lacks for a high one isn't
    /// known.
    /// - Parameter all: the findings, the strongest first, with those of weight 0, which may ask for something.
    func decidingFindings(_ all: [Finding], for level: RiskLevel) -> [DecidingFindings] {
        let alarms = all.indices.filter { all[$0].weight > 0 }
        let calming = all.indices.filter { all[$0].weight < 0 }.reversed()
        return (level == .low ? [] : deciding(among: alarms.prefix(Self.mostTried), of: all, for: level))
            + (level == .high ? [] : deciding(among: calming.prefix(Self.mostTried), of: all, for: level))
    }

    private func deciding(
        among candidates: some Sequence<Int>, of all: [Finding], for level: RiskLevel
    ) -> [DecidingFindings] {
        func levelLeft(without absent: [Int]) -> RiskLevel {
            settings.riskLevel(ScoreBreakdown(all, without: absent, settings: settings).probability)
        }
        func result(_ absent: [Int]) -> DecidingFindings {
            DecidingFindings(rules: absent.map { all[$0].rule }, riskLevel: levelLeft(without: absent))
        }
        let each = candidates.map { result([$0]) }.filter { $0.riskLevel != level }
        if !each.isEmpty { return each }
        var absent: [Int] = []
        for candidate in candidates where levelLeft(without: absent) == level { absent.append(candidate) }
        guard levelLeft(without: absent) != level else { return [] }
        // A strong finding of a group that is at its cap may change nothing.
        for candidate in absent.reversed() {
            let fewer = absent.filter { $0 != candidate }
            if levelLeft(without: fewer) != level { absent = fewer }
        }
        return [result(absent)]
    }
}
