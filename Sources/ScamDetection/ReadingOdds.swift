import TextAnalysis

/// How likely each rule holds for a text whose words were read in several ways. The rules are tried on the text with each other
/// reading of each word; words are taken for independent of each other.
struct ReadingOdds {
    /// The probability that a rule holds or doesn't as it does in the likeliest text, from 0 to 1, by its number; 1 for rules that
    /// aren't named here.
    private var unchanged: [Int: Double] = [:]
    /// The likeliest alternatives that show the rules which the likeliest text doesn't show, with the places.
    private var evidence: [Int: (text: AlternativeText, places: [Range<Int>])] = [:]
    private let likeliest: RulePlaces
    /// The rules that one of the texts shows, in ascending order.
    private(set) var rules: [Int]

    /// - Parameters:
    ///   - likeliest: the rules' places in the likeliest text.
    ///   - evaluate: returns the rules' places in another text.
    init(
        _ alternatives: [AlternativeText], likeliest: RulePlaces, evaluate: (AnalyzedText) -> RulePlaces
    ) {
        self.likeliest = likeliest
        rules = likeliest.rules
        let likely = rules
        var changes: [Int: Double] = [:]
        for (index, alternative) in alternatives.enumerated() {
            let found = evaluate(alternative.text)
            for rule in likely where !found.holds(rule) { changes[rule, default: 0] += alternative.odds }
            for rule in found.rules where !likeliest.holds(rule) {
                changes[rule, default: 0] += alternative.odds
                if let places = found[rule], alternative.odds > evidence[rule]?.text.odds ?? 0 {
                    evidence[rule] = (alternative, places)
                }
            }
            guard index + 1 == alternatives.count || alternatives[index + 1].word != alternative.word else {
                continue
            }
            for (rule, odds) in changes { unchanged[rule, default: 1] *= 1 - odds }
            changes.removeAll(keepingCapacity: true)
        }
        if !evidence.isEmpty { rules = (likely + evidence.keys).sorted() }
    }

    /// The probability that a rule holds, from 0 to 1.
    subscript(rule: Int) -> Double {
        let unchanged = unchanged[rule] ?? 1
        return likeliest.holds(rule) ? unchanged : 1 - unchanged
    }

    /// Returns a rule's places in the likeliest of the texts that show it, and those places in the likeliest of all texts; nil if no text
    /// shows the rule.
    /// - Returns: as `other` the text that shows it; nil for the likeliest of all.
    func evidence(
        of rule: Int
    ) -> (other: AnalyzedText?, places: [Range<Int>], ranges: [Range<Int>])? {
        if let places = likeliest[rule] { return (nil, places, places) }
        return evidence[rule].map { other, places in
            (other.text, places, places.map(other.placeInLikeliest))
        }
    }
}
