/// Several inputs, a few at once, with a progress line where somebody looks.
struct Batch {
    let inputs: [Input]
    let jobs: Int

    /// In the inputs' order, whatever finishes first.
    func run(_ desk: ScanDesk, done: @escaping @Sendable (ScanOutcome) -> Void) async -> [ScanOutcome] {
        var outcomes = [ScanOutcome?](repeating: nil, count: inputs.count)
        await withTaskGroup(of: (Int, ScanOutcome).self) { group in
            var next = 0
            func begin() {
                guard next < inputs.count, !Task.isCancelled else { return }
                let (index, input) = (next, inputs[next])
                next += 1
                group.addTask { (index, await input.outcome(desk)) }
            }
            for _ in 0..<jobs { begin() }
            var finished = 0
            while let (index, outcome) = await group.next() {
                outcomes[index] = outcome
                finished += 1
                done(outcome)
                if inputs.count > 1 { ErrorOutput.progress(Self.bar(finished, of: inputs.count)) }
                begin()
            }
        }
        if inputs.count > 1 { ErrorOutput.progress("") }
        return outcomes.compactMap(\.self)
    }

    private static func bar(_ done: Int, of all: Int) -> String {
        let width = 24
        let filled = done * width / all
        return "[" + String(repeating: "=", count: filled) + String(repeating: " ", count: width - filled)
            + "] \(done) of \(all)"
    }
}
