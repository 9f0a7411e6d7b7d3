import ArgumentParser
import Foundation
import ScanDocuments
import ScamDetection
import Texts
import TypeSafeAPI
import TypeSafeClient

/// `typesafe memory`: lists of confirmed scams that installations give each other, and what an operator forgets.
struct MemoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "memory",
        abstract: "Give other servers what yours knows as scams, and use what they know.",
        discussion: """
            The server needs --memory, and the key the scope admin. Servers that use each other's lists need the
            same FILE.key, see docs/memory.md.

            Exit codes: 0 done, 2 error, 64 wrong usage, 130 interrupted.
            """,
        subcommands: [Export.self, Import.self, Lists.self, Forget.self])

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print what was confirmed as scams, as a signed list. No word of a message is in it.",
            discussion: "Example: typesafe memory export --name 'City hotline' >list.jsonl")

        @Option(
            help: ArgumentHelp("Who makes the list, as those see it who are warned by it.", valueName: "name")
        )
        var name: String

        @Option(help: ArgumentHelp("How long others may use it, 1 to 365.", valueName: "days"))
        var days = 30

        @OptionGroup var server: ServerOptions

        func run() async throws {
            try await CommandRunner.run {
                let context = try CommandContext(server)
                let list = try await context.server.call { client throws(ClientError) in
                    try await client.exportMemory(name: name, days: days)
                }
                try FileHandle.standardOutput.write(contentsOf: list)
                let signer = try await context.server.call { client throws(ClientError) in
                    try await client.memoryLists().signer
                }
                // Standard output is the list's.
                StandardError.line(UserTexts.say(.listSigner, ["key": .text(signer)]))
                return .clean
            }
        }
    }

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Use a list, in place of an earlier one of the same key.",
            discussion: "Example: typesafe memory import list.jsonl --signer KEY")

        @Argument(
            help: ArgumentHelp("The list; - is standard input.", valueName: "file"), completion: .file())
        var file: String

        @Option(
            help: ArgumentHelp(
                "The key of who makes it, which stands in its last line; they should tell you.",
                valueName: "key"))
        var signer: String

        @OptionGroup var server: ServerOptions

        func run() async throws {
            try await CommandRunner.run {
                let context = try CommandContext(server)
                let content = try InputFiles.read(file, limit: MemoryList.mostBytes)
                let list = try await context.server.call { client throws(ClientError) in
                    try await client.importList(content, signer: signer)
                }
                Console(Terminal()).print([Lists.line(list)])
                return .clean
            }
        }
    }

    struct Lists: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the lists that the server uses.",
            discussion:
                "Each line has the number of messages, the day it was made, the last day, used or stale, its key, and its name."
        )

        @OptionGroup var server: ServerOptions

        func run() async throws {
            try await CommandRunner.run {
                let context = try CommandContext(server)
                let found = try await context.server.call { client throws(ClientError) in
                    try await client.memoryLists()
                }
                if !found.lists.isEmpty { Console(Terminal()).print(found.lists.map(Self.line)) }
                return .clean
            }
        }

        static func line(_ list: MemoryListFacts) -> String {
            return [
                "\(list.count)", list.made.day, list.expires.day, list.stale ? "stale" : "used",
                list.signer,
                list.name,
            ].joined(separator: "\t")
        }
    }

    struct Forget: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Forget a message, whoever said something of it, or a list.",
            discussion: "typesafe campaigns and typesafe memory lists have the ids and keys.")

        @Argument(help: ArgumentHelp("A message's id, or a list's key.", valueName: "id"))
        var what: String

        @OptionGroup var server: ServerOptions

        func run() async throws {
            try await CommandRunner.run {
                let context = try CommandContext(server)
                try await context.server.call { client throws(ClientError) in
                    if let id = UUID(uuidString: what) {
                        try await client.forgetMessage(id)
                    } else {
                        try await client.forgetList(signer: what)
                    }
                }
                Console(Terminal()).print([UserTexts.say(.takenBack)])
                return .clean
            }
        }
    }
}
