import TextAnalysis

/// How likely each rule holds for a text whose words were read in several ways. The rules are tried on the text with each other
/// reading of each word; words are taken for independent of each other.
struct ReadingOdds {
    /// For each rule, the probability that it holds or doesn't as it does in the likeliest text, from 0 to 1.
    private var unchanged: [Double]
    /// The likeliest alternatives that show the rules which the likeliest text doesn't show, with the places.
    private var evidence: [Int: (text: AlternativeText, places: [Range<Int>])] = [:]
    private let likeliest: [[Range<Int>]?]

    /// - Parameters:
    ///   - likeliest: the rules' places in the likeliest text.
    ///   - evaluate: returns the rules' places in another text.
    init(
        _ alternatives: [AlternativeText], likeliest: [[Range<Int>]?],
        evaluate: (AnalyzedText) -> [[Range<Int>]?]
    ) {
        self.likeliest = likeliest
        unchanged = Array(repeating: 1, count: likeliest.count)
        var changes: [Int: Double] = [:]
        for (index, alternative) in alternatives.enumerated() {
            let found = evaluate(alternative.text)
            for rule in likeliest.indices where (found[rule] == nil) != (likeliest[rule] == nil) {
                changes[rule, default: 0] += alternative.odds
                if let places = found[rule], alternative.odds > evidence[rule]?.text.odds ?? 0 {
                    evidence[rule] = (alternative, places)
                }
            }
            guard index + 1 == alternatives.count || alternatives[index + 1].word != alternative.word else {
                continue
            }
            for (rule, odds) in changes { unchanged[rule] *= 1 - odds }
            changes.removeAll(keepingCapacity: true)
        }
    }

    /// The probability that a rule holds, from 0 to 1.
    subscript(rule: Int) -> Double { likeliest[rule] == nil ? 1 - unchanged[rule] : unchanged[rule] }

    /// Returns the likeliest of the texts that show a rule, the rule's places in it, and those places in the likeliest of all texts;
    /// nil if no text shows the rule.
    func evidence(
        of rule: Int, in text: AnalyzedText
    ) -> (text: AnalyzedText, places: [Range<Int>], ranges: [Range<Int>])? {
        if let places = likeliest[rule] { return (text, places, places) }
        return evidence[rule].map { other, places in
            (other.text, places, places.map(other.placeInLikeliest))
        }
    }
}
