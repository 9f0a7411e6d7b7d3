import ArgumentParser
import ScamDetection
import TextAnalysis

/// `typesafe rules list`: prints the rules that are loaded.
struct RulesListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists rules: weight, id, title.",
        discussion:
            "Exit codes: 0 done, 64 wrong usage, 78 rules are refused.")

    @OptionGroup var files: RuleFiles

    @Option(help: ArgumentHelp("Only rules of this group.", valueName: "name"))
    var group: String?

    @Option(help: ArgumentHelp("Only rules with patterns for this language.", valueName: "code"))
    var language: String?

    @Option(help: ArgumentHelp("Only rules that speak for this type of scam.", valueName: "name"))
    var type: String?

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        if let group, RuleGroup(rawValue: group) == nil {
            throw ValidationError(
                "Groups are \(RuleGroup.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        if let type, ScamType(rawValue: type) == nil {
            throw ValidationError("Types are \(ScamType.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
    }

    func run() async throws { try await Failure.reported(list) }

    private func list() throws(Failure) {
        let detector = try files.detector()
        let entries = detector.rules.filter(isWanted).map(RuleEntry.init)
        if json { return print(JSONOutput.text(entries, isPretty: true)) }
        for entry in entries { print(entry.text) }
        print("\(entries.count) of \(detector.rules.count) rules, version \(detector.rulesVersion)")
    }

    private func isWanted(_ rule: Rule) -> Bool {
        (group == nil || rule.group.rawValue == group)
            && (language == nil || rule.languages.contains { $0.code == language })
            && (type == nil || rule.scamType?.rawValue == type)
    }
}
