import Foundation
import ScamDetection
import TextAnalysis

/// A table of the time that each part of loading takes.
enum LoadingTable {
    static func print(_ resources: Resources, times: Int) throws {
        var parts: [(name: String, wall: [Double], processor: [Double])] = []
        func measure(_ name: String, _ body: () throws -> Void) rethrows {
            let (wall, processor) = (Stopwatch.wall, Stopwatch.process)
            try body()
            let times = (wall.elapsed / 1_000, processor.elapsed / 1_000)
            if !parts.contains(where: { $0.name == name }) { parts.append((name, [], [])) }
            for index in parts.indices where parts[index].name == name {
                parts[index].wall.append(times.0)
                parts[index].processor.append(times.1)
            }
        }
        var ruleCount = 0
        for _ in 0..<times {
            try measure("start") {
                let detector = try ScamDetector(
                    rules: resources.rules, lexicon: resources.lexicon,
                    languages: Languages(directory: resources.languages), checksExamples: false)
                ruleCount = detector.rules.count
                _ = try AdviceBook(directory: resources.lexicon)
            }
            let languages = try Languages(directory: resources.languages)
            try measure("languages") { _ = try Languages(directory: resources.languages) }
            let settings = try ScoringSettings(directory: resources.rules)
            try measure("rule files") {
                _ = try RuleFileReader.rules(
                    in: resources.rules, types: Set(settings.scamTypes), languages: languages)
            }
            try measure("lexicon") { _ = try Lexicon(directory: resources.lexicon, languages: languages) }
            var detector: ScamDetector?
            try measure("rules and lexicon") {
                detector = try ScamDetector(
                    rules: resources.rules, lexicon: resources.lexicon, languages: languages,
                    checksExamples: false)
            }
            measure("examples") { _ = detector?.exampleProblems() }
            try measure("advice") { _ = try AdviceBook(directory: resources.lexicon) }
        }
        Swift.print("Loading \(ruleCount) rules \(times) times, milliseconds")
        Swift.print("".heading + "least".column + "median".column + "CPU".column)
        for part in parts {
            let wall = Figures(part.wall)
            let processor = Figures(part.processor)
            Swift.print(part.name.heading + wall[0].column + wall[0.5].column + processor[0.5].column)
        }
    }
}
