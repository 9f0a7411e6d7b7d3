import Foundation
import ScamDetection
import TestSupport
import Testing

@testable import Evaluation

@Suite("Weight fit") struct WeightFitTests {
    private static func fitted(
        _ counts: [(String, LabelledMessage.Label, Int)], strength: Double = 1, sourceCap: Double = 1e9,
        largestFactor: Double = 100
    ) async throws -> (rules: [Rule], weights: FittedWeights) {
        let detector = try SmallRules.folder().detector()
        let samples = await FitSample.all(from: SmallRules.messages(counts), by: detector)
        var options = FitOptions()
        options.priorStrength = strength
        options.largestFactor = largestFactor
        options.sourceCap = sourceCap
        let problem = FitProblem(
            samples, rules: detector.rules, vocabulary: WordVocabulary(), settings: detector.settings,
            options: options)
        let rows = samples.indices.filter { problem.isUsed[$0] }
        return (detector.rules, WeightFit.weights(problem, rows: rows))
    }

    private static func weight(_ id: String, _ fit: (rules: [Rule], weights: FittedWeights)) -> Double? {
        fit.rules.firstIndex { $0.id == id }.map { fit.weights.values[$0] }
    }

    /// Without a prior, one rule's weight is the log of the odds ratio: ln((80/20) / (50/100)) = ln 8.
    @Test("Without a prior the weight is the log odds ratio") func withoutAPriorTheWeightIsTheLogOddsRatio()
        async throws
    {
        let fit = try await Self.fitted(
            [("alpha", .scam, 80), ("alpha", .legit, 20), ("none", .scam, 50), ("none", .legit, 100)],
            strength: 0)
        let weight = try #require(Self.weight("ask.alpha", fit))
        #expect(abs(weight - log(8)) < 1e-4)
        #expect(abs(fit.weights.intercept - log(0.5)) < 1e-4)
    }

    /// The weight solves Σ(p − y) + strength · (w − prior) = 0.
    @Test("The prior pulls and support overcomes it") func thePriorPullsAndSupportOvercomesIt() async throws {
        func weight(times: Int) async throws -> Double {
            let fit = try await Self.fitted([
                ("alpha", .scam, 9 * times), ("alpha", .legit, times), ("none", .scam, 50 * times),
                ("none", .legit, 50 * times),
            ])
            let weight = try #require(Self.weight("ask.alpha", fit))
            let probability = 1 / (1 + exp(-(fit.weights.intercept + weight)))
            #expect(abs(10 * Double(times) * probability - 9 * Double(times) + (weight - 1)) < 1e-3)
            return weight
        }
        let few = try await weight(times: 1)
        let many = try await weight(times: 50)
        #expect(few > 1)
        #expect(many > few)
        #expect(abs(many - log(9)) < 0.05)
    }

    @Test("Signs hold") func signsHold() async throws {
        let fit = try await Self.fitted(
            [("alpha", .legit, 50), ("calm", .scam, 50), ("none", .scam, 50), ("none", .legit, 50)],
            strength: 0.01)
        #expect(Self.weight("ask.alpha", fit) == 0)
        #expect(Self.weight("protective.calm", fit) == 0)
    }

    /// Both rules always match together, and no message speaks against them.
    @Test("No weight leaves its bounds") func noWeightLeavesItsBounds() async throws {
        let fit = try await Self.fitted(
            [("alpha beta", .scam, 400), ("calm", .legit, 400), ("none", .scam, 2), ("none", .legit, 2)],
            strength: 0)
        let weights = fit.weights.values
        for (rule, weight) in zip(fit.rules, weights) { #expect(abs(weight) <= 6, "\(rule.id)") }
        #expect(try #require(Self.weight("protective.calm", fit)) >= -3)
    }

    /// The author's weight is 1, and the rule is never wrong in the data.
    @Test("No weight outgrows its authors") func noWeightOutgrowsItsAuthors() async throws {
        let fit = try await Self.fitted(
            [("alpha", .scam, 400), ("none", .legit, 400), ("none", .scam, 4)], strength: 0,
            largestFactor: 1.5)
        let weight = try #require(Self.weight("ask.alpha", fit))
        #expect(abs(weight - 1.8) < 1e-9)
    }

    @Test("What the data say too little about stays") func whatTheDataSayTooLittleAboutStays() async throws {
        var messages: [(String, LabelledMessage.Label, Int)] = [
            ("alpha", .scam, 30), ("none", .legit, 30), ("helper", .scam, 30),
        ]
        messages.append(("rare", .legit, 4))
        let fit = try await Self.fitted(messages)
        let isFitted = Dictionary(uniqueKeysWithValues: zip(fit.rules.map(\.id), fit.weights.isFitted))
        #expect(
            isFitted == [
                "ask.alpha": true, "ask.beta": false, "ask.rare": false, "ask.helper": false,
                "protective.calm": false,
            ])
        #expect(Self.weight("ask.rare", fit) == 2)
        #expect(Self.weight("ask.helper", fit) == 0)
    }

