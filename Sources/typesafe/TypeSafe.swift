import ArgumentParser
import AtomicFile
import BundledResources
import Foundation

/// The command `typesafe`. It loads nothing before a subcommand needs it.
@main
struct TypeSafe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "typesafe",
        abstract: "Scans screenshots and texts for scams, by readable rules.",
        version: Installation.versionAndCommit,
        subcommands: ScanCommands.all + [EvaluateCommand.self, ExplainCommand.self, RulesCommand.self])

    static func main() async {
        // The arguments that Swift gives have lost the bytes that aren't UTF-8.
        let arguments = (1..<max(1, Int(CommandLine.argc))).compactMap { CommandLine.unsafeArgv[$0] }
        await main(arguments.map { String(fileName: UnsafeRawBufferPointer(start: $0, count: strlen($0))) })
    }
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
