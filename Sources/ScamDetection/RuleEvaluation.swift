import TextAnalysis

struct RuleEvaluation {
    /// Ranges of the raw text that show each rule.
    private(set) var places: RulePlaces

    let coverage: LanguageCoverage
    let context: FeatureContext

    /// - Parameter languages: the languages to assume for the text; nil for those that its words show.
    init(_ rules: RuleSet, lexicon: Lexicon, text: AnalyzedText, languages: TextLanguages? = nil) {
        places = RulePlaces(ruleCount: rules.rules.count)
        let languages = languages ?? text.languages
        let coverage = LanguageCoverage(of: languages, by: rules.languages)
        self.coverage = coverage
        func applies(_ wording: Int, _ tokens: Range<Int>, _ text: AnalyzedText) -> Bool {
            coverage.includes(
                rules.wordings[wording].language, at: tokens, of: text, latin: rules.languages.latin)
        }
        let context = FeatureContext(text: text, lexicon: lexicon)
        self.context = context
        let matches = rules.matcher.matches(text) { applies($0, $1, text) }
        let replies = (text.screen?.replies ?? []).map { reply in
            rules.replyMatcher.matches(reply) { applies($0, $1, reply) }.keys
        }
        let strongest = Self.strongest(
            of: coverage.byEvidence.filter(rules.languages.latin.contains), detected: coverage.detected,
            matches.keys.sorted(), in: rules)
        func isHeard(_ wording: Int) -> Bool {
            let language = rules.wordings[wording].language
            return strongest == nil || language == strongest || !rules.languages.latin.contains(language)
        }
        for (wording, tokens) in matches where isHeard(wording) {
            let rule = rules.wordings[wording].rule
            let place = text.place(of: tokens)
            // Of wordings in several languages the first counts.
            if let known = places[rule]?.first, known.lowerBound <= place.lowerBound { continue }
            places[rule] = [place]
        }
        var turns = TalkTurns(text.screen)
        for (number, found) in replies.enumerated() {
            // Answers make a rule hold, but they are never shown as evidence.
            for wording in found where isHeard(wording) {
                places[rules.wordings[wording].rule] = []
                turns.add(rules.wordings[wording].rule, inAnswer: number)
            }
        }
        func findEachMessage() -> [(rule: Int, message: Int)] {
            rules.matcher.matchesByMessage(text) { isHeard($0) && applies($0, $1, text) }
                .map { (rules.wordings[$0.wording].rule, $0.message) }
        }
        let leadsSomewhere = !text.codes.isEmpty || !context.links.isEmpty || text.screen != nil
        for (rule, feature) in rules.featureRules where leadsSomewhere || feature.isOfWords {
            let found = feature.places(in: context)
            if !found.isEmpty { places[rule] = found }
        }
        for composite in rules.composites
        where composite.isMet(by: places) && turns.isContinued(composite, places)
            && turns.isAtBeginning(composite, places)
            && turns.holdsTogether(composite, places, findEachMessage, in: rules)
        {
            let parts = (composite.all + composite.any + composite.later).compactMap { places[$0] }
            places[composite.rule] = Self.merged(parts.flatMap(\.self))
        }
    }

    /// Of languages in Latin letters, which share words so that rules of two of them may say the same of one text, the one whose rules
    /// weigh most; of equals the first. Nil where none weighs anything.
    /// - Parameters:
    ///   - languages: the languages that the words show come first.
    ///   - matching: the numbers of the wordings that match, in ascending order, so that equal texts have equal sums to the last bit.
    private static func strongest(
        of languages: [Language], detected: [Language], _ matching: [Int], in rules: RuleSet
    ) -> Language? {
        var sums: [Language: Double] = [:]
        for wording in matching {
            // Protective rules don't count here: calming words in another language would silence the rules of the message's own.
            let (rule, language) = (rules.wordings[wording].rule, rules.wordings[wording].language)
            sums[language, default: 0] += max(0, rules.rules[rule].weight)
        }
        guard !sums.isEmpty else { return nil }
        for language in detected { sums[language, default: 0] += headStart }
        let most = languages.map { sums[$0, default: 0] }.max() ?? 0
        return most > 0 ? languages.first { sums[$0] == most } : nil
    }

    /// The advantage, in log-odds, of languages for which the words speak over languages in which a short text may be. Chosen
    /// on the development messages.
    private static let headStart = 1.5

    /// Returns the ranges in order, and joins those that overlap.
    static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
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
