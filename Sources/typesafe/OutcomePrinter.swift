import TypeSafeAPI

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
                Self.riskiestFirst(outcomes).map { text.summary($0) } + [
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
