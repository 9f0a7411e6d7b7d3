import Testing
import TextAnalysis
import TestSupport

@testable import Redaction

/// What is personal in words, told by where they stand. Only what no analysis of entities finds is tested here.
@Suite("What is personal on a picture")
struct PersonalItemsTests {
    private static let words = PersonalWords(
        ShippedLanguages.all, vocabulary: vocabulary, lists: ShippedLanguages.wordLists)

    private static let vocabulary = KnownWords([
        "strange", "logins", "because", "locked", "kindly", "amy", "recruit", "reminder", "tracking", "debit",
        "case", "iban",
    ])

    /// A screen of lines, each of them as wide as its text.
    private func transcript(_ lines: [(String, LineRole)], layout: OCRLayout = .chat) -> Transcript {
        let lines = lines.enumerated().map { number, line in
            var x = 10
            let words = line.0.split(separator: " ").map { text in
                defer { x += 10 * text.count + 10 }
                return Transcript.Word(
                    text: String(text), confidence: 0.9,
                    box: Box(x: x, y: 20 + 40 * number, width: 10 * text.count, height: 20))
            }
            return Transcript.Line(words: words, role: line.1, block: line.1 == .incoming ? 1 : 2 + number)
        }
        return Transcript(lines: lines, width: 2_000, height: 900, languages: ["eng"], layout: layout)
    }

    /// The texts of what is covered, kind by kind.
    private func covered(
        _ transcript: Transcript, _ options: RedactionOptions = []
    ) -> [RedactedKind: Set<String>] {
        var all = transcript
        for line in all.lines.indices { all.lines[line].role = .incoming }
        let analyzer = TextAnalyzer(
            suffixes: PublicSuffixList(), confusables: Confusables(), languages: ShippedLanguages.all)
        let plan = PersonalItems(
            transcript, analyzer.analyze(all), organisations: [], words: Self.words, options: options
        ).plan(evidence: [], frame: 1, options: options)
        var texts: [RedactedKind: Set<String>] = [:]
        for hidden in plan.hidden {
            for word in transcript.lines.flatMap(\.words)
            where hidden.box.union(word.box) == hidden.box {
                texts[hidden.kind, default: []].insert(word.text)
            }
        }
        return texts
    }

    private func covered(_ message: String) -> [RedactedKind: Set<String>] {
        covered(transcript([(message, .incoming)]))
    }

    @Test(
        "Names behind greetings and titles",
        arguments: [
            ("Dear Anna Schmidt, your parcel waits", ["Anna", "Schmidt,"]),
            ("Sehr geehrter Herr Weber, bitte", ["Herr", "Weber,"]), ("Hallo Mia! Wie geht es", ["Mia!"]),
            ("Bonjour Camille ! Nous vous", ["Camille"]), ("Good morning Rosa,", ["Rosa,"]),
            ("Välkommen Elsa! Du kan", ["Elsa!"]),
            ("Reminder: Dr Patel, at noon", ["Dr", "Patel,"]),
            ("Уважаемая Анна Петрова, ваш", ["Анна", "Петрова,"]),
        ])
    func names(message: String, names: [String]) {
        let found = covered(message)[.name] ?? []
        #expect(found.filter { $0.contains(where: \.isLetter) } == Set(names))
    }

    @Test(
        "Whom a message calls by no name stays",
        arguments: [
            "Dear Customer, your parcel waits", "Hi Mum, I dropped my phone", "Hello, I am a hiring manager",
            "Hi there! You have won", "Sehr geehrter Kunde, bitte", "Hi Your parcel is held",
        ])
    func nobody(message: String) {
        #expect(covered(message)[.name] == nil)
    }

