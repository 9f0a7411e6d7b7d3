import Scanning
import Testing
import TextAnalysis

/// Lines that two pictures share are there once, however each was read.
@Suite("Shared lines") struct SharedLineTests {
    private static let phone = Phone(
        """
        < We have to pay the trip in the app by Friday
        > yes fifteen pounds and a packed lunch
        < and wellies, there is a swamp
        > of course there is, I buy some tomorrow
        """)
    private static let upper = phone.picture(0..<6)
    private static let lower = phone.picture(2..<phone.count)

    private func talk(_ pictures: Transcript...) throws -> Transcript {
        let talks = try Phone.joiner.get().talks(of: pictures, keepsOrder: false)
        #expect(talks.count == 1)
        return try #require(talks.first).transcript
    }

    private func line(_ text: String, _ old: Transcript.Line, from first: Int = 0) -> Transcript.Line {
        var line = old
        line.words = text.split(separator: " ").enumerated().map { number, word in
            Transcript.Word(
                text: String(word), confidence: old.confidence,
                box: Box(x: 60 + 150 * (first + number), y: old.box.y, width: 140, height: 40))
        }
        return line
    }

    /// The index of a line on the lower picture.
    private static func index(of text: String) throws -> Int {
        try #require(lower.lines.firstIndex { $0.text == text })
    }

    @Test("A line that was read in parts is whole") func parts() throws {
        var lower = Self.lower
        let index = try Self.index(of: "yes fifteen pounds and a")
        let whole = lower.lines[index]
        var beginning = line("yes", whole)
        beginning.role = .incoming
        beginning.block = 90
        lower.lines[index] = line("pounds and a", whole, from: 2)
        lower.lines.insert(beginning, at: index)
        #expect(try talk(Self.upper, lower).messages == Self.phone.messages)
        #expect(try talk(lower, Self.upper).messages == Self.phone.messages)
    }

    @Test("Of a line that was read twice on a picture the surer reading counts") func twice() throws {
        var lower = Self.lower
        let index = try Self.index(of: "and wellies, there is a")
        var second = line("(and wellies there", lower.lines[index])
        for word in second.words.indices { second.words[word].confidence = 0.4 }
        lower.lines.insert(second, at: index)
        #expect(try talk(Self.upper, lower).messages == Self.phone.messages)
    }

    @Test("Whose a bubble is says the picture that shows it in one") func sides() throws {
        var upper = Self.upper
        let first = try #require(upper.lines.firstIndex { $0.text == "yes fifteen pounds and a" })
        upper.lines[first].role = .incoming
        upper.lines[first + 1].role = .incoming
        upper.lines[first + 1].block = 91
        let talk = try talk(upper, Self.lower)
        let bubble = talk.lines.filter { $0.text == "yes fifteen pounds and a" || $0.text == "packed lunch" }
        #expect(bubble.map(\.role) == [.outgoing, .outgoing] && Set(bubble.map(\.block)).count == 1)
        #expect(talk.messages == Self.phone.messages)
    }
}
