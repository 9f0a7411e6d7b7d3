import ScamDetection
import ScamTaxonomy
import Testing

@Suite("Slice") struct SliceTests {
    private static func judged(
        _ label: LabelledMessage.Label, _ level: RiskLevel, source: String, language: String = "en",
        category: String? = nil, isSynthetic: Bool = false, isHard: Bool = false
    ) -> (message: LabelledMessage, judgement: Judgement) {
        (
            LabelledMessage(
                id: "x", text: "", label: label, language: language, source: source, category: category,
                isSynthetic: isSynthetic, isHard: isHard),
            Judgement(isScam: label == .scam, probability: 0.5, level: level)
        )
    }

    private static let all = [
        judged(.scam, .high, source: "phones", category: "delivery"),
        judged(.scam, .low, source: "phones", language: "es", category: "delivery"),
        judged(.scam, .medium, source: "mail", category: "prize"),
        judged(.legit, .medium, source: "mail", category: "alert", isHard: true),
        judged(.legit, .low, source: "chat", category: "chat"),
        judged(.spam, .high, source: "mail"),
        judged(.scam, .high, source: "made", isSynthetic: true),
        judged(.spam, .high, source: "made", isSynthetic: true),
    ]

    private static func counts(_ slices: [Slice]) -> [String: [Int]] {
        Dictionary(
            uniqueKeysWithValues: slices.map {
                ("\($0.kind) \($0.name)", [$0.figures.scams, $0.figures.genuine])
            })
    }

    @Test("Advertising and synthetic messages are left out") func advertisingAndSyntheticMessagesAreLeftOut()
    {
        #expect(
            Self.counts(Slice.all(Self.all, phoneSources: ["phones"])) == [
                "whole all": [3, 2], "whole English": [2, 2],
                "whole phone scams against hard negatives, English": [1, 1],
                "source phones": [2, 0], "source mail": [1, 1], "source chat": [0, 1],
                "language en": [2, 2], "language es": [1, 0],
                "scamType delivery": [2, 0], "scamType prize": [1, 0],
                "genuineKind alert": [0, 1], "genuineKind chat": [0, 1],
            ])
    }

    @Test("Synthetic messages have a table of their own") func syntheticMessagesHaveATableOfTheirOwn() {
        let slices = Slice.all(Self.all, includingSynthetic: true)
        #expect(Self.counts(slices)["synthetic synthetic"] == [1, 0])
        #expect(slices.first?.figures.scams == 3)
    }

    @Test("A comparison lists what changed side") func aComparisonListsWhatChangedSide() {
        func entry(_ id: String, _ probability: Double, _ level: RiskLevel) -> Comparison.Entry {
            Comparison.Entry(id: id, label: .scam, scamProbability: probability, riskLevel: level)
        }
        let comparison = Comparison(
            before: [
                entry("a", 0.1, .low), entry("b", 0.9, .high), entry("c", 0.2, .low),
                entry("d", 0.6, .medium),
            ],
            after: [
                entry("a", 0.5, .medium), entry("b", 0.7, .medium), entry("c", 0.9, .high),
                entry("d", 0.3, .low),
                entry("e", 0.9, .high),
            ])
        #expect(comparison.shared == 4)
        #expect(comparison.newlyFlagged.map(\.id) == ["c", "a"])
        #expect(comparison.newlyCleared.map(\.id) == ["d"])
        #expect(comparison.newlyCleared.first?.before == 0.6)
    }

    @Test("Levels are right about what they say") func levelsAreRightAboutWhatTheySay() {
        let levels = LevelAccuracy.all([
            Judgement(isScam: true, probability: 0.9, level: .high),
            Judgement(isScam: false, probability: 0.7, level: .high),
            Judgement(isScam: false, probability: 0.1, level: .low),
        ])
        #expect(levels.map(\.right) == [Proportion(1, of: 1), Proportion(0, of: 0), Proportion(1, of: 2)])
        #expect(levels.map(\.meanConfidence) == [0.9, nil, 0.8])
    }
}
