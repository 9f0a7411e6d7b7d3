package import ScamTaxonomy

/// The difference between two runs over the same messages.
package struct Comparison: Sendable, Equatable, Encodable {
    /// One judgement in the report of an earlier run.
    package struct Entry: Sendable, Equatable, Codable {
        package var id: String
        package var label: LabelledMessage.Label
        package var scamProbability: Double
        package var riskLevel: RiskLevel

        package init(
            id: String, label: LabelledMessage.Label, scamProbability: Double, riskLevel: RiskLevel
        ) {
            self.id = id
            self.label = label
            self.scamProbability = scamProbability
            self.riskLevel = riskLevel
        }
    }

    /// A message that one run flagged and the other didn't.
    package struct Change: Sendable, Equatable, Encodable {
        package var id: String
        package var label: LabelledMessage.Label
        package var before: Double
        package var after: Double
    }

    /// The number of messages that both runs judged.
    package var shared: Int
    /// The messages that only the later run flags, and then those that only the earlier run flags. In both lists, the messages
    /// whose probability changed most come first.
    package var newlyFlagged: [Change]
    package var newlyCleared: [Change]

    package init(before: [Entry], after: [Entry]) {
        let earlier = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
        shared = 0
        newlyFlagged = []
        newlyCleared = []
        for entry in after {
            guard let old = earlier[entry.id] else { continue }
            shared += 1
            let change = Change(
                id: entry.id, label: entry.label, before: old.scamProbability, after: entry.scamProbability)
            switch (old.riskLevel.isWarning, entry.riskLevel.isWarning) {
            case (false, true): newlyFlagged.append(change)
            case (true, false): newlyCleared.append(change)
            default: break
            }
        }
        newlyFlagged.sort(by: Self.isFarther)
        newlyCleared.sort(by: Self.isFarther)
    }

    private static func isFarther(_ first: Change, _ second: Change) -> Bool {
        let (one, other) = (abs(first.after - first.before), abs(second.after - second.before))
        return one == other ? first.id < second.id : one > other
    }
}
