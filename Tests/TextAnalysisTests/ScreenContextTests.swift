import TestSupport
import Testing
import TextAnalysis

@Suite("Screen context") struct ScreenContextTests {
    private static func line(_ text: String, _ role: LineRole, block: Int) -> Transcript.Line {
        let words = text.split(separator: " ").enumerated().map { index, word in
            Transcript.Word(
                text: String(word), confidence: 0.9,
                box: Box(x: 50 * index, y: 30 * block, width: 40, height: 20))
        }
        return Transcript.Line(words: words, role: role, block: block)
    }

    private static func analyze(
        _ lines: [(String, LineRole)], layout: OCRLayout = .chat, sender: Int? = nil,
        address: Int? = nil
    ) -> AnalyzedText {
        let lines = lines.enumerated().map { line($1.0, $1.1, block: $0) }
        return Samples.analyzer.analyze(
            Transcript(
                lines: lines, width: 400, height: 900, languages: ["eng"], layout: layout, senderLine: sender,
                addressLine: address))
    }

    @Test("Knows messages and answers") func knowsMessagesAndAnswers() throws {
        let text = Self.analyze(
            [
                ("Harbor & Sons", .chrome), ("hi there", .incoming), ("how are you", .incoming),
                ("who is this", .outgoing), ("hello?", .outgoing), ("Today", .system),
                ("your post", .incoming),
            ], sender: 0)
        let screen = try #require(text.screen)
        #expect(screen.sender == "Harbor & Sons")
        #expect(screen.messages.map(text.quote) == ["hi there", "how are you", "your post"])
        #expect(screen.answers == [2])
        #expect(screen.replies.map(\.text) == ["who is this\nhello?"])
        #expect(!text.text.contains("who"))
        #expect(screen.message(at: 0) == 0)
        #expect(screen.message(at: text.text.utf8.count) == 2)
        let (hi, post) = (screen.messages[0].lowerBound, screen.messages[2].lowerBound)
        #expect(screen.hasAnswer(between: hi, and: post))
        #expect(!screen.hasAnswer(between: hi, and: screen.messages[1].lowerBound))
        #expect(!screen.hasAnswer(between: post, and: hi))
        #expect(!text.isOneTurn(0..<text.tokens.count))
        #expect(text.isOneTurn(0..<5) && text.isOneTurn(5..<5))
    }

    @Test("A bubbles lines are one message") func aBubblesLinesAreOneMessage() throws {
        var lines = [Self.line("pay the", .incoming, block: 1), Self.line("fee now", .incoming, block: 1)]
        lines.append(Self.line("ok?", .incoming, block: 2))
        let text = Samples.analyzer.analyze(
            Transcript(lines: lines, width: 9, height: 9, languages: ["eng"], layout: .chat))
        #expect(text.screen?.messages.map(text.quote) == ["pay the\nfee now", "ok?"])
    }

    @Test("There are no messages without a conversation") func thereAreNoMessagesWithoutAConversation() throws
    {
        let mail = Self.analyze([("Dear Jo", .incoming), ("see below", .incoming)], layout: .email)
        #expect(mail.screen?.messages == [])
        #expect(mail.screen?.message(at: 0) == nil)
        #expect(Samples.analyze("hello").screen == nil)
        #expect(Samples.analyze("hello").isOneTurn(0..<1))
    }

    @Test("First and last word may be the owners") func firstAndLastWordMayBeTheOwners() throws {
        let text = Self.analyze([("hi", .outgoing), ("yes", .incoming), ("fine", .outgoing)])
        #expect(text.screen?.answers == [0, 1])
        #expect(text.screen?.replies.map(\.text) == ["hi", "fine"])
    }

    @Test("A pages address is a link with its box", arguments: [LineRole.incoming, .chrome])
    func aPagesAddressIsALinkWithItsBox(_ role: LineRole) throws {
        let text = Self.analyze(
            [("9:41", .chrome), ("harbor-check.top/in", role), ("Sign in", .incoming)], layout: .webPage,
            address: 1)
        let address = try #require(text.screen?.address)
        #expect(text.quote(address) == "harbor-check.top/in")
        let link = try #require(text.entities.first)
        #expect(link.range == address && link.link?.registrableDomain == "harbor-check.top")
        #expect(text.boxes(for: address) == [Box(x: 0, y: 30, width: 40, height: 20)])
        #expect(!text.text.contains("9:41"))
    }

    /// In a message these are words.
    @Test(
        "A bar holds an address in any case",
        arguments: ["me.github.io", "a.top", "thanks.me", "@ report.zip"])
    func aBarHoldsAnAddressInAnyCase(_ bar: String) throws {
        let words = Self.analyze([(bar, .incoming), ("Pay 12 dollars", .incoming)], layout: .webPage)
        #expect(!words.entities.contains { $0.kind == .url })
        let page = Self.analyze(
            [(bar, .incoming), ("Pay 12 dollars", .incoming)], layout: .webPage, address: 0)
        let entity = try #require(page.entities.first)
        #expect(entity.kind == .url && entity.link?.scheme == nil)
        #expect(page.quote(entity.range) == entity.text && bar.hasSuffix(entity.text))
        #expect(entity.link?.host == entity.text)
    }

    /// Whatever the roles, every range lies in the text and messages come in order.
    @Test("Holds for any order of roles", arguments: 0..<40)
    func holdsForAnyOrderOfRoles(_ seed: Int) throws {
        var random = SeededGenerator(state: UInt64(seed))
        let words = ["", "pay", "é 👍", "a.top/x", "123456", "who are you?"]
        let lines = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
            (
                words.randomElement(using: &random) ?? "",
                LineRole.allCases.randomElement(using: &random) ?? .chrome
            )
        }
        let index = lines.indices.randomElement(using: &random)
        let text = Self.analyze(
            lines, layout: OCRLayout.allCases.randomElement(using: &random) ?? .chat, sender: index,
            address: index)
        let screen = try #require(text.screen)
        let size = text.text.utf8.count
        #expect(screen.messages.allSatisfy { $0.upperBound <= size })
        #expect(
            zip(screen.messages, screen.messages.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
        #expect(screen.answers.count == screen.replies.count)
        #expect(zip(screen.answers, screen.answers.dropFirst()).allSatisfy { $0 < $1 })
        #expect(screen.answers.allSatisfy { (0...screen.messages.count).contains($0) })
        #expect(screen.address.map { $0.upperBound <= size } ?? true)
    }
}
