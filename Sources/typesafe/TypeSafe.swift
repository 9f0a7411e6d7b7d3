import ArgumentParser
import ScanCommands

/// The command line: judges messages and tends rules. Loads nothing until a command needs it.
@main
struct TypeSafe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "typesafe",
        abstract: "Scans screenshots and texts for scams, by readable rules.",
        subcommands: ScanCommands.all + [EvaluateCommand.self, ExplainCommand.self, RulesCommand.self])
}