    @Test("For a hotline, what the other party is known by stays, and what is the owner's doesn't")
    func mine() {
        var screen = transcript([
            ("+44 7700 900123", .chrome), ("Hi Rosa, your card 4111 1111 1111 1111 is locked", .incoming),
            ("Pay to GB82 WEST 1234 5698 7654 32 or call 020 7946 0958", .incoming),
            ("Is 07700 900456 still yours", .incoming), ("Yes 07700 900456 and rosa@mail.example", .outgoing),
        ])
        screen.senderLine = 0
        let found = covered(screen, .mine)
        #expect(found[.name] == ["Rosa,"] && found[.email] == ["rosa@mail.example"])
        #expect(found[.account] == ["4111", "1111"] && found[.phone] == ["07700", "900456"])
        #expect(covered(screen)[.phone]?.contains("+44") == true)
        // Somebody may write under a name that is the owner's, too.
        var namesake = transcript([("Rosa Bank", .chrome), ("Hi Rosa, your card is locked", .incoming)])
        namesake.senderLine = 0
        #expect(covered(namesake, .mine)[.name] == ["Rosa,"])
    }

    @Test("A name in a header is covered wherever it stands, and what apps write there stays")
    func headers() {
        var screen = transcript([
            ("9:41", .chrome), ("Lisa", .chrome), ("last seen today", .chrome), ("Lisa is away", .system),
            ("Where is Lisa now", .incoming),
        ])
        screen.senderLine = 1
        #expect(covered(screen) == [.name: ["Lisa"]])
        screen.senderLine = nil
        #expect(covered(screen) == [.name: ["Lisa"]])
    }

