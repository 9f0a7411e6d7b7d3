import TextAnalysis
import Testing

@Suite("Conversation") struct ConversationTests {
    /// Greys of page, incoming and outgoing bubbles.
    struct Theme: Sendable, CustomTestStringConvertible {
        var name: String
        var page: UInt8
        var incoming: UInt8
        var outgoing: UInt8
        var testDescription: String { name }

        static let all = [
            Theme(name: "grey and blue on white", page: 255, incoming: 233, outgoing: 110),
            Theme(name: "dark", page: 0, incoming: 38, outgoing: 142),
            Theme(name: "white and pale green on beige", page: 235, incoming: 255, outgoing: 239),
            Theme(name: "pale grey on white", page: 255, incoming: 243, outgoing: 225),
            Theme(name: "dark on black", page: 18, incoming: 41, outgoing: 63),
        ]
    }

    private func conversation(_ theme: Theme) -> Canvas {
        var canvas = Canvas(page: theme.page)
        let ink: UInt8 = theme.page < 128 ? 240 : 20
        canvas.write("9:41", x: 40, y: 16, size: 20, ink: ink)
        canvas.write("5G 84%", x: 600, y: 16, size: 20, ink: ink)
        canvas.write("Riley Example", x: 150, y: 90, size: 26, ink: ink)
        canvas.write("online", x: 150, y: 128, size: 16, ink: ink)
        canvas.write("Today", x: 335, y: 220, size: 16, ink: ink)
        canvas.bubble(
            ["Your parcel is held at our", "depot: https://parcel.example/", "track-it"], x: 24, y: 300,
            grey: theme.incoming, ink: ink)
        canvas.bubble(["Who is this?"], end: 696, y: 480, grey: theme.outgoing, ink: ink)
        canvas.bubble(
            ["I never ordered anything from you", "and I will not pay"], end: 696, y: 570,
            grey: theme.outgoing, ink: ink)
        canvas.bubble(["Last warning"], x: 24, y: 720, grey: theme.incoming, ink: ink)
        canvas.fill(Box(x: 90, y: 1_440, width: 560, height: 60), theme.incoming, radius: 30)
        canvas.write("Text message", x: 120, y: 1_458, size: 22, ink: ink)
        return canvas
    }

