import ArgumentParser
import ScanDocuments
import Texts
import TypeSafeAPI

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
            while let (index, outcome) = await group.next() {
                outcomes[index] = outcome
                progress.add(outcome)
                done(outcome)
                if inputs.count > 1 { StandardError.progress(progress.line) }
                startNext()
            }
        }
        if inputs.count > 1 { StandardError.progress("") }
        return outcomes.compactMap(\.self)
    }
}

/// What a batch has done so far.
private struct BatchProgress {
    /// Width of the bar in columns, without its brackets.
    private static let barWidth = 20
    /// Least share of the inputs after which the time that is left can be estimated.
    private static let estimateFrom = 0.05

    let count: Int
    private let started = ContinuousClock.now
    private var done = 0
    private var riskiest: ScanOutcome?

    init(count: Int) {
        self.count = count
    }

    mutating func add(_ outcome: ScanOutcome) {
        done += 1
        guard outcome.response != nil else { return }
        if riskiest.map({ OutcomePrinter.rank(outcome) < OutcomePrinter.rank($0) }) ?? true {
            riskiest = outcome
        }
    }

    var line: String {
        let filled = done * Self.barWidth / count
        var line =
            "[" + String(repeating: "=", count: filled)
            + String(repeating: " ", count: Self.barWidth - filled) + "] "
            + UserTexts.say(.progress, ["done": .number(done), "count": .number(count)])
        if Double(done) / Double(count) >= Self.estimateFrom, done < count {
            let left = started.duration(to: .now) / done * (count - done)
            line += ", " + UserTexts.say(.timeLeft, ["seconds": .number(Int(left.components.seconds) + 1)])
        }
        if let response = riskiest?.response, response.riskLevel != .low {
            line +=
                ", "
                + UserTexts.say(
                    .riskiest, ["headline": .text(VerdictWords(UserTexts.current).headline(response))])
        }
        return line
    }
}
