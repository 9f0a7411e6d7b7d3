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
        // The languages whose patterns match a passage that may be in them.
        var matching: Set<Language> = []
        func applies(_ rule: Int, _ tokens: Range<Int>, _ text: AnalyzedText) -> Bool {
            guard let language = rules.rules[rule].language else { return true }
            guard coverage.includes(language, at: tokens, of: text, latin: rules.languages.latin) else {
                return false
            }
            matching.insert(language)
            return true
        }
        let context = FeatureContext(text: text, lexicon: lexicon)
        self.context = context
        var matches = rules.matcher.matches(text)
        let reported = ReportedSpeech(rules, text, matches: matches, context: context)
        if !reported.parts.isEmpty {
            matches = rules.matcher.matches(text) { number, tokens in
                rules.rules[number].group == .protective || rules.reports.contains { $0.rule == number }
                    || !reported.contains(tokens)
            }
        }
        for (rule, tokens) in matches where applies(rule, tokens, text) {
            places[rule] = [text.place(of: tokens)]
        }
        var turns = TalkTurns(text.screen)
        for (number, reply) in (text.screen?.replies ?? []).enumerated() {
            // Answers make a rule hold, but they are never shown as evidence.
            for (rule, tokens) in rules.replyMatcher.matches(reply) where applies(rule, tokens, reply) {
                places[rule] = []
                turns.add(rule, inAnswer: number)
            }
        }
        func findEachMessage() -> [(rule: Int, message: Int)] {
            rules.matcher.matchesByMessage(text) { number, tokens in
                applies(number, tokens, text)
                    && (rules.rules[number].group == .protective || !reported.contains(tokens))
            }
        }
        func applies(_ rule: Int) -> Bool {
            guard let language = rules.rules[rule].language else { return true }
            return coverage.rules.contains(language)
                && (!languages.isCertain || coverage.detected.contains(language)
                    || matching.contains(language))
        }
        let leadsSomewhere = !text.codes.isEmpty || !context.links.isEmpty || text.screen != nil
        for (rule, feature) in rules.featureRules
        where applies(rule) && (leadsSomewhere || feature.isOfWords) {
            let found = feature.places(in: context)
            if !found.isEmpty { places[rule] = found }
        }
        rules.compositeIndex.forEach(beside: places.rules) { index in
            let rule = rules.composites[index].rule
            // Few composites hold, and asking them costs less than comparing languages.
            let composite = rules.composites[index]
            guard rules.compositeIndex.isMet(index, by: places),
                turns.isContinued(composite, places), turns.isAtBeginning(composite, places), applies(rule),
                turns.holdsTogether(composite, places, findEachMessage, in: rules)
            else {
                // A rule that would hold by itself, but that another one silences.
                places[rule] = nil
                return false
            }
            let parts = (composite.all + composite.any + composite.later).compactMap { places[$0] }
            places[rule] = Self.merged(parts.flatMap(\.self))
            return true
        }
        keepStrongest(
            of: coverage.byEvidence.filter(rules.languages.latin.contains), detected: coverage.detected,
            in: rules)
    }

    /// Keeps the rules of one language among those in Latin letters. Such languages share words, and rules of two of
    /// them may say the same of one text, so only the language whose rules weigh most counts; of equals the first.
    /// - Parameter languages: the languages that the words show come first.
    private mutating func keepStrongest(
        of languages: [Language], detected: [Language], in rules: RuleSet
    ) {
        guard languages.count > 1 else { return }
        var sums: [Language: Double] = [:]
        let holding = places.rules.filter { rules.rules[$0].language != nil }
        for index in holding {
            // Protective rules don't count here: calming words in another language would silence the rules of the message's own.
            guard let language = rules.rules[index].language else { continue }
            sums[language, default: 0] += max(0, rules.rules[index].weight)
        }
        guard !sums.isEmpty else { return }
        for language in detected { sums[language, default: 0] += Self.headStart }
        let most = languages.map { sums[$0, default: 0] }.max() ?? 0
        guard most > 0, let strongest = languages.first(where: { sums[$0] == most }) else { return }
        for index in holding {
            if let language = rules.rules[index].language, languages.contains(language), language != strongest
            {
                places[index] = nil
            }
        }
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
