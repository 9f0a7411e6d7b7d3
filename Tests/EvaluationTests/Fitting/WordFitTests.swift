import Evaluation
import Foundation
import ScamDetection
import TestSupport
import Testing
import TextAnalysis

/// Words are learned from small sets of messages whose weights are known by symmetry.
@Suite("Word fit") struct WordFitTests {
    private static func options() -> FitOptions {
        var options = FitOptions()
        options.fewestWordSources = 1
        options.fewestWordMessages = 20
        return options
    }

    private static func fit(
        _ messages: [LabelledMessage], leftOut: [String] = [], options: FitOptions = options()
    ) async throws -> (folder: RulesFolder, problem: FitProblem, model: FittedModel) {
        let folder = try SmallRules.folder()
        let detector = try folder.detector()
        let samples = await FitSample.all(from: messages, by: detector)
        let vocabulary = WordVocabulary(samples, leftOut: ["en": Set(leftOut)], options: options)
        let problem = FitProblem(
            samples, rules: detector.rules, vocabulary: vocabulary, settings: detector.settings,
            options: options)
        return (folder, problem, FittedModel(problem, rows: Array(samples.indices)))
    }

    private static func weights(_ fit: (folder: RulesFolder, problem: FitProblem, model: FittedModel))
        -> [String: Double]
    {
        let values = fit.model.weights.values.suffix(fit.problem.vocabulary.count)
        return Dictionary(uniqueKeysWithValues: zip(fit.problem.vocabulary.entries.map(\.written), values))
    }

    private static let messages = SmallRules.messages([
        ("you have the prize", .scam, 60), ("you have the lunch", .legit, 60),
        ("you have the alpha", .scam, 20),
        ("you have the beta", .legit, 20),
    ])

    @Test("Words of scams weigh for, words of genuine messages against, and words of both nothing")
    func signs() async throws {
        let messages = SmallRules.messages([
            ("you have the prize", .scam, 60), ("you have the lunch", .legit, 60),
        ])
        let weights = Self.weights(try await Self.fit(messages))
        #expect(try #require(weights["prize"]) > 0.2)
        #expect(try #require(weights["lunch"]) < -0.2)
        #expect(weights["you"] == 0)
        #expect(weights.values.allSatisfy { abs($0) <= FitOptions().largestWord })
    }

    @Test("A word that is left out has no weight, nor has one of too few clusters or sources") func support()
        async throws
    {
        let rare = [SmallRules.message("you have the crown", .scam, 1000)]
        let weights = Self.weights(try await Self.fit(Self.messages + rare, leftOut: ["prize"]))
        #expect(weights["prize"] == nil)
        #expect(weights["crown"] == nil)
        #expect(weights["lunch"] != nil)

        let other = (0..<20).map {
            SmallRules.message("you have the crown", .scam, $0, source: "b")
        }
        var twoSources = Self.options()
        twoSources.fewestWordSources = 2
        let two = Self.weights(try await Self.fit(Self.messages + other, options: twoSources))
        #expect(two["prize"] == 0)
        #expect(two["crown"] == 0)
    }

    @Test("Constructed messages teach only the words of a language that has no real scams") func constructed()
        async throws
    {
        let constructed = (0..<20).map {
            SmallRules.message("you have the diamond", .scam, $0, source: "made", isSynthetic: true)
        }
        #expect(Self.weights(try await Self.fit(Self.messages + constructed))["diamond"] == 0)
        let only = (0..<20).map {
            SmallRules.message("you have the lunch", .legit, $0, source: "real")
        }
        #expect(try #require(Self.weights(try await Self.fit(constructed + only))["diamond"]) > 0)
    }

    @Test(
        "A detector with the written words judges as the model does, and a second fit writes the same bytes")
    func written() async throws {
        let fit = try await Self.fit(Self.messages)
        func write(_ model: FittedModel, _ problem: FitProblem) throws {
            let detector = try fit.folder.detector()
            try RuleFileEditor.write(
                model, rules: detector.rules, settings: detector.settings, notes: ["a"], in: fit.folder.rules)
            try WordFiles.write(
                .messages, model.weights, problem, languages: detector.lexicon.analyzer.languages,
                notes: ["a"],
                in: fit.folder.rules)
        }
        try write(fit.model, fit.problem)
        let text = try fit.folder.text("rules/en/words.tsv")
        #expect(text.contains("\nprize\t"))
        let detector = try fit.folder.detector()
        for (index, message) in Self.messages.enumerated() {
            let verdict = detector.verdict(on: detector.analyze(message.text))
            #expect(abs(verdict.scamProbability - fit.model.judgement(fit.problem, index).probability) < 0.02)
        }
        let samples = await FitSample.all(from: Self.messages, by: detector)
        let problem = FitProblem(
            samples, rules: detector.rules,
            vocabulary: WordVocabulary(samples, options: Self.options()), settings: detector.settings,
            options: Self.options())
        try write(FittedModel(problem, rows: Array(samples.indices)), problem)
        #expect(try fit.folder.text("rules/en/words.tsv") == text)
    }
}