    @Test("Advertising and synthetic messages don't count") func advertisingAndSyntheticMessagesDontCount()
        async throws
    {
        let detector = try SmallRules.folder().detector()
        // As many real scams as a language needs for constructed messages not to count.
        var messages = SmallRules.messages([
            ("alpha", .scam, FitOptions().fewestWordMessages), ("none", .legit, 20), ("none", .scam, 5),
        ])
        let plain = await FitSample.all(from: messages, by: detector)
        for number in 100..<200 {
            messages.append(SmallRules.message("alpha", .spam, number))
            messages.append(SmallRules.message("alpha", .legit, number, source: "b", isSynthetic: true))
        }
        let more = await FitSample.all(from: messages, by: detector)
        let models = [plain, more].map { samples in
            FittedModel(
                FitProblem(
                    samples, rules: detector.rules, vocabulary: WordVocabulary(), settings: detector.settings,
                    options: FitOptions()),
                rows: Array(samples.indices))
        }
        #expect(models[0] == models[1])
    }

    /// The scams of a language that has hardly any but constructed ones.
    @Test("With few real scams, constructed ones count") func withFewRealScamsConstructedOnesCount()
        async throws
    {
        let detector = try SmallRules.folder().detector()
        let few = SmallRules.messages([("alpha", .scam, 5), ("none", .legit, 20), ("none", .scam, 5)])
        let constructed = (100..<200).map {
            SmallRules.message("alpha", .legit, $0, source: "b", isSynthetic: true)
        }
        var intercepts: [Double] = []
        for messages in [few, few + constructed] {
            let samples = await FitSample.all(from: messages, by: detector)
            let problem = FitProblem(
                samples, rules: detector.rules, vocabulary: WordVocabulary(), settings: detector.settings,
                options: FitOptions())
            intercepts.append(WeightFit.weights(problem, rows: Array(samples.indices)).intercept)
        }
        #expect(intercepts[1] < intercepts[0])
    }

    @Test("Scams come again beside lines that calm") func scamsComeAgainBesideLinesThatCalm() throws {
        let detector = try SmallRules.folder().detector()
        let messages = SmallRules.messages([
            ("alpha beta", .scam, 20), ("alpha beta calm", .legit, 20), ("none", .legit, 40),
        ])
        let padded = FitSample.padded(messages, by: detector, scamsPerLine: 20)
        #expect(padded.count == 40)
        #expect(padded.allSatisfy { $0.isExample && $0.message.label == .scam && $0.message.source == "a" })
        #expect(Set(padded.map(\.rules)) == [[0, 1, 4]])
    }

    /// 300 messages of one source count as much as 30 of another.
    @Test("Sources are held to a cap") func sourcesAreHeldToACap() async throws {
        let detector = try SmallRules.folder().detector()
        var messages: [LabelledMessage] = []
        for number in 0..<300 { messages.append(SmallRules.message("alpha", .legit, number, source: "big")) }
        for number in 0..<30 { messages.append(SmallRules.message("alpha", .scam, number, source: "small")) }
        for number in 0..<30 { messages.append(SmallRules.message("none", .legit, number, source: "n")) }
        for number in 0..<30 { messages.append(SmallRules.message("none", .scam, number, source: "m")) }
        let samples = await FitSample.all(from: messages, by: detector)
        var options = FitOptions()
        options.sourceCap = 30
        options.priorStrength = 0
        let problem = FitProblem(
            samples, rules: detector.rules, vocabulary: WordVocabulary(), settings: detector.settings,
            options: options)
        let weights = WeightFit.weights(problem, rows: Array(samples.indices))
        #expect(abs(weights.intercept) < 1e-4)
        #expect(abs(weights.values[0]) < 1e-4)
    }
}
