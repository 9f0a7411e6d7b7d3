import ArgumentParser
import Foundation
import ScamDetection
import TextAnalysis
import Texts

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

struct RuleEntry: Encodable {
    var id: String
    var title: String
    var group: String
    /// Those that it has patterns for.
    var languages: [String]
    var scamType: String?
    /// In log-odds.
    var weight: Double
    var file: String
    var line: Int?

    init(_ rule: Rule) {
        id = rule.id
        title = rule.reason.map(UserTexts.current.say) ?? ""
        group = rule.group.rawValue
        languages = rule.languages.map(\.code)
        scamType = rule.scamType?.rawValue
        weight = rule.weight
        file = rule.file
        line = rule.line
    }

    var text: String {
        FiguresTable.right(String(format: "%+.2f", weight), 6) + "  " + FiguresTable.pad(id, 40) + title
    }
}

/// `typesafe rules evidence`: prints what labelled messages say of each rule.
struct RulesEvidenceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evidence",
        abstract: "Tells for which labelled messages each rule holds, and what it changes.",
        discussion: """
            Columns: scams and genuine messages for which the rule holds, and their sources; what it adds to the score \
            of each, in log-odds; how many would be low without it; the rule that holds for most of the same messages, \
            and the share of messages in common. "unseen" marks rules that guard what no message shows.

            Exit codes: 0 done, 64 wrong usage, 65 or 66 messages are at fault, 78 rules are refused.
            """)

    @OptionGroup var files: RuleFiles

    @Option(help: ArgumentHelp("Labelled messages.", valueName: "file"))
    var messages: [String]

    @Flag(help: "Print JSON, with each source's counts.")
    var json = false

    func run() async throws { try await Failure.reported(evidence) }

    private func evidence() async throws(Failure) {
        let detector = try files.detector()
        let messages = try MessageFile.messages(in: messages)
        let all = await RuleEvidence.all(from: messages, by: detector)
            .sorted { ($1.scams, $0.genuine, $0.rule) < ($0.scams, $1.genuine, $1.rule) }
        if json { return print(JSONOutput.text(all, isPretty: true)) }
        print(
            FiguresTable.pad("rule", 38)
                + " scams genuine sources   adds: scam genuine  decides: scam genuine  in common")
        for one in all { print(line(one)) }
        print("\(all.count) rules, \(all.count { $0.scams == 0 }) of them without a scam")
    }

    private func line(_ one: RuleEvidence) -> String {
        func log(_ value: Double) -> String { String(format: "%+.2f", value) }
        let columns: [(String, Int)] = [
            ("\(one.scams)", 6), ("\(one.genuine)", 8), ("\(one.sources.count)", 8),
            (log(one.effectOnScams), 13), (log(one.effectOnGenuine), 8), ("\(one.decidedScams)", 15),
            ("\(one.decidedGenuine)", 8), (String(format: "%.2f", one.likeness), 11),
        ]
        return columns.reduce(FiguresTable.pad(one.rule, 38)) { $0 + FiguresTable.right($1.0, $1.1) }
            + " " + (one.twin ?? "") + (one.isUnseen ? " unseen" : "")
    }
}
