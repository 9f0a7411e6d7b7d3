import ArgumentParser
import Foundation
import Texts
import TypeSafeAPI

/// `typesafe batch`: scans any number of pictures into a file, and goes on where it was interrupted.
struct BatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Scan many pictures into a file of results.",
        discussion: """
            The same command goes on where an earlier one was interrupted. A manifest has a JSON object a line: "file", and
            if you like "id", "ocr_text" (read on the picture) and "text" (what else is known).

            Examples:
              typesafe batch reports/ --out results.jsonl
              typesafe batch manifest.jsonl --out results.jsonl --server https://scan.example

            \(CommandExit.help)
            """)

    @Argument(
        help: ArgumentHelp("A folder of pictures, or a manifest.", valueName: "input"), completion: .file())
    var input: String

    @Option(
        help: ArgumentHelp("File for the results, a JSON object a line.", valueName: "file"),
        completion: .file(extensions: ["jsonl"]))
    var out: String

    @Option(help: ArgumentHelp("Pictures under way at once; as the server allows.", valueName: "number"))
    var inFlight: Int?

    @Option(help: ArgumentHelp("Tesseract languages joined by +, such as eng+deu.", valueName: "languages"))
    var lang: String?

    @Flag(help: "Write the message's words too.")
    var noRedact = false

    @Option(
        help: ArgumentHelp("File for a table of the results: .csv or .html.", valueName: "file"),
        completion: .file(extensions: ["csv", "html"]))
    var table: String?

    @OptionGroup var server: ServerOptions
    @OptionGroup var exit: ExitOptions

    func validate() throws {
        if let inFlight, !BatchFlow.range.contains(inFlight) {
            throw ValidationError(
                .inFlightRange,
                [
                    "least": .number(BatchFlow.range.lowerBound), "most": .number(BatchFlow.range.upperBound),
                ])
        }
    }

    func run() async throws {
        try await CommandRunner.run {
            let context = try CommandContext(server, languages: lang)
            let table = try table.map { path throws(CommandFailure) in try BatchTable(path) }
            let items = try BatchItems(input)
            let file = try ResultFile(out)
            var done: [Int: RiskLevel?] = [:]
            var summary = BatchSummary()
            var batch = UUID()
            try file.entries { entry in
                batch = entry.batch
                guard let number = items.number(of: entry.id),
                    done.updateValue(entry.risk, forKey: number) == nil
                else { return }
                summary.add(entry)
            }
            if !done.isEmpty, done.count < items.all.count { tell(.batchGoesOn, done.count, items) }
            let look = try FirstLook(items)
            let looks = await Spinner.during(UserTexts.say(.lookingThrough)) { [done] in
                await look.looks { done[$0] != nil }
            }
            let run = try await BatchRun(
                context, items, into: file, batch: batch, order: BatchOrder(looks, done: done),
                summary: summary,
                inFlight: inFlight, isRedacted: !noRedact)
            do throws(CommandFailure) { try await run.run() } catch {
                finish(run, items)
                throw error
            }
            finish(run, items)
            try table?.write(file)
            return exit.status(run.summary.tally)
        }
    }

    /// Prints the riskiest pictures, those that failed, and whether there is more to do.
    private func finish(_ run: BatchRun, _ items: BatchItems) {
        let terminal = Terminal()
        Console(terminal).print(
            run.summary.lines(VerdictFormatter(terminal: terminal, showsQuotes: false)))
        if run.done < items.all.count { tell(.batchStopped, run.done, items) }
    }

    private func tell(_ key: CommandText, _ done: Int, _ items: BatchItems) {
        StandardError.line(
            "typesafe: "
                + UserTexts.say(
                    key, ["path": .text(out), "done": .number(done), "count": .number(items.all.count)]))
    }
}
