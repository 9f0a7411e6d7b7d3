import ArgumentParser
import Foundation
import ScanDocuments
import ScreenshotDetection
import Synchronization
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

/// Prints how a session's scans go: on a terminal progress in one line that is rewritten, elsewhere a line for each state. Each scan has
/// the beginning of its id before it, by which `history` names it too.
final class FollowPrinter: Sendable {
    /// What people are told of a scan before its end.
    private enum Stage {
        case waiting, running
    }

    private struct OpenScan {
        let id: UUID
        var stage: Stage
        var percent: Int
    }

    /// Letters of a scan's id in a line.
    private static let idLength = 8
    /// Number of scans under way that are remembered. A server tells of fewer.
    private static let openLimit = 256

    private let terminal: Terminal
    private let console: Console
    private let isJSON: Bool
    /// The scans under way, the one that moved last at the end.
    private let open = Mutex<[OpenScan]>([])

    init(_ terminal: Terminal, isJSON: Bool) {
        self.terminal = terminal
        self.isJSON = isJSON
        console = Console(terminal)
    }

    func print(_ update: SessionUpdate) {
        switch update {
        case .scan(let event): isJSON ? console.print([JSONOutput.text(ScanStepJSON(event))]) : show(event)
        case .lost: tell(.followLost)
        case .regained: tell(.followBack)
        }
    }

    func end() { console.show(prompt: nil) }

    /// The line of progress goes until something is known again.
    private func tell(_ key: CommandText) {
        console.show(prompt: nil)
        StandardError.line("typesafe: " + UserTexts.say(key))
    }

    private func show(_ event: SessionEvent) {
        let stage: Stage = event.state == .queued ? .waiting : .running
        let (isNews, progress) = open.withLock { open in
            let before = open.first { $0.id == event.scanID }
            open.removeAll { $0.id == event.scanID }
            if !event.state.isFinal {
                open.append(OpenScan(id: event.scanID, stage: stage, percent: event.percent))
                open = open.suffix(Self.openLimit)
            }
            return (before?.stage != stage, open.last)
        }
        if event.state.isFinal {
            console.print([line(event.scanID, ending(event))])
        } else if isNews, !terminal.isTerminal {
            console.print([line(event.scanID, Self.words(of: stage))])
        }
        console.show(prompt: progress.map { line($0.id, Self.progress($0)) })
    }

    private func line(_ scan: UUID, _ words: String) -> String {
        scan.uuidString.lowercased().prefix(Self.idLength) + "  " + words
    }

    private static func words(of stage: Stage) -> String {
        switch stage {
        case .waiting: UserTexts.say(.followWaits)
        case .running: UserTexts.current.say(PushText.checking)
        }
    }

    private static func progress(_ scan: OpenScan) -> String {
        guard scan.stage == .running else { return words(of: scan.stage) }
        let percent = UserTexts.current.say(PushText.percentDone, ["percent": .number(scan.percent)])
        return words(of: .running) + "  " + percent
    }

    private func ending(_ event: SessionEvent) -> String {
        let texts = UserTexts.current
        if let level = event.riskLevel {
            let notice = ScanNotice(level, event.scamType ?? .unknown, in: texts)
            let title = terminal.hasColor ? " \(notice.title) " : notice.title
            return terminal.styled(title, VerdictFormatter.style(level))
        }
        let notice = ScanNotice(failure: event.problemKind, in: texts)
        return texts.joined([texts.ended(notice.title), notice.body])
    }
}

private struct ScanStepJSON: Encodable {
    private let schema = OutcomeJSON.schema
    private let event = "scan"
    private let scanID: UUID
    private let state: ScanJobState
    private let percent: Int
    private let riskLevel: RiskLevel?
    private let scamType: ScamType?
    private let problem: String?

    init(_ event: SessionEvent) {
        scanID = event.scanID
        state = event.state
        percent = event.percent
        riskLevel = event.riskLevel
        scamType = event.scamType
        problem = event.problem
    }
}
