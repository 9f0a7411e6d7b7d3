import Testing
import TextAnalysis

@Suite("Broken links on pictures") struct BrokenLinkTests {
    /// Lines of words that are 10 pixels wide for each letter; those that begin with `_` are underlined.
    private func links(_ lines: [String]) -> [String] {
        let lines = lines.enumerated().map { number, line in
            var x = 0
            let words = line.split(separator: " ").map { text in
                let isUnderlined = text.hasPrefix("_")
                let text = String(text.drop { $0 == "_" })
                var word = Transcript.Word(
                    text: text, confidence: 0.9,
                    box: Box(x: x, y: 30 * number, width: 10 * text.count, height: 20))
                word.isUnderlined = isUnderlined
                x += 10 * text.count + 10
                return word
            }
            return Transcript.Line(words: words, role: .incoming)
        }
        let transcript = Transcript(lines: lines, width: 900, height: 900, languages: ["eng"])
        let text = Samples.analyzer.analyze(transcript)
        return text.entities.filter { $0.kind == .url }.map { text.quote($0.range) }
    }

    @Test("A link that is underlined on both lines is one link, whatever stands at its break")
    func underlinedLinksAreOne() {
        #expect(
            links(["Please visit our page", "_https://parcel.example/p", "_.php?c5ql66"])
                == ["https://parcel.example/p.php?c5ql66"])
        #expect(
            links(["Please see _http://pay-", "_desk.example/a and answer"]) == ["http://pay-desk.example/a"])
    }

    @Test("Two links that are underlined one below the other stay two")
    func twoLinksStayTwo() {
        #expect(
            links(["Help", "https://alpha.com", "beta.com/track"]) == ["https://alpha.com", "beta.com/track"])
        #expect(
            links(["A long line of text goes here", "_alpha.com/x", "_beta.com/y"])
                == ["alpha.com/x", "beta.com/y"])
        #expect(
            links(["_https://a.example/long-enough", "_https://b.example"])
                == ["https://a.example/long-enough", "https://b.example"])
        #expect(
            links(["_https://a.example/long-enough", "_Https://b.example"])
                == ["https://a.example/long-enough", "Https://b.example"])
        #expect(
            links(["https://a.example/", "https://b.example/x"]) == [
                "https://a.example/", "https://b.example/x",
            ])
    }

    @Test(
        "A link that was cut where its line was full is one link",
        arguments: [
            (["Pay the fee here: http", "s://pay.example/track now"], "https://pay.example/track"),
            (["Pay at https://parcel-desk.exa", "mple/go/track"], "https://parcel-desk.example/go/track"),
            (
                ["Pay at https://u", "spsredeliverycentrerser", "vice.example/x"],
                "https://uspsredeliverycentrerservice.example/x"
            ),
            (
                ["Your parcel is held", "pay-desk.com/go/TrackC", "onfirmAction now"],
                "pay-desk.com/go/TrackConfirmAction"
            ),
            (["Your parcel waits for", "https://pay.example/tr", "ack"], "https://pay.example/track"),
            (["Pay https://pay.example", "/track?id=1 today"], "https://pay.example/track?id=1"),
            (["Pay https://pay.example/t?id=8812", "&u=3"], "https://pay.example/t?id=8812&u=3"),
            (["Answer today at usps-redel", "iver.com/track and you pay"], "usps-redeliver.com/track"),
        ])
    func cutLinksAreOne(lines: [String], link: String) {
        #expect(links(lines) == [link])
    }

    @Test(
        "What follows a link isn't added to it",
        arguments: [
            ["Pay now at https://pay.example/x", "within 24 hours or lose it"],
            ["Pay now at https://pay.example/x", "2nd notice of your parcel"],
            ["See https://pay.example/x", "Thanks"],
            ["A line that is much longer", "https://pay.example/x", "ok"],
            ["Pay now at https://pay.example/x", "help.com is where we answer"],
        ])
    func sentencesGoOn(lines: [String]) {
        #expect(links(lines).first == "https://pay.example/x")
    }
}
