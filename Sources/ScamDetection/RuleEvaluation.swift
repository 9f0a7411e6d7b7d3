import TextAnalysis

/// Runs all rules over one text.
struct RuleEvaluation {
    /// By rule number, the raw ranges that show it; nil for rules that don't hold.
    private(set) var places: [[Range<Int>]?]

    init(_ rules: RuleSet, lexicon: Lexicon, text: AnalyzedText) {
        places = Array(repeating: nil, count: rules.rules.count)
        let coverage = LanguageCoverage(of: text.languages, by: rules.languages)
        func applies(_ rule: Int) -> Bool { coverage.includes(rules.rules[rule].language) }
        for (rule, tokens) in rules.matcher.matches(text) where applies(rule) {
            let start = text.tokens[tokens.lowerBound].range.lowerBound
            places[rule] = [start..<text.tokens[tokens.upperBound - 1].range.upperBound]
        }
        for reply in text.screen?.replies ?? [] {
            // The owner's words hold the rule up; they are not shown as evidence.
            for (rule, _) in rules.replyMatcher.matches(reply) where applies(rule) { places[rule] = [] }
        }
        let context = FeatureContext(text: text, lexicon: lexicon)
        let leadsSomewhere = !text.codes.isEmpty || !context.links.isEmpty || text.screen != nil
        for (rule, feature) in rules.featureRules
        where applies(rule) && (leadsSomewhere || feature.isOfWords) {
            let found = feature.places(in: context)
            if !found.isEmpty { places[rule] = found }
        }
        for composite in rules.composites where applies(composite.rule) && holds(composite, in: text) {
            let parts = (composite.all + composite.any + composite.later).compactMap { places[$0] }
            places[composite.rule] = Self.merged(parts.flatMap(\.self))
        }
    }

    private func holds(_ composite: RuleSet.Composite, in text: AnalyzedText) -> Bool {
        composite.all.allSatisfy { places[$0] != nil }
            && (composite.any.isEmpty || composite.any.contains { places[$0] != nil })
            && !composite.none.contains { places[$0] != nil }
            && (composite.later.isEmpty || isContinued(composite, in: text.screen))
    }

    /// Whether one of the later parts stands in a later message than all of the other parts' first places.
    private func isContinued(_ composite: RuleSet.Composite, in screen: ScreenContext?) -> Bool {
        let starts = (composite.all + composite.any).compactMap { places[$0]?.first?.lowerBound }
        guard let screen else { return false }
        // Parts that only the owner's words hold up have no place of their own.
        let first = starts.min().flatMap(screen.message) ?? 0
        return composite.later.contains { part in
            places[part]?.contains { screen.message(at: $0.lowerBound).map { $0 > first } ?? false } ?? false
        }
    }

    /// Sorted, with overlapping ranges joined.
    private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var result: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = result.last, range.lowerBound <= last.upperBound {
                result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
        return result
    }
}
