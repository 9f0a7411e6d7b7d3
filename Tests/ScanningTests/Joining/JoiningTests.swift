import Scanning
import Testing
import TextAnalysis

@Suite("Pictures of one conversation")
struct JoiningTests {
    private static let talk = Phone(
        """
        < Good evening, is the boat for Sunday still free or has somebody taken it already
        > Hello, yes it is free, from nine in the morning
        < Wonderful, we are five people and a small quiet dog
        > The dog is welcome, there are vests for everybody
        < Do we need to bring our own lunch, or is there a kitchen on board
        > There is a small stove and a kettle, nothing more
        < Then we make sandwiches and you get one too
        > That is the best rent I was ever paid
        """)

    /// Pictures that share some lines, from the top down.
    private static func windows(of phone: Phone, _ ranges: Range<Int>...) -> [Transcript] {
        ranges.map { phone.picture($0) }
    }

    private static let three = windows(of: talk, 0..<8, 5..<13, 11..<talk.count)

    @Test("Shared lines tell the order, whatever order the pictures come in, and are counted once")
    func overlap() throws {
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let talks = try Phone.joiner.get().talks(of: order.map { Self.three[$0] }, keepsOrder: false)
            let talk = try #require(talks.first)
            #expect(talks.count == 1 && talk.evidence == .overlap)
            #expect(talk.order.map { order[$0 - 1] } == [0, 1, 2])
            #expect(talk.transcript.messages == Self.talk.messages)
            #expect(talk.transcript.sender == "Vivian")
        }
    }

    @Test("A line that is read otherwise on the next picture is the same line")
    func misread() throws {
        let second = Self.talk.picture(5..<13) {
            String($0.dropFirst()).replacing("l", with: "I")
        }
        let talks = try Phone.joiner.get().talks(of: [second, Self.three[0]], keepsOrder: false)
        #expect(talks.map(\.order) == [[2, 1]])
        #expect(talks.first?.transcript.messages.count == 13)
    }

    @Test("The lines of a bubble that a picture cuts off belong to the bubble and its side")
    func cut() throws {
        // The second picture begins within a bubble, whose rest looks like the owner's there.
        var second = Self.talk.picture(1..<9)
        for index in second.lines.indices where second.lines[index].block == 2 {
            second.lines[index].role = .outgoing
        }
        let first = Self.talk.picture(0..<5)
        let talk = try #require(Phone.joiner.get().talks(of: [second, first], keepsOrder: false).first)
        let bubble = talk.transcript.lines.filter {
            $0.text.contains("Sunday") || $0.text.contains("Good evening")
        }
        #expect(Set(bubble.map(\.block)).count == 1)
        #expect(bubble.allSatisfy { $0.role == .incoming })
    }

    @Test("A picture within another one adds nothing, and one that comes twice neither")
    func contained() throws {
        let inner = Self.talk.picture(3..<7)
        let talks = try Phone.joiner.get().talks(
            of: [inner, Self.three[0], Self.three[0]], keepsOrder: false)
        #expect(talks.count == 1)
        #expect(talks.first?.transcript.messages == Self.three[0].messages)
        #expect(Set(talks.first?.order ?? []) == [1, 2, 3])
    }

    @Test("A message that only one of two overlapping pictures shows stays")
    func deleted() throws {
        var second = Self.talk.picture(3..<12)
        second.lines.removeAll { $0.text.contains("small quiet dog") }
        let talk = try #require(
            Phone.joiner.get().talks(of: [second, Self.talk.picture(0..<10)], keepsOrder: false).first)
        #expect(talk.order == [2, 1])
        #expect(talk.transcript.messages == Array(Self.talk.messages[..<12]))
    }

    @Test("What is read in a cut bubble doesn't part the bubble")
    func edge() throws {
        // The second picture begins with a line that is cut through its letters.
        var second = Self.talk.picture(1..<9) { $0.hasPrefix("for Sunday") ? "IIV II dI IIU VVI" : $0 }
        second.lines[2].block = 99
        let talk = try #require(
            Phone.joiner.get().talks(of: [second, Self.talk.picture(0..<5)], keepsOrder: false).first)
        #expect(talk.order == [2, 1])
        #expect(Array(talk.transcript.messages.prefix(3)) == Array(Self.talk.messages.prefix(3)))
        #expect(talk.transcript.messages.contains("IIV II dI IIU VVI"))
    }

    @Test("Each box knows its picture")
    func places() throws {
        let talk = try #require(Phone.joiner.get().talks(of: Self.three, keepsOrder: false).first)
        #expect(Set(talk.transcript.lines.compactMap(\.box.picture)) == [1, 2, 3])
        #expect(talk.transcript.lines.last?.box.picture == 3)
    }

    @Test("An order that was asked for is kept; shared lines are still counted once")
    func asked() throws {
        let talk = try #require(
            Phone.joiner.get().talks(of: [Self.three[1], Self.three[0]], keepsOrder: true).first)
        #expect(talk.order == [1, 2] && talk.evidence == .asked)
        #expect(talk.transcript.messages.count == Array(Self.talk.messages[..<13]).count)
    }

    @Test("One picture is one conversation, as it is")
    func single() throws {
        let talk = try #require(Phone.joiner.get().talks(of: [Self.three[0]], keepsOrder: false).first)
        #expect(talk.evidence == .single && talk.transcript.text == Self.three[0].text)
    }

    // MARK: Different conversations

    private static let other = Phone(
        """
        < Your table for two is booked for seven, see you at the harbour
        > Thank you, could we sit outside if it stays dry
        """)

    @Test("Other names without shared lines are other conversations")
    func separate() throws {
        var other = Self.other
        other.sender = "Harbour Grill"
        let talks = try Phone.joiner.get().talks(
            of: [other.picture(0..<other.count), Self.three[1], Self.three[0]], keepsOrder: false)
        #expect(Set(talks.map(\.order)) == [[1], [3, 2]])
    }

    @Test(
        "A name that is read otherwise is the same name; a picture without one belongs to the only conversation"
    )
    func names() throws {
        var other = Self.other
        for name in ["Vlvian", "Vivian >", nil] {
            other.sender = name
            let talks = try Phone.joiner.get().talks(
                of: [other.picture(0..<other.count), Self.three[0]], keepsOrder: false)
            #expect(talks.count == 1, "\(name ?? "none")")
        }
    }

    @Test("A mail and a chat are different, whoever wrote them")
    func kinds() throws {
        var mail = Self.other.picture(0..<Self.other.count)
        mail.layout = .email
        try #expect(Phone.joiner.get().talks(of: [mail, Self.three[0]], keepsOrder: false).count == 2)
    }
}