    @Test("Bubbles have sides", arguments: Theme.all) func bubblesHaveSides(theme: Theme) {
        let transcript = conversation(theme).arranged()
        #expect(transcript.layout == .chat)
        #expect(
            transcript.texts(.incoming) == [
                "Your parcel is held at our", "depot: https://parcel.example/", "track-it", "Last warning",
            ])
        #expect(
            transcript.texts(.outgoing)
                == ["Who is this?", "I never ordered anything from you", "and I will not pay"])
        #expect(
            Set(transcript.texts(.chrome)) == [
                "9:41", "5G 84%", "Riley Example", "online", "Today", "Text message",
            ]
        )
        #expect(transcript.sender == "Riley Example")
    }

    @Test("Lines of a bubble are one block", arguments: Theme.all) func linesOfABubbleAreOneBlock(
        theme: Theme
    ) {
        let transcript = conversation(theme).arranged()
        let link = transcript.block("depot: https://parcel.example/")
        #expect(link == transcript.block("track-it"))
        #expect(link == transcript.block("Your parcel is held at our"))
        #expect(link != transcript.block("Last warning"))
        #expect(transcript.block("Who is this?") != transcript.block("I never ordered anything from you"))
        let numbers = transcript.lines.map(\.block)
        #expect(numbers == numbers.sorted())
    }

    @Test("Bubbles of one sender stay apart though they are close")
    func bubblesOfOneSenderStayApartThoughTheyAreClose() {
        var canvas = Canvas()
        let first = canvas.bubble(["Please pay the fee", "today"], x: 24, y: 200, grey: 233)
        canvas.bubble(["Or it goes back today"], x: 24, y: first.y + first.height + 5, grey: 233)
        let transcript = canvas.arranged()
        #expect(transcript.texts(.incoming).count == 3)
        #expect(transcript.block("Please pay the fee") == transcript.block("today"))
        #expect(transcript.block("today") != transcript.block("Or it goes back today"))
    }

    @Test("Empty and underlined lines do not end a bubble") func emptyAndUnderlinedLinesDoNotEndABubble() {
        var canvas = Canvas()
        canvas.fill(Box(x: 24, y: 200, width: 500, height: 300), 233, radius: 20)
        canvas.write("Pay the toll here:", x: 48, y: 220)
        let link = canvas.write("https://toll.example/", x: 48, y: 256)
        canvas.fill(Box(x: link.x, y: 282, width: link.width, height: 2), 20)
        canvas.write("unpaid", x: 48, y: 292)
        canvas.write("Thank you for your trust", x: 48, y: 400)
        let transcript = canvas.arranged()
        #expect(Set(transcript.lines.map(\.block)).count == 1)
        #expect(transcript.texts(.incoming).count == 4)
    }

    @Test("Times in corners are no evidence") func timesInCornersAreNoEvidence() {
        var canvas = Canvas()
        canvas.fill(Box(x: 24, y: 300, width: 480, height: 110), 233, radius: 20)
        canvas.write("Can you send me", x: 48, y: 320)
        canvas.write("the code", x: 48, y: 362)
        canvas.write("9:30 w", x: 420, y: 374, size: 16)
        canvas.bubble(["9:30"], end: 696, y: 440, grey: 110)
        let transcript = canvas.arranged()
        #expect(transcript.texts(.chrome) == ["9:30 w"])
        #expect(transcript.texts(.incoming) == ["Can you send me", "the code"])
        #expect(transcript.texts(.outgoing) == ["9:30"])
    }

    @Test("Notices belong to the frame") func noticesBelongToTheFrame() {
        var canvas = Canvas()
        canvas.bubble(["Your code is 481920"], x: 24, y: 300, grey: 233)
        canvas.write("The sender is not in your contact list.", x: 179, y: 420, size: 20)
        canvas.write("Report Junk", x: 307, y: 460, size: 20)
        let transcript = canvas.arranged()
        #expect(transcript.texts(.incoming) == ["Your code is 481920"])
        #expect(
            transcript.texts(.system) + transcript.texts(.chrome)
                == ["The sender is not in your contact list.", "Report Junk"])
    }

    @Test(
        "What apps write stays evidence in a bubble",
        arguments: ["Reply", "Message", "Yes", "Today", "Block", "Delivered"])
    func whatAppsWriteStaysEvidenceInABubble(text: String) {
        var canvas = Canvas()
        canvas.bubble(["Please answer me at once"], x: 24, y: 300, grey: 233)
        canvas.bubble([text], x: 24, y: 400, grey: 233)
        #expect(canvas.arranged().texts(.incoming) == ["Please answer me at once", text])
    }

    @Test("A cut out bubble is incoming") func aCutOutBubbleIsIncoming() {
        for x in [2, 40, 130] {
            var canvas = Canvas(width: 600, height: 260)
            canvas.bubble(["Your points expire today:", "https://points.example/"], x: x, y: 30, grey: 233)
            let transcript = canvas.arranged()
            #expect(transcript.texts(.incoming).count == 2)
            #expect(Set(transcript.lines.map(\.block)).count == 1)
        }
    }

    @Test("Keyboards are chrome") func keyboardsAreChrome() {
        var canvas = Canvas()
        canvas.bubble(["See you at 9"], x: 24, y: 500, grey: 233)
        canvas.fill(Box(x: 0, y: 1_000, width: 720, height: 560), 210)
        for (row, keys) in ["qwertyuiop", "asdfghjkl", "zxcvbnm"].enumerated() {
            for (column, key) in keys.enumerated() {
                let box = Box(x: 10 + column * 70, y: 1_080 + row * 100, width: 60, height: 80)
                canvas.fill(box, 255, radius: 8)
                canvas.write(String(key), x: box.x + 20, y: box.y + 24, size: 30)
            }
        }
        canvas.write("123", x: 20, y: 1_400)
        canvas.write("space", x: 320, y: 1_400)
        for (column, word) in ["Yes", "No", "Thanks"].enumerated() {
            canvas.write(word, x: 80 + column * 220, y: 1_020)
        }
        let transcript = canvas.arranged()
        #expect(transcript.texts(.incoming) == ["See you at 9"])
        #expect(transcript.texts(.chrome).count == 31)
    }

    @Test("A frame around the screen does not shift sides") func aFrameAroundTheScreenDoesNotShiftSides() {
        var canvas = Canvas(width: 900, page: 90)
        canvas.fill(Box(x: 120, y: 40, width: 600, height: 1_480), 255)
        canvas.bubble(["Is it still there?"], x: 140, y: 400, grey: 233)
        canvas.bubble(["Yes it is"], end: 700, y: 500, grey: 110)
        let transcript = canvas.arranged()
        #expect(transcript.texts(.incoming) == ["Is it still there?"])
        #expect(transcript.texts(.outgoing) == ["Yes it is"])
    }

    @Test("Bubbles beside an avatar are incoming however wide they are")
    func bubblesBesideAnAvatarAreIncomingHoweverWideTheyAre() {
        var canvas = Canvas()
        canvas.write("9:41", x: 40, y: 16, size: 20)
        canvas.write("Today", x: 335, y: 220, size: 16)
        canvas.bubble(["Good morning"], x: 122, y: 300, grey: 233)
        canvas.bubble(["Pay the fee for your parcel at the depot"], x: 122, y: 400, grey: 233)
        canvas.bubble(["What fee?"], end: 696, y: 500, grey: 110)
        let transcript = canvas.arranged()
        #expect(transcript.texts(.outgoing) == ["What fee?"])
        #expect(
            transcript.texts(.incoming) == ["Good morning", "Pay the fee for your parcel at the depot"])
    }

    @Test("Buttons at the right of cards are no messages") func buttonsAtTheRightOfCardsAreNoMessages() {
        var canvas = Canvas()
        for y in [400, 800] {
            canvas.fill(Box(x: 90, y: y, width: 540, height: 240), 225, radius: 20)
            canvas.write("Location access is required to", x: 114, y: y + 20)
            canvas.write("find your home network", x: 114, y: y + 56)
            canvas.bubble(["Enable it"], end: 610, y: y + 150, grey: 110)
        }
        let transcript = canvas.arranged()
        #expect(transcript.texts(.incoming).count == 6)
        #expect(transcript.layout != .chat)
    }

    @Test("Where sides are unsure all words are judged") func whereSidesAreUnsureAllWordsAreJudged() {
        var canvas = Canvas(width: 700, height: 500)
        canvas.write("Your account is locked", x: 60, y: 60, size: 30)
        canvas.bubble(["Unlock it at bank.example"], end: 690, y: 200, grey: 225)
        #expect(canvas.arranged().texts(.incoming).count == 2)
    }
}
