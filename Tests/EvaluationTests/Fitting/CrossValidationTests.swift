import ScamDetection
import TestSupport
import Testing

@testable import Evaluation

@Suite("Cross validation") struct CrossValidationTests {
    /// Two sources disagree about `calm`, and each is judged by what the other one teaches. A protective rule can't
    /// speak for a scam, so `odd` gives it no weight.
    @Test("A source left out is not learned") func aSourceLeftOutIsNotLearned() async throws {
        let detector = try SmallRules.folder().detector()
        var messages: [LabelledMessage] = []
        for number in 0..<60 {
            messages.append(SmallRules.message("alpha", .scam, number, source: "a"))
            messages.append(SmallRules.message("none", .legit, number, source: "b"))
            messages.append(SmallRules.message("calm", .scam, number, source: "odd"))
            messages.append(SmallRules.message("calm", .legit, number, source: "c"))
        }
        let samples = await FitSample.all(from: messages, by: detector)
        let problem = FitProblem(
            samples, rules: detector.rules, vocabulary: WordVocabulary(), settings: detector.settings,
            options: FitOptions())
        let validation = await CrossValidation(problem, samples, .sources)
        #expect(validation.models.count == 4)
        let odd = try #require(messages.firstIndex { $0.source == "odd" })
        let other = try #require(messages.firstIndex { $0.source == "c" })
        #expect(validation.judgements[odd].probability < 0.2)
        #expect(abs(validation.judgements[other].probability - 0.5) < 0.01)
    }

    @Test("Clusters stay together and folds have about the same size")
    func clustersStayTogetherAndFoldsHaveAboutTheSameSize() {
        var sizes = [0, 0, 0, 0, 0]
        for number in 0..<1000 { sizes[Folds.number("c\(number)", of: 5)] += 1 }
        #expect(sizes.allSatisfy { (150...250).contains($0) })
        #expect(Folds.number("c00029", of: 5) == Folds.number("c00029", of: 5))
    }

    @Test("Nothing to judge is low") func nothingToJudgeIsLow() async throws {
        let detector = try SmallRules.folder().detector()
        let messages = SmallRules.messages([("alpha", .scam, 9), ("none", .legit, 9), ("!!", .legit, 1)])
        let samples = await FitSample.all(from: messages, by: detector)
        let problem = FitProblem(
            samples, rules: detector.rules, vocabulary: WordVocabulary(), settings: detector.settings,
            options: FitOptions())
        #expect(problem.isUsed.last == false)
        let model = FittedModel(problem, rows: Array(samples.indices))
        #expect(model.judgement(problem, 18) == Judgement(isScam: false, probability: 0, level: .low))
    }
}
