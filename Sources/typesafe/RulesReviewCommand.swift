import ArgumentParser
import ScamDetection
import ScanDocuments
import Foundation

/// `typesafe rules review`: walks through the feedback that a server keeps. It is the only program that reads it.
struct RulesReviewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review",
        abstract: "Walks through feedback on wrong verdicts.",
        discussion: """
            Shows what was said, what the rules say now and what weighed. On a terminal, it asks what to do with each: write it as \
            an example of a rule, add it to a proposal to fit again, delete it. Elsewhere it lists. With --messages, it ends with \
            what else would change side if the text model learned from the proposal too. Nothing changes a rule by itself.

            Exit codes: 0 done, 64 wrong usage, 65 messages make no sense, 66 something can't be read, 73 the proposal can't be \
            written, 78 rules are refused.
            """)

    @Argument(help: ArgumentHelp("The folder of the server's --feedback-directory.", valueName: "dir"))
    var directory: String

    @OptionGroup var files: RuleFiles

    @Flag(help: "List, and ask nothing.")
    var list = false

    @Flag(help: "List as JSON.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "File of messages to fit again with, to which f adds; for rules fit --messages.",
            valueName: "file"))
    var proposal: String?

    @Option(
        help: ArgumentHelp(
            "Labelled messages, to tell which would change side with the proposal.", valueName: "file"))
    var messages: [String] = []

    private struct Output: Encodable {
        var feedback: [ReviewEntry]
        var changes: [SideChanges]?
    }

    func validate() throws {
        guard messages.isEmpty || proposal != nil else {
            throw ValidationError("--messages needs --proposal.")
        }
    }

    func run() async throws { try await Failure.reported(review) }

    private func review() async throws(Failure) {
        let detector = try files.detector()
        let folder = FeedbackFolder(path: directory)
        let proposal = proposal.map { FitProposal(path: $0) }
        let names: [FeedbackName]
        do throws(FeedbackFolder.Fault) { names = try folder.names() } catch { throw .noInput(directory) }
        let asks = !list && !json && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
        if asks {
            let session = ReviewSession(folder: folder, proposal: proposal, detector: detector)
            try session.walk(names)
        }
        let changes = try await changes(proposal, detector)
        if json {
            let entries = names.compactMap { Self.entry($0, in: folder, by: detector) }
            print(JSONOutput.text(Output(feedback: entries, changes: changes), isPretty: true))
            return
        }
        if !asks {
            for name in names {
                guard let entry = Self.entry(name, in: folder, by: detector) else { continue }
                print(entry.lines.joined(separator: "\n") + "\n")
            }
            print("\(names.count) in all")
        }
        if let changes { print(SideChanges.table(changes).joined(separator: "\n")) }
    }

    /// Returns nil for a file that no server wrote, after saying so.
    static func entry(
        _ name: FeedbackName, in folder: FeedbackFolder, by detector: ScamDetector
    ) -> ReviewEntry? {
        do throws(FeedbackFolder.Fault) {
            return ReviewEntry(name, try folder.record(name), by: detector)
        } catch {
            StandardError.line("typesafe: \(name.file): left out, as it can't be read or no server wrote it")
            return nil
        }
    }

    /// Returns nil where nothing is asked for: without data sets or without a proposal.
    private func changes(
        _ proposal: FitProposal?, _ detector: ScamDetector
    ) async throws(Failure) -> [SideChanges]? {
        guard let proposal, !messages.isEmpty else { return nil }
        var sets: [(name: String, messages: [LabelledMessage])] = []
        for path in messages {
            sets.append((URL(fileURLWithPath: path).lastPathComponent, try MessageFile.messages(in: [path])))
        }
        let counted = sets.flatMap(\.messages).filter(\.counts)
        guard counted.contains(where: { $0.label == .scam }), counted.contains(where: { $0.label == .legit })
        else { throw .badInput("the messages hold no scams, or no genuine ones") }
        return await SideChanges.all(
            sets, proposal: try proposal.messages(), by: detector)
    }
}
