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
        let cache = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: cache) }
        func load() throws -> ScamDetector {
            try ScamDetector(
                rules: resources.rules, lexicon: resources.lexicon,
                languages: Languages(directory: resources.languages), checksExamples: false)
        }
        func start(_ load: () throws -> ScamDetector) throws {
            ruleCount = try load().rules.count
            _ = try AdviceBook(directory: resources.lexicon)
        }
        func loadSnapshot() throws -> ScamDetector {
            try DetectorSnapshot(
                cache: cache.path, rules: resources.rules, lexicon: resources.lexicon,
                languages: resources.languages, program: URL(fileURLWithPath: CommandLine.arguments[0]),
                settling: 0
            ).detector(orElse: load)
        }
        // Makes the snapshot.
        try start(loadSnapshot)
        for _ in 0..<times {
            try measure("start") { try start(load) }
            try measure("start from a snapshot") { try start(loadSnapshot) }
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
