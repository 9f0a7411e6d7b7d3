import ArgumentParser
import Foundation
import ScreenshotDetection
import Texts
import TypeSafeAPI

/// `typesafe scan`: scans the images that the user names.
struct ScanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Scan screenshots.",
        discussion: """
            Examples:
              typesafe scan screenshot.png
              typesafe scan --latest
              typesafe scan --conversation first.png second.png third.png
              typesafe scan -r ~/Pictures/Screenshots --json > report.json
              wl-paste | typesafe scan -

            \(CommandExit.help)
            """)

    @Argument(
        help: ArgumentHelp("Picture files; - is standard input.", valueName: "file"), completion: .file())
    var files: [String] = []

    @Flag(name: .shortAndLong, help: "Scan what is in folders, and in theirs.")
    var recursive = false

    @Flag(help: "Scan the newest screenshot.")
    var latest = false

    @Flag(help: "Scan the picture in the clipboard.")
    var clipboard = false

    @Flag(help: "Judge the pictures as one conversation, whatever order they come in.")
    var conversation = false

    @Flag(help: "The conversation's pictures are in order.")
    var inOrder = false

    @Option(help: ArgumentHelp("Scans at once; as many as processor cores.", valueName: "number"))
    var jobs = ProcessInfo.processInfo.activeProcessorCount

    @Option(help: ArgumentHelp("Tesseract languages joined by +, such as eng+deu.", valueName: "languages"))
    var lang: String?

    @Option(
        help: ArgumentHelp(
            "Write a record for a bank or the police; .html, or .json for programs.", valueName: "file"),
        completion: .file(extensions: ["html", "json"]))
    var record: String?

    @Option(
        help: ArgumentHelp(
            "Write the picture with everything personal covered; .png.", valueName: "file"),
        completion: .file(extensions: ["png"]))
    var redacted: String?

    @Option(
        help: ArgumentHelp(
            "Cover only what is yours: mine; or more: amounts, own (your messages).", valueName: "what"))
    var cover: String?

    @OptionGroup var server: ServerOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var exit: ExitOptions

    func validate() throws {
        guard !files.isEmpty || latest || clipboard else {
            throw ValidationError(.namePicture)
        }
        if inOrder, !conversation { throw ValidationError(.inOrderNeeds) }
        guard BatchScan.jobsRange.contains(jobs) else {
            throw BatchScan.jobsRangeError
        }
    }

    func run() async throws {
        try await CommandRunner.run {
            let context = try CommandContext(server, languages: lang)
            let printer = OutcomePrinter(output)
            let outcomes = try await outcomes(context, printer)
            printer.printAll(outcomes)
            return exit.status(outcomes)
        }
    }

    private func outcomes(_ context: CommandContext, _ printer: OutcomePrinter) async throws(CommandFailure)
        -> [ScanOutcome]
    {
        var inputs = try InputFiles.expanded(files, isRecursive: recursive).map { ScanInput.file($0) }
        if latest { inputs.append(.latest) }
        if clipboard { inputs.append(.clipboard) }
        if inputs.isEmpty { throw .usage(.noPictureInFolders) }
        if conversation || record != nil || redacted != nil {
            guard redacted == nil || inputs.count == 1 else { throw .usage(.redactedOne) }
            guard conversation || inputs.count == 1 else {
                throw .usage(.recordOne)
            }
            guard inputs.count <= ScanForm.maxPictures else {
                throw .usage(.conversationLimit, ["limit": .number(ScanForm.maxPictures)])
            }
            let outcome = try await together(inputs, in: record.map(RecordFile.init), context)
            printer.printNow(outcome)
            return [outcome]
        }
        let batch = BatchScan(inputs: inputs, jobs: jobs)
        if inputs.count > 1 { return await batch.run(context) { printer.printNow($0) } }
        return await Spinner.during(UserTexts.say(.scanning)) {
            await batch.run(context) { printer.printNow($0) }
        }
    }
}

