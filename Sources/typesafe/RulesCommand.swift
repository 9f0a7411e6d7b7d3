import ArgumentParser

/// What authors of rules need.
struct RulesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Checks, lists and fits rules.",
        subcommands: [RulesCheckCommand.self, RulesListCommand.self, RulesFitCommand.self])
}
