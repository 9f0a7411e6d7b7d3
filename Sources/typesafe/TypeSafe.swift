import ArgumentParser
import BundledResources

/// The command `typesafe`. It loads nothing before a subcommand needs it.
@main
struct TypeSafe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "typesafe",
        abstract: "Scans screenshots and texts for scams, by readable rules.",
        version: Installation.versionAndCommit,
        subcommands: ScanCommands.all + [EvaluateCommand.self, ExplainCommand.self, RulesCommand.self])
}

/// `typesafe rules`: the commands for authors of rules.
struct RulesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Checks, lists, weighs, fits and reviews rules.",
        subcommands: [
            RulesCheckCommand.self, RulesListCommand.self, RulesEvidenceCommand.self, RulesFitCommand.self,
            RulesReviewCommand.self,
        ])
}
