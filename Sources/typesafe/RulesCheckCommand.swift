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
