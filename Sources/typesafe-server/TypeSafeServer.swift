import ArgumentParser
import BundledResources
import Foundation
import Glibc
import Scanning

/// The program: it serves by default, and has commands that work on the server's files.
@main
struct TypeSafeServer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "typesafe-server",
        abstract: "Scans screenshots for scams over HTTP.",
        version: Installation.versionAndCommit,
        subcommands: [
            ServeCommand.self, ReadCommand.self, KeysCommand.self, OutboxCommand.self, PushCommand.self,
            HealthCheckCommand.self, SettingsCommand.self,
        ],
        defaultSubcommand: ServeCommand.self)

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        // A worker comes before anything else, as the server waits for its workers' start.
        if arguments.first == WorkerMain.mode { WorkerMain.run() }
        let environment = ProcessInfo.processInfo.environment
        let settings = EnvironmentSettings(environment, for: arguments)
        do {
            try RemovedSettings.check(arguments, environment)
            var command = try parseAsRoot(settings.adding(to: arguments))
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let failure as CommandFailure {
            end(failure)
        } catch {
            // Help and the version go to standard output in ArgumentParser's own form.
            guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
            // ArgumentParser lists the values that a flag takes on lines of their own.
            let line = message(for: error).replacing(":\n  - ", with: ": ").replacing("\n  - ", with: ", ")
            end(.usage(settings.naming(line) + " (see --help)"))
        }
    }

    private static func end(_ failure: CommandFailure) -> Never {
        LineWriter.standardError.write("typesafe-server: \(failure.reason)")
        LineWriter.standardError.flush()
        Glibc.exit(failure.code)
    }
}
