import ArgumentParser

/// The command line: judges messages and tends rules. Loads nothing until a command needs it.
@main
struct TypeSafe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "typesafe",
        abstract: "Scam detection by readable rules.",
        subcommands: [EvaluateCommand.self, ExplainCommand.self, RulesCommand.self])
}
