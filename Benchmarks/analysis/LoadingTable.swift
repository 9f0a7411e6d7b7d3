import Foundation
import ScamDetection

/// What a start costs, part by part.
enum LoadingTable {
    static func print(_ resources: Resources, times: Int) throws {
        var parts: [(name: String, values: [Double])] = []
        func measure(_ name: String, _ body: () throws -> Void) rethrows {
            let watch = Stopwatch.wall
            try body()
            let time = watch.elapsed / 1_000
            if let index = parts.firstIndex(where: { $0.name == name }) {
                parts[index].values.append(time)
            } else {
                parts.append((name, [time]))
            }
        }
        var ruleCount = 0
        for _ in 0..<times {
            try measure("everything") {
                let detector = try ScamDetector(rules: resources.rules, lexicon: resources.lexicon)
                ruleCount = detector.rules.count
                _ = try AdviceBook(directory: resources.lexicon)
            }
            let settings = try ScoringSettings(directory: resources.rules)
            try measure("rule files") {
                _ = try RuleFileReader.rules(in: resources.rules, types: Set(settings.scamTypes))
            }
            try measure("lexicon") { _ = try Lexicon(directory: resources.lexicon) }
            var detector: ScamDetector?
            try measure("rules and lexicon") {
                detector = try ScamDetector(
                    rules: resources.rules, lexicon: resources.lexicon, checksExamples: false)
            }
            measure("examples") { _ = detector?.exampleProblems() }
            try measure("advice") { _ = try AdviceBook(directory: resources.lexicon) }
        }
        Swift.print("Loading \(ruleCount) rules \(times) times, milliseconds")
        Swift.print("".heading + "least".column + "median".column)
        for part in parts {
            let figures = Figures(part.values)
            Swift.print(part.name.heading + figures[0].column + figures[0.5].column)
        }
    }
}
