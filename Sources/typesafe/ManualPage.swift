import ArgumentParser
import BundledResources
import Foundation
import Texts

/// The manual page in roff, generated from the output of ArgumentParser's `--experimental-dump-help`.
struct ManualPage {
    private struct Help: Decodable {
        let command: Command
    }

    private struct Command: Decodable {
        let commandName: String
        let abstract: String?
        let discussion: String?
        let subcommands: [Command]?
        let arguments: [Argument]?
    }

    private struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String
        }

        let kind: String
        let shouldDisplay: Bool
        let names: [Name]?
        let valueName: String?
        let abstract: String?
    }

    let text: String

    /// - Parameter program: the path of a program that is built on ArgumentParser.
    init(of program: String) async throws(CommandFailure) {
        let help = try await Integration.ask(program, ["--experimental-dump-help"])
        guard let page = ManualPage(help: Data(help.utf8)) else {
            throw .usage(.noManual)
        }
        self = page
    }

    /// - Parameter help: the output of `--experimental-dump-help`.
    /// - Returns: nil for anything else.
    init?(help: Data) {
        guard let command = try? JSONDecoder().decode(Help.self, from: help).command else { return nil }
        let name = Self.escaped(command.commandName)
        var lines = [
            ".TH \(name.uppercased()) 1", ".SH NAME", "\(name) \\- \(Self.escaped(command.abstract ?? ""))",
            ".SH SYNOPSIS", ".B \(name)", ".I command", "[options]", ".SH COMMANDS",
        ]
        for subcommand in command.subcommands ?? [] where subcommand.commandName != "help" {
            lines += Self.section(subcommand, path: command.commandName)
        }
        text = lines.joined(separator: "\n") + "\n"
    }

    private static func section(_ command: Command, path: String) -> [String] {
        let name = "\(path) \(command.commandName)"
        var lines = [".SS \(escaped(name))", escaped(command.abstract ?? "")]
        if let discussion = command.discussion, !discussion.isEmpty {
            lines +=
                [".PP", ".nf"]
                + discussion.split(separator: "\n", omittingEmptySubsequences: false).map { escaped($0) } + [
                    ".fi"
                ]
        }
        for argument in command.arguments ?? [] where argument.shouldDisplay {
            let names = (argument.names ?? []).map { ($0.kind == "short" ? "-" : "--") + $0.name }.joined(
                separator: ", ")
            let value =
                argument.kind == "flag" ? "" : argument.valueName.map { names.isEmpty ? $0 : " \($0)" } ?? ""
            lines += [".TP", ".B \(escaped(names + value))", escaped(argument.abstract ?? "")]
        }
        for subcommand in command.subcommands ?? [] where subcommand.commandName != "help" {
            lines += section(subcommand, path: name)
        }
        return lines
    }

    /// Escapes hyphens, so that they can be copied, and lines that roff would take for requests.
    private static func escaped(_ text: some StringProtocol) -> String {
        let escaped = String(text).replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing(
            "\n", with: " ")
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }
}

/// `typesafe manual`: prints the manual page of a program of the product, for `make install`.
struct ManualCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual", abstract: "Print a manual page.", shouldDisplay: false)

    @Argument(help: "The program; typesafe if none is named.") var program: String?

    func run() async throws {
        try await CommandRunner.run {
            print(try await ManualPage(of: program ?? Installation.program.path).text, terminator: "")
            return .clean
        }
    }
}
