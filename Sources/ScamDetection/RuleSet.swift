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
        reports = try Self.reports(rules, patterns.matcher)
        languages = RuleLanguages(Set(rules.compactMap(\.language)), among: analyzer.languages)
    }

    private static func reports(_ rules: [Rule], _ matcher: PhraseMatcher) throws(RuleError) -> [Report] {
        let ends = Dictionary(grouping: matcher.ends, by: \.rule).mapValues { $0.map(\.program) }
        var reports: [Report] = []
        for (rule, ends) in ends.sorted(by: { $0.key < $1.key }) {
            reports.append(
                Report(
                    rule: rule,
                    beside: try CompositeOrder.numbers(of: rules[rule].beside, in: rules[rule], among: rules),
                    beginnings: matcher.phrases.filter { $0.rule == rule }.map(\.program), ends: ends))
        }
        return reports
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
        let known = Set(rules.map(\.id))
        if let unknown = settings.wordSilencers.first(where: { !known.contains($0.value) }) {
            throw RuleError(
                file: ScoringSettings.fileName, line: unknown.line, reason: .unknownRule(unknown.value))
        }
    }
}
