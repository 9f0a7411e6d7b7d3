import ArgumentParser
import BundledResources
import Foundation
import ScamDetection
import TextAnalysis

/// `typesafe rules check`: prints all problems of a set of rules.
struct RulesCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Says everything that is wrong with a set of rules, with file and line.",
        discussion: """
            Rules are read first, each on its own; what shows only when they work together, and their examples, follow once they are \
            well-formed.

            Exit codes: 0 nothing is wrong, 64 wrong usage, 78 something is.
            """)

    @Argument(help: ArgumentHelp("Directory with the rules (default: the shipped ones).", valueName: "dir"))
    var directory: String?

    @Option(help: ArgumentHelp("Directory with the lexicon (default: the shipped one).", valueName: "dir"))
    var lexicon: String?

    @Option(
        help: ArgumentHelp("Directory with the language files (default: the shipped ones).", valueName: "dir")
    )
    var languageFiles: String?

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        let languages = try await Failure.reported { () throws(Failure) in
            try RuleFiles.languages(in: languageFiles)
        }
        let check = RuleCheck(
            rules: directory.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? BundledResources.rules,
            lexicon: lexicon.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? BundledResources.lexicon,
            languages: languages)
        let problems = check.problems.map(RuleProblem.init)
        if json {
            print(JSONOutput.text(problems, isPretty: true))
        } else {
            for problem in problems { print(problem.text) }
            print(summary(check))
        }
        if !problems.isEmpty { throw ExitCode(EX_CONFIG) }
    }

    private func summary(_ check: RuleCheck) -> String {
        guard check.problems.isEmpty, let rules = check.detector?.rules else {
            return check.problems.count == 1 ? "1 problem" : "\(check.problems.count) problems"
        }
        let languages = Set(rules.flatMap(\.languages)).sorted().map(\.code).joined(separator: ", ")
        return
            "\(rules.count) rules (\(languages)), \(rules.reduce(0) { $0 + $1.examples.count }) examples: nothing is wrong"
    }
}

/// A problem of a rule file with its place, and a sentence about it.
struct RuleProblem: Encodable {
    var file: String
    var line: Int?
    var problem: String

    init(_ error: RuleError) {
        file = error.file
        line = error.line
        problem = Self.sentence(error.reason)
    }

    var text: String { "\(file.isEmpty ? "rules" : file)\(line.map { ":\($0)" } ?? ""): \(problem)" }

    private static func sentence(_ reason: RuleError.Reason) -> String {
        switch reason {
        case .unreadable: "can't be read"
        case .invalidYAML(let problem): "is no valid YAML: \(problem)"
        case .expected(let what): "\(what) is expected here"
        case .missingKey(let key): "the key \(key) is missing"
        case .unknownKey(let key): "the key \(key) isn't known"
        case .unknownValue(let key, let value): "\(value) is no known value of \(key)"
        case .malformedLine: "this line has too few fields, or wrong ones"
        case .duplicateID(let id): "the id \(id) is used twice"
        case .malformedID(let id):
            "the id \(id) must be a group, a dot, and a name of small letters, digits and -"
        case .titleTooLong(let limit): "the title is longer than \(limit) characters"
        case .weightOutOfRange(let weight):
            "the weight \(weight) has the wrong sign for its group, or is larger than \(Rule.maximumWeight)"
        case .notExactlyOneKind:
            "a rule needs patterns, or a feature, or all and any: just one of the three"
        case .unlessWithoutPatterns: "unless needs patterns that it can stop"
        case .tooFewExamples: "each language needs two examples"
        case .unknownRule(let id): "there is no rule \(id)"
        case .cycle(let id): "\(id) refers to itself by way of other rules"
        case .pattern(let error): "in this pattern \(sentence(error))"
        case .unreachedPattern(let pattern): "no match example reaches the pattern: \(pattern)"
        case .unreachedUnless(let pattern): "no no_match example is stopped by: \(pattern)"
        case .exampleNotMatched: "the rule doesn't match this example, which it should"
        case .exampleMatched: "the rule matches this example, which it shouldn't"
        case .exampleInAnotherLanguage:
            "the words of this example don't show that it is in the rule's language"
        }
    }

    private static func sentence(_ error: PatternError) -> String {
        switch error {
        case .unbalanced: "brackets don't pair up"
        case .emptyAlternative: "an alternative is empty"
        case .unknownEntity(let name): "<\(name)> is no known entity"
        case .nestedTooDeeply(let limit): "brackets are nested deeper than \(limit)"
        case .tooLarge(let limit): "there are more than \(limit) steps"
        case .gapAtEdge: "... stands at an edge"
        case .matchesNothing: "every part may be left out"
        }
    }
}
