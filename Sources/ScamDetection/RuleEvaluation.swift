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

/// The places in a text that show each rule that holds for it, by the rules' numbers. Of hundreds of rules a text shows some tens.
struct RulePlaces: Sendable {
    /// For each rule, one more than its place in `shown`; 0 for a rule that was never set.
    private var slots: [Int32]
    private var shown: [(rule: Int, places: [Range<Int>]?)] = []

    /// - Parameter ruleCount: the number of all rules.
    init(ruleCount: Int) {
        slots = Array(repeating: 0, count: ruleCount)
    }

    /// Ranges of the raw text that show a rule; nil for a rule that doesn't hold.
    subscript(rule: Int) -> [Range<Int>]? {
        get { slots[rule] == 0 ? nil : shown[Int(slots[rule]) - 1].places }
        set {
            if slots[rule] != 0 {
                shown[Int(slots[rule]) - 1].places = newValue
            } else if let newValue {
                shown.append((rule, newValue))
                slots[rule] = Int32(shown.count)
            }
        }
    }

    func holds(_ rule: Int) -> Bool { slots[rule] != 0 && shown[Int(slots[rule]) - 1].places != nil }

    /// The numbers of the rules that hold, in ascending order.
    var rules: [Int] { shown.lazy.filter { $0.places != nil }.map(\.rule).sorted() }
}

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
