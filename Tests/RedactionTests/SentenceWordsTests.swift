import TestSupport
import Testing
import TextAnalysis

@testable import Redaction

/// What is covered within sentences of languages of which there is a list of words.
@Suite("Words of sentences")
struct SentenceWordsTests {
    private static let words = PersonalWords(
        ShippedLanguages.all, vocabulary: KnownWords(["account", "bank", "strange"]),
        lists: ShippedLanguages.wordLists)

    /// A paragraph of lines, each as wide as its text.
    private func transcript(_ lines: [String]) -> Transcript {
        let lines = lines.enumerated().map { number, line in
            var x = 10
            let words = line.split(separator: " ").map { text in
                defer { x += 10 * text.count + 10 }
                return Transcript.Word(
                    text: String(text), confidence: 0.9,
                    box: Box(x: x, y: 20 + 30 * number, width: 10 * text.count, height: 20))
            }
            return Transcript.Line(words: words, role: .incoming, block: 1)
        }
        let width = (lines.map { $0.box.x + $0.box.width }.max() ?? 0) + 10
        return Transcript(lines: lines, width: width, height: 900, languages: ["eng"])
    }

    private func covered(_ lines: [String], evidence: (Transcript) -> [Box] = { _ in [] }) -> Set<String> {
        let transcript = transcript(lines)
        let analyzer = TextAnalyzer(
            suffixes: PublicSuffixList(), confusables: Confusables(), languages: ShippedLanguages.all)
        let plan = PersonalItems(
            transcript, analyzer.analyze(transcript), organisations: [], words: Self.words, options: []
        ).plan(evidence: evidence(transcript), frame: 1, options: [])
        let words = transcript.lines.flatMap(\.words)
        return Set(
            words.filter { word in plan.hidden.contains { $0.box.union(word.box) == $0.box } }.map(\.text))
    }

    @Test(
        "Names wherever they stand: within a sentence, at its beginning, in lower case, before a sign",
        arguments: [
            ("Welcome Grace! You won't regret that you came to us", ["Grace!"]),
            ("My wife Hana says that these groups are a trick", ["Hana"]),
            ("Bisi knows where the key is, and so do we.", ["Bisi"]),
            ("this is rosalind calling for oonagh about the results", ["rosalind", "oonagh"]),
            ("It is Bettina until the end of the week, then Hope.", ["Bettina", "Hope."]),
            ("Careful Mark, that one looks like a fake page to me.", ["Mark,"]),
            ("She said that Faith and Rose are at home today.", ["Faith", "Rose"]),
            ("We met in Whitby when we were still at the school.", ["Whitby"]),
            ("Dice que Remedios no tiene seguro y que el banco no paga", ["Remedios"]),
            ("Chiedo a Stella e ti dico quando posso venire da te", ["Stella"]),
            ("Kun je dat aan Joost vragen als hij weer thuis is", ["Joost"]),
            ("Ich habe Svetlana gestern gesehen und ihr die Rechnung gegeben", ["Svetlana"]),
        ])
    func names(message: String, names: [String]) {
        #expect(covered([message]) == Set(names))
    }

    @Test(
        "Words that lists have, days, months, languages, what stands behind words such as *your*",
        arguments: [
            "Hurry up, the voucher ends on Sunday and we can't hold it until March.",
            "Mark your calendars, today is bigger than yesterday was.",
            "I'll write to your Bank and tell them that I've paid it, it's done.",
            "Do you speak English? Send me a picture on WhatsApp then.",
            "Bitte überweisen Sie die Miete auf das neue Konto der Hausverwaltung, wie im Vertrag steht",
            "Hier finden Sie die Abrechnung der Nebenkosten und den Mietvertrag für die Wohnung",
            "Votre colis est en attente, merci de payer les frais de douane",
        ])
    func harmless(message: String) {
        #expect(covered([message]).isEmpty)
    }

    @Test("Titles go with the names behind them, also at a line's end")
    func titles() {
        #expect(
            covered(["We have seen him with old Mr", "Quayle and his aunt Tamsin at the shed"]) == [
                "Mr", "Quayle", "aunt", "Tamsin",
            ])
        #expect(covered(["I have told the nurse and my aunt about it today"]).isEmpty)
    }

    @Test("Short numbers that count nothing, with the abbreviation before them")
    func numbers() {
        #expect(covered(["Your parcel was left with me at no. 12."]) == ["no.", "12."])
        #expect(covered(["We have 2 of them and need 14 days to send the rest."]).isEmpty)
        #expect(covered(["You can have it all by 9:30 or on 3 May for 20%."]).isEmpty)
    }

    @Test("A word that was broken at a line's end is one")
    func broken() {
        #expect(
            covered(["We are sorry to say that the rede-", "livery of it has to be paid for by you."]).isEmpty
        )
    }

    @Test("A language without a list covers no word only because no list has it")
    func unlisted() {
        #expect(covered(["Din betalning blev nekad, så vi behöver att du svarar oss snart."]).isEmpty)
    }

    @Test("A finding's words stay, unless they are names between words that it asks for")
    func evidence() {
        let line = ["They told me that the strange account is at Quuxcoin and Bisi has it."]
        #expect(covered(line) == ["Quuxcoin", "Bisi"])
        let found = covered(line) { transcript in
            let boxes = transcript.lines[0].words.map(\.box)
            return [boxes[5].union(boxes[6]), boxes[9], boxes[8].union(boxes[11])]
        }
        #expect(found == ["Bisi"])
    }
}
