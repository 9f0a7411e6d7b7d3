import Foundation
import TextAnalysis

/// Checked and compiled rules. The initialiser doesn't run the rules' examples; `RuleExamples` does.
final class RuleSet: Sendable {
    let settings: ScoringSettings
    let rules: [Rule]
    /// The patterns of each rule in each language.
    let wordings: [Wording]
    let matcher: PhraseMatcher
    /// The words that disguised words are read as: those of patterns, and names of organisations.
    let known: KnownWords
    /// The words of patterns alone.
    let vocabulary: KnownWords
    /// The patterns of rules that look at the owner's answers (`in: replies`).
    let replyMatcher: PhraseMatcher
    /// The numbers of the rules that name a feature, and the features.
    let featureRules: [(rule: Int, feature: Feature)]
    /// The composites, in an order in which each stands after the rules that it refers to.
    let composites: [Composite]
    let languages: RuleLanguages

    struct Wording: Sendable {
        var rule: Int
        /// The place among the rule's wordings. A snapshot doesn't keep it, as only compiling and testing need it.
        var number: Int
        var language: Language
    }

    struct Composite: Sendable {
        var rule: Int
        var all: [Int]
        var any: [Int]
        var none: [Int]
        var later: [Int]
        /// The number of neighbouring turns that hold all parts; nil for any distance.
        var within: Int?
        /// The number of turns at the conversation's beginning in which its parts count; nil for all.
        var opening: Int?

        func isMet(by places: RulePlaces) -> Bool {
            all.allSatisfy(places.holds) && (any.isEmpty || any.contains(where: places.holds))
                && !none.contains(where: places.holds)
        }
    }

    /// Disguised names of organisations are only read by a copy with their `names`.
    init(_ source: RuleSource, analyzer: TextAnalyzer) throws(RuleError) {
        settings = source.settings
        rules = source.rules
        // Those of a language stand together, as they share words, which are read once for each batch that is compiled.
        wordings = rules.indices.flatMap { [rules] rule in
            rules[rule].languages.enumerated().map {
                Wording(rule: rule, number: $0.offset, language: $0.element)
            }
        }.sorted { ($0.language, $0.rule) < ($1.language, $1.rule) }
        let patterns = try CompiledPatterns(wordings, of: rules, analyzer)
        matcher = patterns.matcher
        replyMatcher = patterns.replyMatcher
        vocabulary = patterns.known
        known = patterns.known
        featureRules = rules.enumerated().compactMap { index, rule in
            rule.condition.feature.map { (index, $0) }
        }
        composites = try CompositeOrder.sorted(rules)
        languages = RuleLanguages(Set(wordings.map(\.language)), among: analyzer.languages)
    }

    /// Writes all but the settings and the names of organisations.
    func write(to writer: inout SnapshotWriter) {
        writer.rules(rules)
        writer.numbers(wordings.map { UInt32($0.rule) })
        writer.texts(wordings.map(\.language.code))
        matcher.vocabulary.write(to: &writer)
        matcher.write(to: &writer)
        replyMatcher.write(to: &writer)
        vocabulary.write(to: &writer)
        writer.numbers(featureRules.map { UInt32($0.rule) })
        writer.numbers(featureRules.map { UInt8(Feature.allCases.firstIndex(of: $0.feature) ?? 0) })
        writer.numbers(composites.map { UInt32($0.rule) })
        for part in [\Composite.all, \.any, \.none, \.later] {
            var lists = NumberLists()
            for composite in composites { lists.append(composite[keyPath: part]) }
            lists.write(to: &writer)
        }
        writer.numbers(composites.map { UInt8($0.within ?? 0) })
        writer.numbers(composites.map { UInt8($0.opening ?? 0) })
    }

    /// - Parameter names: names of organisations.
    init(
        from reader: inout SnapshotReader, settings: ScoringSettings, known languages: Languages,
        names: KnownWords
    ) throws(SnapshotError) {
        self.settings = settings
        rules = try reader.rules()
        let count = rules.count
        let owners = try reader.numbers(below: count)
        let codes = try reader.texts()
        guard owners.count == codes.count else { throw SnapshotError() }
        wordings = zip(owners, codes).map { Wording(rule: $0, number: 0, language: Language($1)) }
        let symbols = try Vocabulary(from: &reader)
        matcher = try PhraseMatcher(from: &reader, vocabulary: symbols, wordingCount: owners.count)
        replyMatcher = try PhraseMatcher(from: &reader, vocabulary: symbols, wordingCount: owners.count)
        vocabulary = try KnownWords(from: &reader)
        var known = vocabulary
        known.merge(names)
        self.known = known
        let featured = try reader.numbers(below: count)
        let features = try reader.numbers(UInt8.self)
        guard features.count == featured.count, features.allSatisfy({ $0 < Feature.allCases.count }) else {
            throw SnapshotError()
        }
        featureRules = zip(featured, features).map { ($0, Feature.allCases[Int($1)]) }
        let composed = try reader.numbers(below: count)
        let (all, any) = (try reader.ruleLists(of: count), try reader.ruleLists(of: count))
        let (none, later) = (try reader.ruleLists(of: count), try reader.ruleLists(of: count))
        let within = try reader.numbers(UInt8.self)
        let opening = try reader.numbers(UInt8.self)
        guard [all, any, none, later].allSatisfy({ $0.count == composed.count }),
            [within, opening].allSatisfy({ $0.count == composed.count })
        else { throw SnapshotError() }
        composites = composed.indices.map {
            Composite(
                rule: composed[$0], all: all[$0], any: any[$0], none: none[$0], later: later[$0],
                within: within[$0] == 0 ? nil : Int(within[$0]),
                opening: opening[$0] == 0 ? nil : Int(opening[$0]))
        }
        self.languages = RuleLanguages(Set(wordings.map(\.language)), among: languages)
    }

    /// The same rules, with names of organisations. Words of patterns come first where a name looks like one of them.
    init(_ other: RuleSet, names: KnownWords) {
        settings = other.settings
        rules = other.rules
        wordings = other.wordings
        matcher = other.matcher
        vocabulary = other.vocabulary
        replyMatcher = other.replyMatcher
        featureRules = other.featureRules
        composites = other.composites
        languages = other.languages
        var known = other.known
        known.merge(names)
        self.known = known
    }
}

/// The contents of a folder of rules before they are compiled together.
struct RuleSource: Sendable {
    var settings: ScoringSettings
    var rules: [Rule]
}

extension RuleSource {
    init(directory: URL, languages: Languages) throws(RuleError) {
        settings = try ScoringSettings(directory: directory)
        rules = try RuleFileReader.rules(in: directory, types: Set(settings.scamTypes), languages: languages)
    }
}
