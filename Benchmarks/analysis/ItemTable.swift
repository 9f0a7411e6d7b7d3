import Foundation
import Redaction
import ScamDetection
import ScamTaxonomy
import TextAnalysis

/// A table of the time in which it is told what is personal in a reading, by its number of lines, for words that each strain one part.
enum ItemTable {
    /// The largest is the most that a picture's reading holds.
    private static let sizes = [250, 500, 1_000, 2_000]
    private static let wordsInLine = 16
    private static let lineHeight = 20
    private static let runs = 3

    private static let kinds: [(name: String, line: String)] = [
        ("prose", "please send the code to the bank now and pay your fee or we will"),
        ("names", "Dear Anna Schmidt, my cousin Rajesh Iyer and Mr Bjarne Kristensen call Priya now"),
        ("capitals", "Anna Schmidt Rajesh Iyer Bjarne Kristensen Priya Lund Mira Moreau Hana Eze"),
        ("links", "https://a.example/1 https://b.example/2 https://c.example/3 https://d.example/4"),
        ("telephone numbers", "+1 (415) 555-0132 +44 7700 900461 +49 171 3920067 (212) 555-0187"),
        ("mail addresses", "anna@mail.example ravi@post.example <mira@web.example> a@b.example"),
        ("groups of digits", "1234 5678 9012 3456 1234 5678 9012 3456 1234 5678"),
        ("accounts", "GB29 NWBK 6016 1331 9268 19 NL91 ABNA 0417 1643 00"),
        ("addresses", "Flat 3, 12 High Street, Hauptstraße 5, 10115 Berlin, 9 rue des Lilas"),
        ("times and dates", "9:41 12/03/2025 17-Jun-26 2025-12-21 $1,250.00 14.05 Rs.592000 84%"),
    ]

    static func print(_ detector: ScamDetector, wordLists: URL) {
        let collecting = Stopwatch.thread
        let words = PersonalWords(
            detector.lexicon.analyzer.languages, vocabulary: detector.vocabulary, lists: wordLists)
        Swift.print("\nCollecting the words by which it is told: \(Int(collecting.elapsed)) microseconds")
        Swift.print("Microseconds by lines, the least of \(runs) runs")
        Swift.print("".heading + sizes.map { "\($0)".column }.joined() + "last two".column)
        for kind in kinds {
            let times = sizes.map { size in time(of: transcript(kind.line, lines: size), detector, words) }
            let last = times[times.count - 1]
            Swift.print(
                kind.name.heading + times.map(\.column).joined()
                    + (last / max(0.1, times[times.count - 2])).column)
        }
    }

    private static func time(
        of transcript: Transcript, _ detector: ScamDetector, _ words: PersonalWords
    ) -> Double {
        let text = detector.analyze(transcript)
        let evidence = transcript.lines.map(\.box)
        return (0..<runs).map { _ in
            let watch = Stopwatch.thread
            let items = PersonalItems(transcript, text, organisations: [], words: words, options: [])
            _ = items.plan(evidence: evidence, frame: 1, options: [])
            return watch.elapsed
        }.min() ?? 0
    }

    private static func transcript(_ line: String, lines: Int) -> Transcript {
        let texts = line.split(separator: " ").map(String.init)
        let all = (0..<lines).map { number in
            var x = 0
            let words = (0..<wordsInLine).map { index in
                let text = texts[index % texts.count]
                let width = 8 * text.count
                defer { x += width + 8 }
                return Transcript.Word(
                    text: text, confidence: 0.9,
                    box: Box(x: x, y: lineHeight * number, width: width, height: lineHeight))
            }
            return Transcript.Line(words: words, role: .incoming, block: number / 8)
        }
        let width = all.map { $0.box.x + $0.box.width }.max() ?? 1
        return Transcript(
            lines: all, width: width, height: lineHeight * lines, languages: ["eng"], layout: .chat)
    }
}
