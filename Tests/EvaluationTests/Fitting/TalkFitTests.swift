import Evaluation
import Foundation
import ScamDetection
import TestSupport
import Testing
import TextAnalysis

@Suite("Fit of talks") struct TalkFitTests {
    private static func talk(_ words: String, _ label: LabelledMessage.Label, _ number: Int)
        -> LabelledMessage
    {
        LabelledMessage(
            id: "\(label) \(words) \(number)",
            text: "you have it [reply oh] you have \(words) [reply ok] you have",
            label: label, source: number.isMultiple(of: 2) ? "even" : "odd")
    }

    private static func talks(_ sets: [(words: String, label: LabelledMessage.Label, count: Int)])
        -> [LabelledMessage]
    {
        sets.flatMap { set in (0..<set.count).map { talk(set.words, set.label, $0) } }
    }

    private static func fit(
        _ talks: [LabelledMessage], budget: Double = 0.1
    ) async throws -> (folder: RulesFolder, problem: FitProblem, fit: TalkFit) {
        let folder = try RulesFolder()
        let detector = try folder.detector()
        var options = FitOptions.forTalks
        (options.mediumBudget, options.fewestWordMessages) = (budget, 20)
        let samples = await FitSample.talks(from: talks, by: detector)
        let problem = FitProblem(
            samples, rules: [], vocabulary: WordVocabulary(samples, options: options), wordGroup: .talkWords,
            settings: detector.settings, options: options)
        let rest = talks.map { talk in
            detector.scoreBesideWords(ofTalk: detector.analyze(example: talk.text))
        }
        return (folder, problem, TalkFit(problem, rest: rest, settings: detector.settings))
    }

    @Test("Words of scams weigh for, words of genuine talks against, and words of both nothing") func signs()
        async throws
    {
        let (_, problem, fit) = try await Self.fit(Self.talks([("gold", .scam, 60), ("lunch", .legit, 60)]))
        let weights = Dictionary(
            uniqueKeysWithValues: zip(problem.vocabulary.entries.map(\.written), fit.weights.values))
        #expect(try #require(weights["gold"]) > 0.2)
        #expect(try #require(weights["lunch"]) < -0.2)
        #expect(weights["you"] == 0)
    }

    @Test(
        "The offset leaves as many genuine talks at medium risk as the budget allows", arguments: [0.1, 0.25])
    func budget(_ budget: Double) async throws {
        let talks = Self.talks([("gold", .scam, 60), ("lunch", .legit, 40), ("gold", .legit, 10)])
        let (_, _, fit) = try await Self.fit(talks, budget: budget)
        // Ten genuine talks are as the scams are.
        let flagged = fit.heldOut.filter(\.isFlagged)
        #expect(flagged.count { !$0.isScam } == (budget > 0.2 ? 10 : 0))
        #expect(flagged.count(where: \.isScam) == (budget > 0.2 ? 60 : 0))
    }

    @Test("Written words and offset judge as the fit does") func written() async throws {
        let talks = Self.talks([("gold", .scam, 60), ("lunch", .legit, 60)])
        let (folder, problem, fit) = try await Self.fit(talks)
        let languages = try folder.detector().lexicon.analyzer.languages
        try WordFiles.write(
            .talks, fit.weights, problem, languages: languages, notes: ["120 talks."], in: folder.rules)
        try RuleFileEditor.write(talkOffset: fit.offset, in: folder.rules)
        #expect(try folder.text("rules/en/talk_words.tsv").contains("# fit: 120 talks.\n"))
        let detector = try folder.detector()
        let offset = try #require(detector.settings.talk?.offset)
        #expect(abs(offset - fit.offset) < 0.006)
        let verdicts = talks.map { detector.verdict(on: detector.analyze(example: $0.text)).riskLevel }
        #expect(zip(talks, verdicts).allSatisfy { ($0.label == .scam) == ($1 == .medium) })
    }
}
