import Imaging
import Testing
import TextAnalysis

@testable import OCR

@Suite struct LayoutTests {
    private func line(_ text: String, x: Int, y: Int, width: Int = 300, height: Int = 30) -> Transcript.Line {
        let box = Box(x: x, y: y, width: width, height: height)
        return Transcript.Line(
            words: [Transcript.Word(text: text, confidence: 0.9, box: box)], role: .incoming)
    }

    private func roles(_ lines: [Transcript.Line], width: Int = 1000, height: Int = 2000) -> [Transcript.Role]
    {
        var lines = lines
        ScreenRoles.assign(&lines, width: width, height: height)
        return lines.map(\.role)
    }

    @Test func statusAndNavigationBarsAreChrome() {
        let lines = [
            line("9:41", x: 60, y: 20), line("LTE", x: 800, y: 22, width: 60), line("Hello", x: 60, y: 300),
            line("Home", x: 400, y: 1960),
        ]
        #expect(roles(lines) == [.chrome, .chrome, .incoming, .chrome])
    }

    @Test(arguments: ["Your", "9:4", "941", "12345:00", "a:bc", ":12", "9:"])
    func topLineWithoutAClockIsEvidence(text: String) {
        #expect(roles([line(text, x: 60, y: 20)]) == [.incoming])
    }

    @Test func bubblesOnTheRightAreOutgoing() {
        let left = line("Is it there?", x: 50, y: 300)
        #expect(roles([left, line("Yes", x: 600, y: 400)]) == [.incoming, .outgoing])
        #expect(roles([left, line("A long line", x: 100, y: 400, width: 850)]) == [.incoming, .incoming])
        #expect(roles([line("Alone", x: 600, y: 400)]) == [.incoming])
    }

    @Test(arguments: [(1000, 1000), (1000, 6000)])
    func onlyScreensHaveRoles(width: Int, height: Int) {
        #expect(roles([line("9:41", x: 50, y: 1)], width: width, height: height) == [.incoming])
    }

    @Test func rowsAreReadFromTheTopAndFromTheLeft() {
        var lines = [
            line("c", x: 10, y: 300), line("b", x: 500, y: 98), line("d", x: 500, y: 310),
            line("a", x: 10, y: 104),
        ]
        ReadingOrder.sort(&lines, width: 1000, height: 2000)
        #expect(lines.map(\.text) == ["a", "b", "c", "d"])
    }

    @Test func flatLinesAreSortedToo() {
        var lines = [line("b", x: 10, y: 300, height: 0), line("a", x: 10, y: 100, height: 0)]
        ReadingOrder.sort(&lines, width: 1000, height: 2000)
        #expect(lines.map(\.text) == ["a", "b"])
    }

    @Test func columnsOfAWidePictureStayTogether() {
        let lines = [line("a", x: 10, y: 100), line("b", x: 10, y: 300), line("c", x: 900, y: 100)]
        var sorted = lines
        ReadingOrder.sort(&sorted, width: 2000, height: 1000)
        #expect(sorted == lines)
    }
}
