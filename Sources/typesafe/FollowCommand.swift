import ArgumentParser
import Foundation
import ScanDocuments
import ScreenshotDetection
import Texts
import TypeSafeAPI
import TypeSafeClient

/// `typesafe follow`: prints how the scans of a session go.
struct FollowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "follow",
        abstract: "Follow a session's scans as they go.",
        discussion: """
            A session is the id under which an app, or a server's user, has scans done. Whoever knows it may follow them: how far they
            are, level and kind of scam, never the message. With --latest it is the session of this program's own scans, which they
            have with the setting session.

            Examples:
              typesafe follow 7f8c0e5a-2d1b-4c7e-9a53-0b6a3c1d2e4f
              typesafe follow --latest
              typesafe follow --latest --json     for programs: a JSON object a line

            A server that goes away is waited for. Ends with Ctrl-C (exit code 130), or with 2 where the server can't be reached at
            the start, or refuses.
            """)

    @Argument(help: ArgumentHelp("The session's id.", valueName: "session"))
    var session: String?

    @Flag(help: "Follow the session of this program's own scans.")
    var latest = false

    @Flag(help: "Print a JSON object for each step, on a line.")
    var json = false

    @OptionGroup var server: ServerOptions

    func validate() throws {
        guard (session != nil) != latest else { throw ValidationError(.followWhat) }
        if let session, UUID(uuidString: session) == nil {
            throw ValidationError(.noSessionID, ["text": .text(VisibleText.of(session))])
        }
    }

    func run() async throws {
        try await CommandRunner.run {
            let context = try CommandContext(server)
            guard let session = session.flatMap({ UUID(uuidString: $0) }) ?? context.options.session else {
                throw CommandFailure.usage(.noOwnSession)
            }
            let printer = FollowPrinter(Terminal(), isJSON: json)
            StandardError.line(UserTexts.say(.following))
            let failure = try await context.server.call { client in
                await Self.follow(session, client, printer)
            }
            printer.end()
            if let failure { throw CommandFailure.server(failure) }
            return .clean
        }
    }

    /// - Returns: why it can't go on; nil where the task was cancelled.
    private static func follow(
        _ session: UUID, _ client: ScanClient, _ printer: FollowPrinter
    ) async -> ClientError? {
        do {
            for try await update in client.updates(of: session) { printer.print(update) }
            return nil
        } catch {
            return error as? ClientError
        }
    }
}
