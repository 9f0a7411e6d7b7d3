import TestSupport
import Testing

@testable import OCR

/// Letters are 8 × 12 pixels, 3 apart, words 9 apart: what an ink map makes of a screen.
@Suite("Line finder") struct LineFinderTests {
    private static func word(_ count: Int, x: Int, y: Int) -> [Bounds] {
        (0..<count).map { Bounds(left: x + $0 * 11, top: y, right: x + $0 * 11 + 8, bottom: y + 12) }
    }

    private func find(_ shapes: [Bounds]) -> [Bounds] {
        LineFinder.lines(of: shapes, height: 1_000).map(\.bounds).sorted {
            ($0.top, $0.left) < ($1.top, $1.left)
        }
    }

    @Test("Words of one line go together and lines do not") func wordsOfOneLineGoTogetherAndLinesDoNot() {
        var random = SeededGenerator(state: 1)
        let shapes = Self.word(4, x: 20, y: 100) + Self.word(3, x: 70, y: 101) + Self.word(5, x: 20, y: 125)
        #expect(
            find(shapes.shuffled(using: &random)) == [
                Bounds(left: 20, top: 100, right: 100, bottom: 113),
                Bounds(left: 20, top: 125, right: 72, bottom: 137),
            ])
    }

    @Test("Columns stay apart") func columnsStayApart() {
        #expect(find(Self.word(4, x: 20, y: 100) + Self.word(4, x: 140, y: 100)).count == 2)
    }

    @Test("Marks belong to the line they stand in") func marksBelongToTheLineTheyStandIn() {
        let stop = Bounds(left: 66, top: 109, right: 69, bottom: 112)
        let dot = Bounds(left: 31, top: 95, right: 34, bottom: 98)
        #expect(
            find(
                Self.word(4, x: 20, y: 100) + [stop, dot, Bounds(left: 20, top: 300, right: 23, bottom: 303)])
                == [Bounds(left: 20, top: 95, right: 69, bottom: 112)])
    }

    @Test("Icons and avatars are no letters") func iconsAndAvatarsAreNoLetters() {
        let avatar = Bounds(left: 10, top: 90, right: 48, bottom: 128)
        let icon = Bounds(left: 300, top: 100, right: 312, bottom: 112)
        let line = Self.word(6, x: 62, y: 100)
        #expect(find(line + [avatar, icon]) == [Bounds(left: 62, top: 100, right: 125, bottom: 112)])
    }

    @Test("What stands alone is a line where a paragraph goes on")
    func whatStandsAloneIsALineWhereAParagraphGoesOn() {
        let link = Self.word(9, x: 20, y: 100)
        func alone(x: Int, y: Int, height: Int = 12) -> [Bounds] {
            [Bounds(left: x, top: y, right: x + 14, bottom: y + height)]
        }
        #expect(find(link + alone(x: 24, y: 122)) == [find(link)[0], alone(x: 24, y: 122)[0]])
        #expect(find(link + alone(x: 90, y: 122)).count == 1, "not at the paragraph's edge")
        #expect(find(link + alone(x: 20, y: 150)).count == 1, "too far below")
        #expect(find(link + alone(x: 20, y: 70)).count == 1, "above")
        #expect(find(link + alone(x: 20, y: 116, height: 28)).count == 1, "an avatar")
    }

    @Test("A dash is no line of its own") func aDashIsNoLineOfItsOwn() {
        let dash = Bounds(left: 66, top: 104, right: 82, bottom: 109)
        let bar = Bounds(left: 200, top: 980, right: 330, bottom: 986)
        #expect(
            find(Self.word(4, x: 20, y: 100) + [dash, bar])
                == [Bounds(left: 20, top: 100, right: 82, bottom: 112)])
    }

    @Test("A bubbles edge is no line") func aBubblesEdgeIsNoLine() {
        let edge = Bounds(left: 5, top: 85, right: 290, bottom: 140)
        #expect(
            find(Self.word(6, x: 20, y: 100) + [edge]) == [Bounds(left: 20, top: 100, right: 83, bottom: 112)]
        )
    }

    @Test("Letters that touch over two lines cut neither") func lettersThatTouchOverTwoLinesCutNeither() {
        var first = Self.word(8, x: 20, y: 100)
        var second = Self.word(8, x: 20, y: 116)
        let joined = Bounds(left: first[3].left, top: 100, right: first[4].right, bottom: 128)
        first.removeSubrange(3...4)
        second.removeSubrange(3...4)
        let found = find(first + second + [joined])
        #expect(found.map(\.left) == [20, 20] && found.map(\.right) == [105, 105])
    }

    @Test("A letter that hangs together with a drawing is looked for where the paragraph begins")
    func aLetterThatHangsTogetherWithADrawingIsLookedForWhereTheParagraphBegins() {
        let lines = Self.word(9, x: 20, y: 100) + Self.word(6, x: 31, y: 122)
        #expect(find(lines).map(\.left) == [20, 20])
        let indented = Self.word(9, x: 20, y: 100) + Self.word(6, x: 60, y: 122)
        #expect(find(indented).map(\.left) == [20, 60])
    }

    @Test("Fragments of one line are joined") func fragmentsOfOneLineAreJoined() {
        let found = find(Self.word(5, x: 20, y: 100) + Self.word(5, x: 95, y: 100))
        #expect(found == [Bounds(left: 20, top: 100, right: 147, bottom: 112)])
    }

    @Test("Grain is no text") func grainIsNoText() {
        let grain = (0..<90).flatMap { row in
            (0..<90).map { Bounds(left: $0 * 5, top: row * 5, right: $0 * 5 + 4, bottom: row * 5 + 4) }
        }
        #expect(NoiseFilter.withoutNoise(grain).isEmpty)
        let line = Self.word(20, x: 20, y: 100)
        #expect(NoiseFilter.withoutNoise(line) == line)
    }

    @Test("What costs too much is not looked at") func whatCostsTooMuchIsNotLookedAt() {
        let many = [Bounds](repeating: Bounds(left: 0, top: 0, right: 8, bottom: 12), count: 100_001)
        #expect(find(many).isEmpty)
        #expect(find([]).isEmpty)
    }

    @Test("A line of small letters leaves room for tall ones") func aLineOfSmallLettersLeavesRoomForTallOnes()
        throws
    {
        let flat = try #require(LineFinder.lines(of: Self.word(5, x: 20, y: 100), height: 1_000).first)
        // Taken for capitals: nothing else is known.
        #expect((100 - flat.extent.top).magnitude < 1 && flat.extent.bottom > 114)
        var letters = Self.word(5, x: 20, y: 100)
        letters[2].bottom = 116
        let descending = try #require(LineFinder.lines(of: letters, height: 1_000).first)
        #expect(descending.extent.top < 96)
    }
}
