import ScamDetection
import TextAnalysis

/// A table of the time that judging a message takes, by step.
enum MessageTable {
    static func print(_ messages: [String], _ detector: ScamDetector, passes: Int) {
        var analysis: [Double] = []
        var evaluation: [Double] = []
        var whole: [Double] = []
        var perKilobyte: [Double] = []
        for _ in 0..<passes {
            for message in messages {
                var watch = Stopwatch.thread
                let text = detector.analyze(message)
                analysis.append(watch.elapsed)
                watch = .thread
                _ = detector.findings(in: text)
                evaluation.append(watch.elapsed)
                watch = .thread
                _ = detector.verdict(on: detector.analyze(message))
                whole.append(watch.elapsed)
                perKilobyte.append((whole.last ?? 0) / Double(max(1, message.utf8.count)) * 1_000)
            }
        }
        Swift.print("\n\(messages.count) messages \(passes) times, microseconds of one core")
        Swift.print(
            "".heading + "median".column + "95 %".column + "99 %".column + "most".column + "mean".column)
        for (name, values) in [
            ("analysis", analysis), ("rules", evaluation), ("whole", whole),
            ("whole, a kilobyte", perKilobyte),
        ] {
            let figures = Figures(values)
            let shares = [0.5, 0.95, 0.99, 1].map { figures[$0].column }.joined()
            Swift.print(name.heading + shares + figures.mean.column)
        }
    }
}
