import Testing
import TextAnalysis

@Suite("Codes beside a text")
struct CodeTests {
    private func code(_ payload: String, _ symbology: Transcript.Code.Symbology = .qr, x: Int = 10)
        -> Transcript.Code
    {
        Transcript.Code(symbology: symbology, payload: payload, box: Box(x: x, y: 20, width: 90, height: 90))
    }

    @Test("A code's link is a link with the code's box")
    func link() throws {
        let analyzer = Samples.analyzer
        let word = Transcript.Word(text: "Scan", confidence: 0.9, box: Box(x: 1, y: 2, width: 3, height: 4))
        var transcript = Transcript(
            lines: [Transcript.Line(words: [word], role: .incoming)], width: 200, height: 200,
            languages: ["eng"])
        transcript.codes = [code("HTTPS://PAY-DESK.TOP/A?B=1"), code("http://203.0.113.9/x", x: 60)]
        let text = analyzer.analyze(transcript)
        #expect(text.entities.map(\.kind) == [.url, .url])
        #expect(text.entities.map { $0.link?.host } == ["pay-desk.top", "203.0.113.9"])
        #expect(text.entities.map(\.codeBox) == transcript.codes.map(\.box))
        #expect(text.entities.map { text.boxes(for: $0.range) } == transcript.codes.map { [$0.box] })
        #expect(text.boxes(for: 0..<4) == [word.box])
        #expect(text.entities.map { text.quote($0.range) } == transcript.codes.map(\.payload))
    }

    @Test(
        "Other payloads are entities as a whole, with what they are for",
        arguments: [
            ("WIFI:T:WPA;S:Garden;P:tulips;;", "wifi"), ("bitcoin:bc1q?amount=1", "bitcoin"),
            ("otpauth://totp/A:b?secret=JBSW", "otpauth"), ("upi://pay?pa=a@b&am=1", "upi"),
            ("BCD\n002\n1\nSCT\n\nAnna\nDE89370400440532013000", "epc"),
            ("00020101021229300012D156000000000510A93FO3230Q", "emv"),
            ("BEGIN:VCARD\nN:A\nEND:VCARD", "vcard"),
            ("BEGIN:VEVENT\nEND:VEVENT", "vevent"), ("SMSTO:+14155550100:JOIN", "smsto"), ("2@x", nil),
            ("4006381", nil),
            (":x", nil), ("Hello there: you", nil), ("", nil),
        ] as [(String, String?)])
    func schemes(_ payload: String, _ scheme: String?) throws {
        #expect(CodePayload(payload).scheme == scheme)
        guard !payload.isEmpty else { return }
        let text = Samples.analyzer.analyze("Look.", codes: [code(payload)])
        let whole = try #require(text.entities.first { $0.kind == .qr })
        #expect(whole.text == payload && whole.scheme == scheme && whole.link == nil)
        #expect(text.quote(whole.range) == payload)
    }

    @Test("A code doesn't go on with the text before it")
    func apart() throws {
        let text = Samples.analyzer.analyze(
            "See https://garden-desk.org/", codes: [code("a1/b2"), code("c3", .ean)])
        #expect(text.entities.map(\.text).first == "https://garden-desk.org/")
        #expect(text.entities.map(\.kind) == [.url, .qr, .barcode])
    }

    @Test("Numbers on barcodes are nothing to judge, links in codes and words are")
    func judgeable() throws {
        let analyzer = Samples.analyzer
        #expect(!analyzer.analyze("").isJudgeable)
        #expect(!analyzer.analyze("", codes: [code("4006381333931", .ean)]).isJudgeable)
        #expect(!analyzer.analyze("", codes: [code("WIFI:S:Garden;;")]).isJudgeable)
        #expect(analyzer.analyze("", codes: [code("https://garden-desk.org")]).isJudgeable)
        #expect(analyzer.analyze("", codes: [code("4006381333931", .ean), code("bitcoin:x")]).isJudgeable)
        #expect(analyzer.analyze("Hello", codes: [code("4006381333931", .ean)]).isJudgeable)
    }
}