extension ScanCommand {
    /// Scans pictures in one request, and writes the record.
    private func together(
        _ inputs: [ScanInput], in file: RecordFile?, _ context: CommandContext
    ) async throws(CommandFailure) -> ScanOutcome {
        // A file that can't be written is found before anything is sent.
        var redactedFile: RedactedFile?
        if let redacted { redactedFile = try RedactedFile(redacted, also: cover) }
        var pictures: [ScanInput.Picture] = []
        for input in inputs {
            do throws(CommandFailure) { pictures.append(try await input.picture(context)) } catch {
                return input.failed(error)
            }
        }
        let outcome = await Spinner.during(UserTexts.say(.scanning)) { [pictures] in
            await context.scan(conversation: pictures, isInOrder: inOrder)
        }
        if let response = outcome.response, let file {
            try file.write(response, of: pictures.map(\.content))
        }
        if outcome.response != nil { try await redactedFile?.write(pictures[0].content, context) }
        return outcome
    }
}

enum ScanInput: Sendable {
    typealias Picture = (content: Data, name: String)

    case file(String)
    case latest
    case clipboard

    /// The name that a picture from the clipboard has in what programs read.
    static let clipboardName = "clipboard"

    func picture(_ context: CommandContext) async throws(CommandFailure) -> Picture {
        switch self {
        case .file(let path): return (try InputFiles.read(path), path)
        case .clipboard: return (try await Clipboard.picture(), Self.clipboardName)
        case .latest:
            let folders = ScreenshotFolders.all(chosen: context.settings.folders)
            let picture = try await ScreenshotFinder(folders: folders).newestWithinTimeout(around: nil)
            return (picture.content, picture.path)
        }
    }

    func outcome(_ context: CommandContext) async -> ScanOutcome {
        do throws(CommandFailure) {
            let picture = try await picture(context)
            return await context.scan(picture.content, name: picture.name, origin: .manual)
        } catch {
            return failed(error)
        }
    }

    func failed(_ error: CommandFailure) -> ScanOutcome {
        let name: String? = if case .file(let path) = self { path } else { nil }
        return ScanOutcome(name: name, origin: .manual, result: .failure(error))
    }
}

/// Scans several inputs, a few at once, and shows a progress bar on a terminal.
struct BatchScan {
    let inputs: [ScanInput]
    let jobs: Int

    /// Accepted values of `--jobs`. Each job holds an image in memory and a connection open.
    static let jobsRange = 1...64

    /// The error where `--jobs` is another number.
    static var jobsRangeError: ValidationError {
        ValidationError(
            .jobsRange,
            ["least": .number(jobsRange.lowerBound), "most": .number(jobsRange.upperBound)])
    }

    /// Scans all inputs.
    /// - Parameter done: called for each outcome as soon as it is known, in any order.
    /// - Returns: the outcomes in the order of the inputs.
    func run(
        _ context: CommandContext, done: @escaping @Sendable (ScanOutcome) -> Void
    ) async -> [ScanOutcome] {
        var outcomes = [ScanOutcome?](repeating: nil, count: inputs.count)
        await withTaskGroup(of: (Int, ScanOutcome).self) { group in
            var next = 0
            func startNext() {
                guard next < inputs.count, !Task.isCancelled else { return }
                let (index, input) = (next, inputs[next])
                next += 1
                group.addTask { (index, await input.outcome(context)) }
            }
            for _ in 0..<jobs { startNext() }
            var progress = BatchProgress(count: inputs.count)
            var summary = BatchSummary()
            while let (index, outcome) = await group.next() {
                outcomes[index] = outcome
                progress.advance()
                summary.add(outcome, id: outcome.name ?? "")
                done(outcome)
                if inputs.count > 1 { StandardError.progress(progress.line(summary.worst)) }
                startNext()
            }
        }
        if inputs.count > 1 { StandardError.progress("") }
        return outcomes.compactMap(\.self)
    }
}
