import ArgumentParser
import Foundation
import ScamDetection
import ScanDocuments
import TextAnalysis
import TypeSafeAPI

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

/// Messages from feedback that their operator proposes to fit the rules with again, as a file for `rules fit --messages`.
struct FitProposal {
    let path: String

    /// The source of these messages in a fit, which bounds what they count for together.
    private static let source = "feedback"
    /// The file holds people's messages, so only its owner may read it.
    private static let mode: mode_t = 0o600

    private struct Line: Encodable {
        var id: String
        var text: String
        var label: LabelledMessage.Label
        var source: String
    }

    /// The messages of the file; none where it doesn't exist or is empty.
    func messages() throws(Failure) -> [LabelledMessage] {
        var status = stat()
        if stat(path, &status) != 0, errno == ENOENT { return [] }
        return status.st_size == 0 ? [] : try MessageFile.messages(in: [path])
    }

    /// Adds a message with the label that it should have.
    /// - Returns: false where the file held it before.
    func add(_ entry: ReviewEntry, text: String) throws(Failure) -> Bool {
        let id = "\(Self.source)-\(entry.id.uuidString.lowercased())"
        if try messages().contains(where: { $0.id == id }) { return false }
        let line = Line(
            id: id, text: text, label: entry.shouldBe == .scam ? .scam : .legit, source: Self.source)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(line) else { throw .cannotWrite(path) }
        let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, Self.mode)
        guard descriptor >= 0 else { throw .cannotWrite(path) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            // A line that was cut off, or written by hand, may lack its end.
            let size = try file.seekToEnd()
            if size > 0 { try file.seek(toOffset: size - 1) }
            let endsLine = try size == 0 || file.read(upToCount: 1) == Data([0x0A])
            try file.write(contentsOf: (endsLine ? Data() : Data([0x0A])) + json + Data([0x0A]))
        } catch {
            throw .cannotWrite(path)
        }
        return true
    }
}

/// What another fit would change for the messages of one data set.
struct SideChanges: Encodable {
    var name: String
    var scams = 0
    var genuine = 0
    var newlyFlaggedScams = 0
    var newlyClearedScams = 0
    var newlyFlaggedGenuine = 0
    var newlyClearedGenuine = 0

    /// Fits the text model to the data sets with the proposal and without it, and counts the messages that change side. Without
    /// the second fit, the table would also show what the data sets themselves change.
    static func all(
        _ sets: [(name: String, messages: [LabelledMessage])], proposal: [LabelledMessage],
        by detector: ScamDetector
    ) async -> [SideChanges] {
        let known = sets.flatMap(\.messages)
        let samples = await FitSample.all(from: known + proposal, by: detector)
        func judgements(by learned: [FitSample]) -> [Judgement] {
            let words = LearnedWords(learned, Array(learned.indices), detector.settings, FitOptions())
            return samples.map(words.judgement)
        }
        let (before, after) = (judgements(by: Array(samples.prefix(known.count))), judgements(by: samples))
        var index = 0
        return (sets + [(name: "the proposal itself", messages: proposal)]).map { set in
            var changes = SideChanges(name: set.name)
            for message in set.messages {
                if message.counts { changes.count(before[index], after[index]) }
                index += 1
            }
            return changes
        }
    }

    private mutating func count(_ was: Judgement, _ becomes: Judgement) {
        if was.isScam { scams += 1 } else { genuine += 1 }
        switch (was.isFlagged, becomes.isFlagged, was.isScam) {
        case (false, true, true): newlyFlaggedScams += 1
        case (false, true, false): newlyFlaggedGenuine += 1
        case (true, false, true): newlyClearedScams += 1
        case (true, false, false): newlyClearedGenuine += 1
        default: break
        }
    }

    static func table(_ changes: [SideChanges]) -> [String] {
        let head =
            FiguresTable.pad("learned with the proposal", 30)
            + "scams: all  now flagged  no longer   genuine: all  now flagged  no longer"
        return [head]
            + changes.map { row in
                FiguresTable.pad(TerminalText.visible(row.name), 30)
                    + [
                        (row.scams, 10), (row.newlyFlaggedScams, 13), (row.newlyClearedScams, 11),
                        (row.genuine, 15), (row.newlyFlaggedGenuine, 13), (row.newlyClearedGenuine, 11),
                    ].map { FiguresTable.right("\($0)", $1) }.joined()
            }
    }
}
