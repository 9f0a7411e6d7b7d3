import ArgumentParser
import Texts

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
