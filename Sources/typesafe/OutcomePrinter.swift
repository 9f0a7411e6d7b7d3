import ArgumentParser
import Foundation
import ScreenshotDetection
import Texts
import TypeSafeAPI
import TypeSafeClient

/// Prints outcomes as text for a person or as JSON for a program.
struct OutcomePrinter: Sendable {
    private enum Format { case text, json, ndjson }

    let console: Console
    private let format: Format
    private let terminal: Terminal
    private let isRedacted: Bool

    init(_ options: OutputOptions) {
        terminal = options.terminal
        console = Console(terminal)
        format = options.json ? .json : options.ndjson ? .ndjson : .text
        isRedacted = options.isRedacted(terminal)
    }

    /// Whether `watch` prints its events too, each as a line of JSON.
    var printsEvents: Bool { format != .text }

    private var text: VerdictFormatter { VerdictFormatter(terminal: terminal, showsQuotes: !isRedacted) }

    /// Prints one outcome of a batch as soon as it is known. Only the format NDJSON does that.
    func printNow(_ outcome: ScanOutcome) {
        if format == .ndjson {
            console.print([JSONOutput.text(OutcomeJSON(outcome, isRedacted: isRedacted))])
        }
    }

    /// Prints all outcomes of a batch at its end. The format NDJSON doesn't do that.
    func printAll(_ outcomes: [ScanOutcome]) {
        switch format {
        case .ndjson: return
        case .json:
            let values = outcomes.map { OutcomeJSON($0, isRedacted: isRedacted) }
            console.print([
                values.count == 1
                    ? JSONOutput.text(values[0], isPretty: true) : JSONOutput.text(values, isPretty: true)
            ])
        case .text:
            if outcomes.count == 1 { return console.print(text.lines(outcomes[0])) }
            console.print(
                Self.riskiestFirst(outcomes).flatMap { text.summary($0) } + [
                    VerdictFormatter.total(OutcomeTally(outcomes))
                ])
        }
    }

    /// Prints one outcome of `watch`, whose outcomes have no end, in full.
    func printOne(_ outcome: ScanOutcome) {
        switch format {
        case .text: console.print([""] + text.lines(outcome))
        case .json, .ndjson: console.print([JSONOutput.text(OutcomeJSON(outcome, isRedacted: isRedacted))])
        }
    }

    /// Sorts verdicts by their risk level, then images without text, then errors. Equal ones are sorted by name.
    static func riskiestFirst(_ outcomes: [ScanOutcome]) -> [ScanOutcome] {
        outcomes.sorted {
            (rank($0.response?.riskLevel), $0.name ?? "") < (rank($1.response?.riskLevel), $1.name ?? "")
        }
    }

    /// The place of a risk in that order, from 0 for a high one; nil is the risk of a scan that failed.
    static func rank(_ risk: RiskLevel?) -> Int {
        switch risk {
        case .high: 0
        case .medium: 1
        case .low: 2
        case .unknown: 3
        case nil: 4
        }
    }
}

struct OutcomeJSON: Encodable {
    /// Version of all JSON output. It is raised when a field changes its meaning or is removed.
    static let schema = 1

    private struct Failure: Encodable {
        let code: String
        let message: String
        let status: Int?
        let requestID: String?
    }

    private let schema = OutcomeJSON.schema
    private let event = "result"
    /// The batch, and the picture's name in it; nil for what belongs to none.
    private let batch: UUID?
    private let id: String?
    private let file: String?
    private let origin: String
    private let result: ScanResponse?
    private let error: Failure?

    init(_ outcome: ScanOutcome, batch: UUID? = nil, id: String? = nil, isRedacted: Bool) {
        self.batch = batch
        self.id = id
        file = outcome.name
        origin = outcome.origin.rawValue
        switch outcome.result {
        case .success(let response):
            result = isRedacted ? response.redacted : response
            error = nil
        case .failure(let failure):
            result = nil
            var answer: (status: Int?, id: String?) = (nil, nil)
            if case .server(let error) = failure { answer = (error.status, error.requestID) }
            error = Failure(
                code: failure.code, message: failure.message, status: answer.status, requestID: answer.id)
        }
    }
}

/// JSON output of the command line, which may go to a terminal. Names become snake case, and equal values give equal bytes.
enum JSONOutput {
    static func text(_ value: some Encodable, isPretty: Bool = false) -> String {
        let encoder = WireCoding.encoder()
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        encoder.keyEncodingStrategy = .convertToSnakeCase
        // Encoding fails only for infinite numbers and NaN, which don't occur here.
        return (try? encoder.encode(value)).map(VisibleJSON.text) ?? "{}"
    }
}

extension Terminal.ColorChoice: ExpressibleByArgument {}

/// Options that choose the format of a command's output.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON: an object for one picture or text, an array for more.")
    var json = false

    @Flag(help: "Print a JSON object a line, each as soon as it is there.")
    var ndjson = false

    @Flag(
        inversion: .prefixedNo,
        help: "Leave out the message's words; on for JSON and where standard output is no terminal.")
    var redact: Bool?

    @Option(help: ArgumentHelp("Colors: auto, always or never; NO_COLOR is respected.", valueName: "when"))
    var color = Terminal.ColorChoice.auto

    func validate() throws {
        if json, ndjson { throw ValidationError(.jsonOrNDJSON) }
    }

    var terminal: Terminal { Terminal(color: color) }

    func isRedacted(_ terminal: Terminal) -> Bool { redact ?? (json || ndjson || !terminal.isTerminal) }
}

/// Options that decide on a command's exit code.
struct ExitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Exit with 1 from this risk on: low, medium, high or never.", valueName: "risk"))
    var failOn = RiskThreshold.high

    @Flag(help: "Exit with 0 also where something was found or nothing could be read.")
    var exitZero = false

    func status(_ outcomes: [ScanOutcome]) -> CommandExit { status(OutcomeTally(outcomes)) }

    func status(_ outcomes: OutcomeTally) -> CommandExit {
        CommandExit(outcomes, failOn: failOn, isExitZero: exitZero)
    }
}

/// Options that replace settings for one run of a command.
struct ServerOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The scan server.", valueName: "url"))
    var server: String?

    @Option(help: ArgumentHelp("Two letters, such as GB: where to report.", valueName: "country"))
    var country: String?

    @Flag(help: "Remember nothing of this.")
    var noHistory = false
}
