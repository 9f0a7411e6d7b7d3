import ScamDetection
import TestSupport
import Testing
import TextAnalysis

@Suite("Rule robustness") struct RuleRobustnessTests {
    /// The verdict must be in range and its quotes must lie in the text.
    private func check(_ text: String) throws {
        let detector = try ShippedRules.detector.get()
        let verdict = try checkOnce(text)
        #expect(detector.verdict(on: detector.analyze(text)) == verdict)
    }

    private func checkOnce(_ text: String) throws -> Verdict {
        let detector = try ShippedRules.detector.get()
        let analyzed = detector.analyze(text)
        let verdict = detector.verdict(on: analyzed)
        #expect((0...1).contains(verdict.confidence) && (0...1).contains(verdict.scamProbability))
        #expect((verdict.understood == nil) == analyzed.tokens.isEmpty)
        #expect((verdict.understood ?? 0) >= 2.0 / 3 || verdict.riskLevel != .low)
        #expect(!verdict.explanation.isEmpty)
        for finding in verdict.findings {
            #expect(!finding.ranges.isEmpty && finding.quote.count <= Finding.longestQuote)
            #expect(
                finding.ranges.allSatisfy {
                    $0.lowerBound < $0.upperBound && $0.upperBound <= text.utf8.count
                })
        }
        return verdict
    }

    @Test("Survives random scalars", arguments: 0..<30)
    func survivesRandomScalars(_ seed: Int) throws {
        var random = SeededGenerator(state: UInt64(seed))
        var text = String.UnicodeScalarView()
        for _ in 0..<1000 {
            let limit: UInt32 = [0x80, 0x800, 0x3000, 0x110000].randomElement(using: &random) ?? 0x80
            if let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) {
                text.append(scalar)
            }
        }
        try check(String(text))
    }

    /// Shuffled words of real messages reach deep into the patterns.
    @Test("Survives shuffled messages", arguments: 0..<30)
    func survivesShuffledMessages(_ seed: Int) throws {
        var random = SeededGenerator(state: UInt64(seed) &+ 77)
        let words = ShippedRules.examples.shuffled(using: &random).prefix(60)
            .flatMap { $0.text.split(separator: " ") }.shuffled(using: &random)
        try check(words.joined(separator: " "))
    }

    /// The text is so long that a second verdict, to compare, would take another ten seconds. Shorter texts are compared.
    @Test("Survives a thousand examples at once") func survivesAThousandExamplesAtOnce() throws {
        _ = try checkOnce(ShippedRules.examples.prefix(1000).map(\.text).joined(separator: "\n"))
    }
}
