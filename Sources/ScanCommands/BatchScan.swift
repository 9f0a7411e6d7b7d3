/// Scans several inputs, a few at once, and shows a progress bar on a terminal.
struct BatchScan {
    let inputs: [ScanInput]
    let jobs: Int

    /// Accepted values of `--jobs`. Each job holds an image in memory and a connection open.
    static let jobsRange = 1...64
    /// Width of the progress bar in columns, without its brackets.
    private static let barWidth = 24

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
            var finished = 0
            while let (index, outcome) = await group.next() {
                outcomes[index] = outcome
                finished += 1
                done(outcome)
                if inputs.count > 1 { StandardError.progress(Self.bar(finished, of: inputs.count)) }
                startNext()
            }
        }
        if inputs.count > 1 { StandardError.progress("") }
        return outcomes.compactMap(\.self)
    }

    private static func bar(_ done: Int, of all: Int) -> String {
        let filled = done * barWidth / all
        return "[" + String(repeating: "=", count: filled)
            + String(repeating: " ", count: barWidth - filled) + "] \(done) of \(all)"
    }
}
