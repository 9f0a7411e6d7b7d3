import Foundation
import TypeSafeAPI

/// Prints outcomes as the options say, for a person or a program.
struct OutcomePrinter: Sendable {
    private enum Format { case text, json, ndjson }

    let screen: Screen
    private let format: Format
    private let terminal: Terminal
    private let isRedacted: Bool

    init(_ options: OutputOptions) {
        terminal = options.terminal
        screen = Screen(terminal)
        format = options.json ? .json : options.ndjson ? .ndjson : .text
        isRedacted = options.isRedacted(terminal)
    }

    /// For what is told while other things go on; then JSON has a line each.
    var printsEvents: Bool { format != .text }

    private var text: VerdictText { VerdictText(terminal: terminal, showsQuotes: !isRedacted) }

    /// Called for each outcome as soon as it is there.
    func printNow(_ outcome: ScanOutcome) {
        if format == .ndjson {
            screen.print([OutcomeJSON.line(OutcomeJSON(outcome, isRedacted: isRedacted))])
        }
    }

    /// Called once, with all of them.
    func printAll(_ outcomes: [ScanOutcome]) {
        switch format {
        case .ndjson: return
        case .json:
            let values = outcomes.map { OutcomeJSON($0, isRedacted: isRedacted) }
            screen.print([
                values.count == 1
                    ? OutcomeJSON.line(values[0], isPretty: true) : OutcomeJSON.line(values, isPretty: true)
            ])
        case .text:
            if outcomes.count == 1 { return screen.print(text.lines(outcomes[0])) }
            screen.print(Self.riskiestFirst(outcomes).map { text.summary($0) })
        }
    }

    /// One of a series, whole.
    func printOne(_ outcome: ScanOutcome) {
        switch format {
        case .text: screen.print([""] + text.lines(outcome))
        case .json, .ndjson: screen.print([OutcomeJSON.line(OutcomeJSON(outcome, isRedacted: isRedacted))])
        }
    }

    /// Errors after what wasn't readable, by name where equal.
    static func riskiestFirst(_ outcomes: [ScanOutcome]) -> [ScanOutcome] {
        func rank(_ outcome: ScanOutcome) -> Int {
            switch outcome.response?.riskLevel {
            case .high: 0
            case .medium: 1
            case .low: 2
            case .unknown: 3
            case nil: 4
            }
        }
        return outcomes.sorted { (rank($0), $0.name ?? "") < (rank($1), $1.name ?? "") }
    }
}