    @Test("Above the first message all is covered that nothing proves harmless, whatever it was taken for")
    func heads() {
        let lines = [
            "Ingrid Lovaas", "Amy Recruit", "amy_recruit", "ingrid_l · Chirp", "Lives in Leeds",
            "203 followers", "Today",
        ]
        let prose = "Please send the money to this account today"
        for role in [LineRole.incoming, .system] {
            let found = covered(transcript(lines.map { ($0, role) } + [(prose, .incoming)]))
            #expect(
                found[.name]?.isSuperset(of: [
                    "Ingrid", "Lovaas", "Amy", "Recruit", "amy_recruit", "ingrid_l", "Chirp", "Leeds",
                ]) == true)
            #expect(found[.name]?.isDisjoint(with: Set(prose.split(separator: " ").map(String.init))) == true)
        }
        #expect(
            covered(transcript([("Ingrid Lovaas", .incoming), (prose, .incoming)], layout: .webPage))[.name]
                != nil)
    }

    @Test("A name above a message in a group, and in its first line")
    func groups() {
        let prose = "Please send the money to this account today"
        let screen = transcript([
            (prose, .incoming), ("Lindiwe", .incoming), (prose, .incoming), ("Bjarne Kristensen", .incoming),
            (prose, .incoming), ("mira.lund", .incoming), (prose, .incoming), ("Okay!", .incoming),
            ("yes", .incoming),
        ])
        #expect(
            Set(covered(screen).values.joined()) == ["Lindiwe", "Bjarne", "Kristensen", "mira.lund"])
    }

    @Test(
        "Names within sentences",
        arguments: [
            ("I told you that my cousin Rajesh Iyer will pay you", ["Rajesh", "Iyer"]),
            ("Please call Lindiwe about this today", ["Lindiwe"]),
            ("Mira Lund has sent you a message", ["Mira", "Lund"]),
            ("Mira This is the way that we have got it from you", ["Mira"]),
            ("Wir haben mit Katarzyna Nowak und ihr Paket Probleme", ["Katarzyna", "Nowak"]),
        ])
    func sentences(message: String, names: [String]) {
        #expect(covered(message) == [.name: Set(names)])
    }

    @Test(
        "Words with capitals that are no names",
        arguments: [
            "Bitte zahlen Sie die Gebühr für Ihr Paket, damit die Zustellung durch unseren Boten erfolgt",
            "Your Account Has Been Locked Because Of Strange Logins", "Kindly pay this today",
            "Send the OTP to me now",
        ])
    func capitals(message: String) { #expect(covered(message).isEmpty) }

    @Test(
        "Numbers of accounts, cards, parcels and cases",
        arguments: [
            ("Tracking 1Z999AA10123456784 is late", ["1Z999AA10123456784"]),
            ("IBAN DE89 3704 0044 0532 0130 00 today", ["DE89", "3704", "0044", "0532", "0130", "00"]),
            ("Pay to GB29 NWBK 6016 1331 9268 19 today", ["GB29", "NWBK", "6016", "1331", "9268", "19"]),
            ("Your card 4417 1234 5678 9113 was used", ["4417", "1234", "5678", "9113"]),
            ("Debit card XXX1234 was used", ["XXX1234"]),
            ("Your case #9400-1118 waits for you", ["#9400-1118"]),
        ])
    func numbers(message: String, numbers: [String]) {
        let found = covered(message)
        #expect(Set(found.values.flatMap(\.self)) == Set(numbers))
    }

    @Test(
        "Times, dates, amounts and links are none",
        arguments: [
            "Today 13:15-15:15 at 9:41", "On 12 May or 12/03", "Sent 4 May 2026, 10:15",
            "Pay $1,250.00 or 1.250,00 now",
            "You won 850,000 in 2026", "See https://example.com/12345678 today", "It expires in 10 minutes",
        ])
    func noNumbers(message: String) { #expect(covered(message).isEmpty) }

    @Test(
        "Postal addresses",
        arguments: [
            ("Come to 12 High Street now", ["12", "High", "Street"]),
            ("Wir sind in der Hauptstraße 5, 10115 Berlin", ["Hauptstraße", "5,", "10115", "Berlin"]),
            ("We meet at Flat 3, 12 High Street", ["Flat", "3,", "12", "High", "Street"]),
            ("C'est au 5 rue de la Paix", ["5", "rue", "de", "la", "Paix"]),
            ("Siamo in Via Roma 10", ["Via", "Roma", "10"]),
        ])
    func addresses(message: String, address: [String]) {
        let found = covered(message)
        #expect(found[.address] != nil && Set(found.values.flatMap(\.self)) == Set(address))
    }

    @Test(
        "Dates with a year, as of births",
        arguments: [
            ("Her record says 12/03/1988 today", ["12/03/1988"]), ("Born 1977-11-02", ["1977-11-02"]),
            ("Geboren am 03. 09. 1961 in", ["03.", "09.", "1961"]),
            ("I was born 7 June 1990", ["7", "June", "1990"]),
            ("nacida el 9 de julio de 1954", ["9", "de", "julio", "1954"]),
            ("Since July 30, 1999", ["July", "30,", "1999"]),
        ])
    func dates(message: String, date: [String]) {
        #expect(covered(message)[.account]?.isSuperset(of: date) == true)
    }

    @Test(
        "Number plates and numbers with letters",
        arguments: [
            ("It has the plate WX 208 TR. and waits", ["WX", "208", "TR."]),
            ("A white car, B-LM 4410, waits for you", ["B-LM", "4410,"]),
            ("The car is 5519 KRB now", ["5519", "KRB"]),
            ("Your member number is AB 21 43 65 D today", ["AB", "21", "43", "65", "D"]),
            ("Pay me at @lindiwe_m or @karlheinz now", ["@lindiwe_m", "@karlheinz"]),
        ])
    func plates(message: String, signs: [String]) {
        #expect(Set(covered(message).values.joined()) == Set(signs))
    }

    @Test("Words that were broken at a line's end are one")
    func broken() {
        let parts = [
            "please write to me about this today", "katarzyna.wisniewska@postamt.exam", "ple> and say so",
            "thanks",
        ]
        #expect(
            covered(transcript(parts.map { ($0, .incoming) }))[.email] == [
                "katarzyna.wisniewska@postamt.exam", "ple>",
            ])
        let plate = [
            ("It waits for you, the plate is M-", LineRole.incoming), ("QX 991 and it is white", .incoming),
        ]
        #expect(Set(covered(transcript(plate)).values.joined()) == ["M-", "QX", "991"])
        let whole = [
            ("Please write to", LineRole.incoming), ("jo@post.example", .incoming),
            ("and wait for the answer", .incoming),
        ]
        #expect(covered(transcript(whole)) == [.email: ["jo@post.example"]])
    }

    @Test(
        "A line that is partly an address and no sentence goes whole, with the line that goes on with it and the name above"
    )
    func addressLines() {
        let lines = [
            "Please send it to me today", "Amy Recruit", "Lindenhof 7-3", "Wohnung Lovaas, 10115 Berlin",
            "4821 XB Breda", "2-11-5 Shibuya", "Nieuwe Gracht 15",
            "Please come to Hauptstraße 5 with the money",
        ]
        let found = covered(transcript(lines.map { ($0, .incoming) }))
        let address =
            lines[2...6].flatMap { $0.split(separator: " ").map(String.init) } + ["Hauptstraße", "5"]
        #expect(Set(found.values.joined()).isSuperset(of: address))
        #expect(found[.name] == ["Amy", "Recruit"])
        #expect(Set(found.values.joined()).isDisjoint(with: ["Please", "come", "money", "send"]))
    }

    @Test(
        "Names that are words, within sentences and behind greetings",
        arguments: [
            ("Hi Will, I am waiting for you", ["Will,"]),
            ("I have seen that case with Amy and the money", ["Amy"]),
            ("Lindiwe will pay this for you", ["Lindiwe"]),
            ("Who can take Lindiwe and Katarzyna home with you", ["Lindiwe", "Katarzyna"]),
        ])
    func wordsAsNames(message: String, names: [String]) {
        #expect(covered(message) == [.name: Set(names)])
    }

    @Test("A name's parts are covered elsewhere, and not where they may be words")
    func parts() {
        var screen = transcript([
            ("Will Lovaas", .chrome), ("Will you send the money to me", .incoming),
            ("I have heard about it from Will today", .incoming),
            ("Will", .incoming),
        ])
        screen.senderLine = 0
        let words = covered(screen)[.name] ?? []
        #expect(words == ["Will", "Lovaas"])
        let plan = PersonalItems(
            screen, TextAnalyzer(suffixes: PublicSuffixList(), confusables: Confusables()).analyze(screen),
            organisations: [], words: Self.words, options: []
        ).plan(evidence: [], frame: 1, options: [])
        let first = screen.lines[1].words[0].box
        #expect(plan.shown.contains { $0.union(first) == $0 })
        #expect(!plan.shown.contains { $0.union(screen.lines[2].words[6].box) == $0 })
        #expect(!plan.shown.contains { $0.union(screen.lines[3].words[0].box) == $0 })
    }

    @Test("The owner's own messages and amounts are covered on request only")
    func options() {
        let screen = transcript([("Send me $250 now", .incoming), ("Who is this", .outgoing)])
        #expect(covered(screen).isEmpty)
        #expect(covered(screen, .amounts) == [.amount: ["$250"]])
        #expect(covered(screen, .own) == [.own: ["Who", "is", "this"]])
    }

    @Test("Words that were read badly aren't shown, unless they are evidence")
    func unsure() {
        var screen = transcript([("Pay the fee", .incoming)])
        screen.lines[0].words[2].confidence = 0.2
        let text = TextAnalyzer(suffixes: PublicSuffixList(), confusables: Confusables()).analyze(screen)
        let items = PersonalItems(screen, text, organisations: [], words: Self.words, options: [])
        #expect(items.plan(evidence: [], frame: 1, options: []).shown.count == 2)
        let fee = screen.lines[0].words[2].box
        #expect(items.plan(evidence: [fee], frame: 1, options: []).shown.count == 3)
    }

    @Test("What isn't proven harmless stays where it is evidence; what is known to be personal doesn't")
    func evidence() {
        let screen = transcript([
            ("Quuxcoin", .incoming), ("Dear Anna, please send the money to me today", .incoming),
        ])
        let text = TextAnalyzer(suffixes: PublicSuffixList(), confusables: Confusables()).analyze(screen)
        let items = PersonalItems(screen, text, organisations: [], words: Self.words, options: [])
        let boxes = [screen.lines[0].words[0].box, screen.lines[1].words[1].box]
        #expect(items.plan(evidence: [], frame: 1, options: []).counts == [.name: 2])
        #expect(items.plan(evidence: boxes, frame: 1, options: []).counts == [.name: 1])
    }
}
