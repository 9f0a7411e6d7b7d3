import ArgumentParser
import Foundation
import ScreenshotDetection
import Texts
import TypeSafeAPI
import TypeSafeClient

/// `typesafe wrong`: tells the server's operator that a verdict was wrong.
struct WrongCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wrong",
        abstract: "Tell the server's operator that a verdict was wrong.",
        discussion: """
            Examples:
              typesafe wrong latest --should-be legit
              wl-paste | typesafe wrong --text - --with-text --should-be scam
              typesafe wrong --take-back ID

            The server keeps this only where its operator wants it, for 90 days, and it changes no verdict by itself. A scan is known
            to the server only if the setting session was on; otherwise send the text. A text is sent only with --with-text, or after
            you agreed.

            Exit codes: 0 it is kept, or taken back, 2 error, such as a server that keeps no feedback, 64 wrong usage, 130 interrupted.
            """)

    @Argument(
        help: ArgumentHelp("The beginning of a scan's id in the history, or latest.", valueName: "scan"))
    var scan: String?

    @Option(help: ArgumentHelp("A text in place of a scan; - is standard input.", valueName: "text"))
    var text: String?

    @Option(
        help: ArgumentHelp("What the verdict should have been: legit or scam.", valueName: "verdict"),
        transform: WrongCommand.expectedVerdict)
    var shouldBe: ExpectedVerdict?

    @Flag(help: "Let the operator keep the text, or what the server stores of the scan's text.")
    var withText = false

    @Option(help: ArgumentHelp("Take back what was sent before.", valueName: "id"))
    var takeBack: String?

    @OptionGroup var server: ServerOptions

    func validate() throws {
        guard [scan, text, takeBack].count(where: { $0 != nil }) == 1 else {
            throw ValidationError(.wrongNameOne)
        }
        guard (shouldBe == nil) == (takeBack != nil) else {
            throw ValidationError(.sayShouldBe)
        }
    }

    func run() async throws {
        try await CommandRunner.run {
            let request = try self.request()
            let context = try CommandContext(server)
            let server = context.server
            let terminal = Terminal()
            let console = Console(terminal)
            switch request {
            case .send(let feedback):
                let receipt: FeedbackReceipt
                do throws(CommandFailure) {
                    receipt = try await server.call { client throws(ClientError) in
                        try await client.send(feedback)
                    }
                } catch {
                    // The server can't know scans of no session, and says only that it has none.
                    guard case .server(let failure) = error, failure.problem?.field == "scan_id",
                        !context.settings.usesSession
                    else { throw error }
                    throw CommandFailure.usage(
                        UserTexts.current.joined([error.message, UserTexts.say(.noOwnSession)]))
                }
                let id = receipt.feedbackID.uuidString.lowercased()
                let said = UserTexts.say(
                    receipt.isTextKept ? .keptWithText : .keptWithoutText, ["id": .text(id)])
                console.print(TextFormat.wrapped(said, width: terminal.width))
            case .takeBack(let id):
                try await server.call { client throws(ClientError) in try await client.deleteFeedback(id) }
                console.print([UserTexts.say(.takenBack)])
            }
            return .clean
        }
    }

    private static func expectedVerdict(_ text: String) throws -> ExpectedVerdict {
        guard let verdict = ExpectedVerdict(rawValue: text) else {
            throw ValidationError(.sayShouldBe)
        }
        return verdict
    }

    private enum Request {
        case send(Feedback)
        case takeBack(UUID)
    }

    /// What to ask the server for. Nothing is sent before all of it is known.
    private func request() throws(CommandFailure) -> Request {
        if let takeBack {
            guard let id = UUID(uuidString: takeBack) else {
                throw .usage(.noFeedbackID, ["id": .text(takeBack)])
            }
            return .takeBack(id)
        }
        guard let shouldBe else { throw .usage(.sayShouldBe) }
        if let scan {
            let entry = try HistoryCommand.entry(scan)
            return .send(Feedback(shouldBe, scanID: entry.id, consent: withText))
        }
        let message = text == "-" ? try InputFiles.standardInputText() : text ?? ""
        guard withText || StandardError.agrees(to: .askToSend) ?? false else {
            throw .usage(.textNotSent)
        }
        return .send(Feedback(shouldBe, consentingToKeep: message))
    }
}
