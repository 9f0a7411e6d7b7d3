package import Foundation
package import TextAnalysis

/// The reason why a rule or lexicon file was refused, and its place.
package struct RuleError: Error, Equatable, CustomStringConvertible {
    /// The path below the rules or lexicon folder; empty if the folder itself is at fault.
    package var file: String
    /// The line of the fault, from 1; nil if the fault concerns the whole file.
    package var line: Int?
    package var reason: Reason

    package init(file: String, line: Int?, reason: Reason) {
        self.file = file
        self.line = line
        self.reason = reason
    }

    package enum Reason: Equatable, Sendable {
        case unreadable
        case invalidYAML(String)
        case expected(String)
        case missingKey(String)
        case unknownKey(String)
        case unknownValue(key: String, value: String)
        case malformedLine
        case duplicateID(String)
        case malformedID(String)
        case titleTooLong(limit: Int)
        case weightOutOfRange(Double)
        case notExactlyOneKind
        case unlessWithoutPatterns
        case tooFewExamples
        case unknownRule(String)
        case cycle(String)
        case pattern(PatternError)
        case unreachedPattern(String)
        case unreachedUnless(String)
        case exampleNotMatched
        case exampleMatched
        /// The words of the example don't show that it is in the rule's language.
        case exampleInAnotherLanguage
    }

    package var description: String {
        "\(file)\(line.map { ":\($0)" } ?? ""): \(reason)"
    }
}

package enum PatternError: Error, Equatable, Sendable {
    case unbalanced
    case emptyAlternative
    case unknownEntity(String)
    case nestedTooDeeply(limit: Int)
    case tooLarge(limit: Int)
    case gapAtEdge
    /// Every part of the pattern is optional, so that it matches no words.
    case matchesNothing
}

/// Finds all problems of a set of rules. Loading the rules stops at the first problem.
package struct RuleCheck: Sendable {
    /// The problems in the order of files and lines; problems of single rules come before those that show only
    /// between rules.
    package private(set) var problems: [RuleError] = []
    /// The loaded set; nil where it can't be loaded. Its examples may still be among the problems.
    package private(set) var detector: ScamDetector?

    package init(rules: URL, lexicon: URL, languages: Languages) {
        do throws(RuleError) {
            let known = try Lexicon(directory: lexicon, languages: languages)
            let settings = try ScoringSettings(directory: rules)
            let readable = try RuleFileReader.rules(
                in: rules, types: Set(settings.scamTypes), languages: languages, problems: &problems)
            for rule in readable { problems += patternProblems(of: rule, known) }
            // References to rules that were refused would be reported as further problems.
            guard problems.isEmpty else { return }
            let detector = try ScamDetector(
                rules: rules, lexicon: lexicon, languages: languages, checksExamples: false)
            self.detector = detector
            problems = detector.exampleProblems()
        } catch {
            problems.append(error)
        }
    }

    private func patternProblems(of rule: Rule, _ lexicon: Lexicon) -> [RuleError] {
        var problems: [RuleError] = []
        for pattern in rule.condition.wordings.flatMap({ $0.patterns + $0.unless }) {
            do throws(PatternError) {
                var words = PatternWords(lexicon.analyzer)
                let syntax = try PatternParser.parse(pattern.value, words: &words)
                var vocabulary = Vocabulary()
                vocabulary.add(words)
                _ = try PatternCompiler.compiled(syntax, vocabulary)
            } catch {
                problems.append(rule.refused(.pattern(error), line: pattern.line))
            }
        }
        return problems
    }
}
