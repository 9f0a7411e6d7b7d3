import ScamDetection
import TestSupport
import Testing
import TextAnalysis

/// A low risk says that enough of the text was understood.
@Suite("Understanding") struct UnderstandingTests {
    private func verdict(_ text: String) throws -> Verdict {
        let detector = try ShippedRules.detector.get()
        return detector.verdict(on: detector.analyze(text))
    }

    @Test(
        "Letters that make no words aren't low risk",
        arguments: [
            "xqz jwkp vbnq zzgt hjkw pqxv mnbv wqrt kjhg zxcv", "ʞɔɐᗡ ϟϟϟ ⱷⱷⱷⱷ ꙮꙮꙮꙮꙮꙮ",
            "ჩემი ანგარიში დაბლოკილია დღეს",
            "Ваша посылка задержана на складе, ждём вас завтра",
        ])
    func lettersThatMakeNoWords(_ text: String) throws {
        let verdict = try verdict(text)
        #expect(verdict.riskLevel == .unknown && verdict.confidence == 0)
        #expect(try #require(verdict.understood) < 0.5)
    }

    @Test(
        "Plain messages are understood",
        arguments: [
            "Are we still on for lunch at the little place near the station?",
            "Ich bringe morgen den Kuchen mit, kannst du bitte Kaffee kaufen?",
            "On se retrouve devant le cinéma à huit heures, d'accord ?",
            "Te dejo las llaves debajo de la maceta, nos vemos luego",
            "今天晚上我们一起吃饭吧", "Nanti sore kita ketemu di rumah ibu ya", "ok", "👍",
        ])
    func plainMessagesAreUnderstood(_ text: String) throws {
        let verdict = try verdict(text)
        #expect(verdict.riskLevel == .low || verdict.understood == nil)
        #expect((verdict.understood ?? 1) > 0.8)
    }

    /// Words that were read badly count less than words that were read well.
    @Test("What was read badly isn't understood") func whatWasReadBadly() throws {
        let detector = try ShippedRules.detector.get()
        func verdict(_ confidence: Double) -> Verdict {
            let words = "we will be at the house in the morning with the keys".split(separator: " ").map(
                String.init)
            let line = Transcript.Line(
                words: words.enumerated().map { index, word in
                    Transcript.Word(
                        text: word, confidence: confidence,
                        box: Box(x: index * 60, y: 0, width: 50, height: 20))
                }, role: .incoming, block: 0)
            let transcript = Transcript(lines: [line], width: 900, height: 100, languages: ["eng"])
            return detector.verdict(on: detector.analyze(transcript))
        }
        #expect(verdict(0.95).riskLevel == .low)
        #expect(verdict(0.6).riskLevel == .unknown)
        #expect(try #require(verdict(0.6).understood) < #require(verdict(0.95).understood))
    }
}
