import Snapshots
import Foundation
import TextAnalysis

/// Checked and compiled rules. The initialiser doesn't run the rules' examples; `RuleExamples` does.
final class RuleSet: Sendable {
    let settings: ScoringSettings
    let rules: [Rule]
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
    /// Which of them can hold beside which rules.
    let compositeIndex: CompositeIndex
    /// The rules that say where somebody tells of others (`until`).
    let reports: [Report]
    let languages: RuleLanguages

    struct Report: Sendable {
        var rule: Int
        /// Rules of which one must match as well; empty where none must.
        var beside: [Int]
        var beginnings: [PatternProgram]
        var ends: [PatternProgram]
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
    }

    /// Disguised names of organisations are only read by a copy with their `names`.
    init(_ source: RuleSource, analyzer: TextAnalyzer) throws(RuleError) {
        settings = source.settings
        rules = source.rules
        let patterns = try CompiledPatterns(rules, analyzer)
        matcher = patterns.matcher
        replyMatcher = patterns.replyMatcher
        vocabulary = patterns.known
        known = patterns.known
        featureRules = rules.enumerated().compactMap { index, rule in
            rule.condition.feature.map { (index, $0) }
        }
        composites = try CompositeOrder.sorted(rules)
        compositeIndex = CompositeIndex(composites, ruleCount: rules.count)
        reports = Self.reports(try Self.besides(rules, patterns.matcher), patterns.matcher)
        languages = RuleLanguages(Set(rules.compactMap(\.language)), among: analyzer.languages)
    }

    /// The rules that say where somebody tells of others, and the rules of which one must match as well.
    private static func besides(
        _ rules: [Rule], _ matcher: PhraseMatcher
    ) throws(RuleError) -> [(rule: Int, beside: [Int])] {
        var besides: [(rule: Int, beside: [Int])] = []
        for rule in Set(matcher.ends.map(\.rule)).sorted() {
            besides.append(
                (rule, try CompositeOrder.numbers(of: rules[rule].beside, in: rules[rule], among: rules)))
        }
        return besides
    }

    private static func reports(
        _ besides: [(rule: Int, beside: [Int])], _ matcher: PhraseMatcher
    ) -> [Report] {
        besides.map { rule, beside in
            func programs(_ phrases: [PhraseMatcher.Phrase]) -> [PatternProgram] {
                phrases.filter { $0.rule == rule }.map(\.program)
            }
            return Report(
                rule: rule, beside: beside, beginnings: programs(matcher.phrases),
                ends: programs(matcher.ends))
        }
    }

    /// Writes all but the settings and the names of organisations.
    func write(to writer: inout SnapshotWriter) {
        writer.rules(rules)
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
        writer.numbers(reports.map { UInt32($0.rule) })
        var besides = NumberLists()
        for report in reports { besides.append(report.beside) }
        besides.write(to: &writer)
    }

    /// - Parameter names: names of organisations.
    init(
        from reader: inout SnapshotReader, settings: ScoringSettings, known languages: Languages,
        names: KnownWords
    ) throws(SnapshotError) {
        self.settings = settings
        rules = try reader.rules()
        let count = rules.count
        let symbols = try Vocabulary(from: &reader)
        matcher = try PhraseMatcher(from: &reader, vocabulary: symbols, ruleCount: count)
        replyMatcher = try PhraseMatcher(from: &reader, vocabulary: symbols, ruleCount: count)
        vocabulary = try KnownWords(from: &reader)
        var known = vocabulary
        known.merge(names)
        self.known = known
        let featured = try reader.ruleNumbers(of: count)
        let features = try reader.numbers(UInt8.self)
        guard features.count == featured.count, features.allSatisfy({ $0 < Feature.allCases.count }) else {
            throw SnapshotError()
        }
        featureRules = zip(featured, features).map { ($0, Feature.allCases[Int($1)]) }
        let composed = try reader.ruleNumbers(of: count)
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
        compositeIndex = CompositeIndex(composites, ruleCount: count)
        let reporting = try reader.ruleNumbers(of: count)
        let besides = try reader.ruleLists(of: count)
        guard besides.count == reporting.count else { throw SnapshotError() }
        reports = Self.reports(zip(reporting, besides).map { ($0, $1) }, matcher)
        self.languages = RuleLanguages(Set(rules.compactMap(\.language)), among: languages)
    }

    /// The same rules, with names of organisations. Words of patterns come first where a name looks like one of them.
    init(_ other: RuleSet, names: KnownWords) {
        settings = other.settings
        rules = other.rules
        matcher = other.matcher
        vocabulary = other.vocabulary
        replyMatcher = other.replyMatcher
        featureRules = other.featureRules
        composites = other.composites
        compositeIndex = other.compositeIndex
        reports = other.reports
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
