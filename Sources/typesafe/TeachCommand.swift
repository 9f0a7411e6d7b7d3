import ArgumentParser
import AtomicFile
import Foundation
import ScreenshotDetection
import Texts
import TypeSafeAPI
import TypeSafeClient

/// `typesafe teach`: tells a server what a message is, so that it judges by it from now on.
struct TeachCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "teach",
        abstract: "Tell a server what a message is, so that it knows the message again.",
        discussion: """
            Examples:
              typesafe teach scam screenshot.png
              typesafe teach genuine latest
              wl-paste | typesafe teach scam --text -
              typesafe teach --take-back ID

            The server needs --memory, and the key, if there are keys, the scope teach. It keeps a fingerprint, no word and no picture.
            Near copies are known too. A scan is known by its id, or latest, for some hours.

            Exit codes: 0 it is known, or taken back, 2 error, 64 wrong usage, 130 interrupted.
            """)

    enum Kind: String, ExpressibleByArgument, CaseIterable { case scam, genuine }

    @Argument(help: ArgumentHelp("scam or genuine.", valueName: "kind"))
    var kind: Kind?

    @Argument(
        help: ArgumentHelp(
            "A picture, the beginning of a scan's id in the history, or latest.", valueName: "message"),
        completion: .file())
    var message: String?

    @Option(help: ArgumentHelp("A text in place of a picture; - is standard input.", valueName: "text"))
    var text: String?

    @Option(help: ArgumentHelp("Take back what was said before.", valueName: "id"))
    var takeBack: String?

    @OptionGroup var server: ServerOptions

    func validate() throws {
        guard [message, text, takeBack].count(where: { $0 != nil }) == 1, (kind == nil) == (takeBack != nil)
        else { throw ValidationError(.teachWhat) }
    }

    func run() async throws {
        try await CommandRunner.run {
            let context = try CommandContext(server)
            let console = Console(Terminal())
            guard let kind else {
                guard let id = UUID(uuidString: takeBack ?? "") else {
                    throw CommandFailure.usage(.noFeedbackID, ["id": .text(takeBack ?? "")])
                }
                try await context.server.call { client throws(ClientError) in
                    try await client.deleteFeedback(id)
                }
                console.print([UserTexts.say(.takenBack)])
                return .clean
            }
            let feedback = try await feedback(kind == .scam ? .scam : .legit, context)
            let receipt = try await context.server.call { client throws(ClientError) in
                try await client.send(feedback)
            }
            let said = UserTexts.say(
                .taught, ["id": .text(receipt.feedbackID.uuidString.lowercased())])
            console.print(TextFormat.wrapped(said, width: Terminal().width))
            return .clean
        }
    }

    private func feedback(
        _ shouldBe: ExpectedVerdict, _ context: CommandContext
    ) async throws(CommandFailure) -> Feedback {
        if let text {
            return Feedback(
                teaching: shouldBe, text: text == "-" ? try InputFiles.standardInputText() : text)
        }
        let message = message ?? ""
        guard access(message.filePath, F_OK) == 0 else {
            return Feedback(teaching: shouldBe, scanID: try HistoryCommand.entry(message).id)
        }
        let picture = try InputFiles.read(message)
        let scan = try await context.server.call { client throws(ClientError) in
            try await client.scan(image: picture)
        }
        return Feedback(teaching: shouldBe, scanID: scan.scanID)
    }
}
