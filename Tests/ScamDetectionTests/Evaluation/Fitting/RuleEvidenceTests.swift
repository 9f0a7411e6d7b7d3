import ScamDetection
import Testing

@Suite("Evidence for rules") struct RuleEvidenceTests {
    private static func message(
        _ text: String, _ label: LabelledMessage.Label, _ number: Int, _ source: String
    ) -> LabelledMessage { SmallRules.message(text, label, number, source: source) }

    @Test("It tells where a rule holds, what it adds and decides, and what says the same")
    func evidence() async throws {
        let detector = try SmallRules.folder().detector()
        let all = await RuleEvidence.all(
            from: [
                Self.message("alpha", .scam, 1, "a"), Self.message("alpha beta", .scam, 2, "b"),
                Self.message("beta alpha", .scam, 3, "b"), Self.message("alpha calm", .legit, 4, "c"),
                Self.message("beta", .spam, 5, "a"),
                SmallRules.message("beta", .scam, 6, isSynthetic: true),
            ], by: detector)
        #expect(all.map(\.rule) == detector.rules.map(\.id))
        let evidence = Dictionary(uniqueKeysWithValues: all.map { ($0.rule, $0) })
        let alpha = try #require(evidence["ask.alpha"])
        let beta = try #require(evidence["ask.beta"])
        let calm = try #require(evidence["protective.calm"])
        #expect(alpha.scams == 3 && alpha.genuine == 1 && alpha.effectOnScams == 1)
        #expect(alpha.sources.mapValues(\.scams) == ["a": 1, "b": 2, "c": 0])
        #expect(beta.scams == 2 && beta.genuine == 0 && beta.effectOnScams == 3)
        // Without beta, 1 − 3 is low; with it, 4 − 3 is medium.
        #expect(beta.decidedScams == 2 && alpha.decidedScams == 0)
        #expect(calm.genuine == 1 && calm.effectOnGenuine == -1)
        #expect(beta.twin == "ask.alpha" && beta.likeness == 0.5)
        let rare = try #require(evidence["ask.rare"])
        #expect(rare.scams == 0 && rare.twin == nil && rare.effectOnScams == 0)
    }
}
