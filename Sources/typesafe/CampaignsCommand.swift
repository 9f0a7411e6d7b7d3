import ArgumentParser
import Foundation
import ScanDocuments
import TypeSafeAPI
import TypeSafeClient

/// `typesafe campaigns`: lists the messages that a server sees most often.
struct CampaignsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "campaigns",
        abstract: "List the messages that a server sees most often.",
        discussion: """
            The server needs --memory, and the key the scope admin. Each line has the count, the first and the last day, the
            level, what was confirmed, how the message wants to be reached, and its id. No word of it is known.

            Exit codes: 0 done, 2 error, 64 wrong usage, 130 interrupted.
            """)

    @Flag(help: "Print the server's JSON.")
    var json = false

    @OptionGroup var server: ServerOptions

    func run() async throws {
        try await CommandRunner.run {
            let context = try CommandContext(server)
            let found = try await context.server.call { client throws(ClientError) in
                try await client.campaigns()
            }
            let console = Console(Terminal())
            if json {
                console.print([String(decoding: try WireCoding.encoder().encode(found), as: UTF8.self)])
            } else if !found.campaigns.isEmpty {
                console.print(found.campaigns.map(Self.line))
            }
            return .clean
        }
    }

    private static func line(_ message: SeenMessage) -> String {
        return [
            "\(message.count)", message.first.day, message.last.day, message.level?.rawValue ?? "-",
            message.confirmed?.rawValue ?? "-",
            message.contacts.isEmpty ? "-" : message.contacts.joined(separator: ","),
            message.id.uuidString.lowercased(),
        ].joined(separator: "\t")
    }
}
