import TestSupport
import Testing
import TextAnalysis

@testable import Redaction

/// What is covered where no sentence stands: everything that isn't known to be harmless.
@Suite("Outside of sentences")
struct OutsideProseTests {
    private static let words = PersonalWords(
        ShippedLanguages.all, vocabulary: vocabulary, lists: ShippedLanguages.wordLists)

    private static let vocabulary = KnownWords([
        "grace", "summer", "ending", "locked", "parcel", "river", "biscuit", "first",
    ])

    /// A word and how far behind the one before it begins, in letters' widths. One is a blank.
    private typealias Cell = (text: String, gap: Int)

    private func transcript(_ rows: [[Cell]], layout: OCRLayout = .plain) -> Transcript {
        let lines = rows.enumerated().map { number, row in
            var x = 10
            let words = row.map { cell in
                x += 10 * cell.gap
                defer { x += 10 * cell.text.count }
                return Transcript.Word(
                    text: cell.text, confidence: 0.9,
                    box: Box(x: x, y: 20 + 40 * number, width: 10 * cell.text.count, height: 20))
            }
            return Transcript.Line(words: words, role: .incoming, block: number)
        }
        return Transcript(lines: lines, width: 2_000, height: 1_200, languages: ["eng"], layout: layout)
    }

    private func transcript(_ lines: [String]) -> Transcript {
        transcript(lines.map { $0.split(separator: " ").map { (String($0), 1) } })
    }

    private func covered(_ transcript: Transcript) -> Set<String> {
        let analyzer = TextAnalyzer(
            suffixes: PublicSuffixList(), confusables: Confusables(), languages: ShippedLanguages.all)
        let plan = PersonalItems(
            transcript, analyzer.analyze(transcript), organisations: [], words: Self.words, options: []
        ).plan(evidence: [], frame: 1, options: [])
        let words = transcript.lines.flatMap(\.words)
        return Set(
            words.filter { word in plan.hidden.contains { $0.box.union(word.box) == $0.box } }.map(\.text))
    }

    private static let prose = "Please send the money to this account today, as you said."

    @Test(
        "A line of a few words with capitals is a name, also if it is made of words",
        arguments: ["Grace Summer", "Will", "Rose M.", "HALVORSEN / WILL (child)", "De Santis Lo Bue"])
    func names(line: String) {
        let all = Set(line.split(separator: " ").map(String.init).filter { $0 != "/" })
        #expect(covered(transcript([Self.prose, line])).isSuperset(of: all))
    }

    @Test(
        "What phones and apps write stays",
        arguments: [
            "Settings", "All items", "Your details", "Standing order", "14 May", "Today 09:14", "12 photos",
            "Accounts Payments Cards", "£410,000", "4.9%", "changed 11 months ago",
        ])
    func interface(line: String) {
        #expect(covered(transcript([Self.prose, line])).isEmpty)
    }

    @Test(
        "Whatever has a digit and is no time, date, amount or count",
        arguments: [
            ("Backup 482 913", ["482", "913"]), ("a1b2-c3d4 e5f6-g7h8", ["a1b2-c3d4", "e5f6-g7h8"]),
            ("Seat 14C", ["14C"]), ("09/27 381", ["09/27", "381"]), ("Room 214", ["214"]),
            ("GB 6004 1187", ["GB", "6004", "1187"]),
        ])
    func numbers(line: String, numbers: [String]) {
        #expect(covered(transcript([Self.prose, line])).isSuperset(of: numbers))
    }

    @Test("What stands beside a label, in a cell of its own, and below it")
    func labels() {
        let rows: [[Cell]] = [
            [("Passenger", 1), ("grace", 20), ("summer", 1)], [("Security", 1), ("answer", 1)],
            [("biscuit", 1), ("the", 1), ("first", 1)],
        ]
        let found = covered(transcript(rows))
        #expect(found == ["grace", "summer", "biscuit", "the", "first"])
    }

    @Test("Cells of a row are judged each by itself, and so is what stands between signs")
    func cells() {
        let rows: [[Cell]] = [
            [("Details", 1), ("Grace", 20)],
            [("Shared", 1), ("with", 1), ("Will", 1), ("·", 1), ("today", 1)],
        ]
        let found = covered(transcript(rows))
        #expect(found.isSuperset(of: ["Grace", "Will"]))
        #expect(found.isDisjoint(with: ["Details", "with", "today"]))
    }

    @Test("Lists of short words by which wallets are restored, numbered or not")
    func backupPhrases() {
        let words = [
            "river", "ladder", "money", "autumn", "first", "parcel", "velvet", "orbit", "candle", "copper",
            "window",
        ]
        #expect(covered(transcript([words.joined(separator: " ")])).isSuperset(of: words))
        let numbered = words.enumerated().map { "\($0 + 1). \($1)" }
        #expect(covered(transcript(numbered)).isSuperset(of: words))
        #expect(covered(transcript([Self.prose])).isEmpty)
    }

    @Test(
        "In sentences: names that are words, what is made as numbers and names on messengers are",
        arguments: [
            ("He said it to Will and the others here.", ["Will"]),
            ("Will may use this too, but not you.", ["Will"]),
            ("Please send the parcel 2LE to them now.", ["2LE"]), ("Message her on this number: +1", ["+1"]),
            ("Hello, you can write to nadir.moon or mira_lund about it.", ["nadir.moon", "mira_lund"]),
            ("I have seen that with enfermera Pilar G. and you.", ["Pilar", "G."]),
        ])
    func sentences(line: String, found: [String]) {
        #expect(covered(transcript([line])).isSuperset(of: found))
    }

    @Test("A sentence's other words stay")
    func harmless() {
        #expect(
            covered(transcript(["Will you send the money to me?", "May I ask for 48h to pay you?"])).isEmpty)
    }

    @Test("A word that is frequent in another language alone may be a name here")
    func languages() {
        // `ama` is frequent in Turkish.
        #expect(covered(transcript(["He is the dad of Ama and they are here."])) == ["Ama"])
    }
}
