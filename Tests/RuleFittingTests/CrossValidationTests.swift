import Evaluation
import ScamDetection
import Testing

@testable import RuleFitting

@Suite struct CrossValidationTests {
    /// What calm means is told by two sources that disagree; each is judged by what the other says. A protective rule can't speak
    /// for a scam, so from `odd` it gets no weight at all.
    @Test func aSourceLeftOutIsNotLearned() async throws {
        let detector = try SmallRules().detector()
        var messages: [LabelledMessage] = []
        for number in 0..<60 {
            messages.append(SmallRules.message("alpha", .scam, number, source: "a"))
            messages.append(SmallRules.message("none", .legit, number, source: "b"))
            messages.append(SmallRules.message("calm", .scam, number, source: "odd"))
            messages.append(SmallRules.message("calm", .legit, number, source: "c"))
        }
        let evidence = await Evidence.gathered(from: messages, by: detector)
        let problem = FitProblem(
            evidence, rules: detector.rules, settings: detector.settings, options: FitOptions())
        let validation = await CrossValidation(problem, evidence, .sources)
        #expect(validation.models.count == 4)
        let odd = try #require(messages.firstIndex { $0.source == "odd" })
        let other = try #require(messages.firstIndex { $0.source == "c" })
        #expect(validation.judgements[odd].probability < 0.2)
        #expect(abs(validation.judgements[other].probability - 0.5) < 0.01)
    }

    @Test func clustersStayTogetherAndFoldsHaveAboutTheSameSize() {
        var sizes = [0, 0, 0, 0, 0]
        for number in 0..<1000 { sizes[Folds.number("c\(number)", of: 5)] += 1 }
        #expect(sizes.allSatisfy { (150...250).contains($0) })
        #expect(Folds.number("c00029", of: 5) == Folds.number("c00029", of: 5))
    }

    @Test func nothingToJudgeIsLow() async throws {
        let detector = try SmallRules().detector()
        let messages = SmallRules.messages([("alpha", .scam, 9), ("none", .legit, 9), ("!!", .legit, 1)])
        let evidence = await Evidence.gathered(from: messages, by: detector)
        let problem = FitProblem(
            evidence, rules: detector.rules, settings: detector.settings, options: FitOptions())
        #expect(problem.isUsed.last == false)
        let model = FittedModel(problem, rows: Array(evidence.indices))
        #expect(model.judgement(problem, 18) == Judgement(isScam: false, probability: 0, level: .low))
    }
}
