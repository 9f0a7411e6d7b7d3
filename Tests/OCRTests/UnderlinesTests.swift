import CPictures
import Imaging
import Testing

@testable import OCR

@Suite("Underlines") struct UnderlinesTests {
    private struct Missing: Error {}

    /// The underlines and the other shapes of an image of 200 × 60 with strokes 12 pixels high and 2 wide, 8 apart, and more ink
    /// as wanted.
    private func found(strokes: Range<Int>, _ more: [Bounds]) throws -> (underlines: [Bounds], rest: [Bounds])
    {
        var pixels = [UInt8](repeating: 255, count: 200 * 60)
        let letters = strokes.map { Bounds(left: 20 + 8 * $0, top: 20, right: 22 + 8 * $0, bottom: 32) }
        for box in letters + more {
            for y in box.top..<box.bottom { for x in box.left..<box.right { pixels[y * 200 + x] = 0 } }
        }
        guard let grey = LeptonicaImage(grey: pixels, width: 200),
            let ink = LeptonicaImage(adopting: pixThresholdToBinary(grey.pix, 128)),
            let underlines = Underlines(of: ink)
        else { throw Missing() }
        return (underlines.boxes, Bounds.components(of: underlines.rest).sorted { $0.left < $1.left })
    }

    @Test("Letters that touch an underline are letters again, and a tail that crosses it stays whole")
    func lettersAreLettersAgain() throws {
        let underline = Bounds(left: 16, top: 31, right: 120, bottom: 33)
        let tail = Bounds(left: 36, top: 31, right: 38, bottom: 38)
        let (underlines, letters) = try found(strokes: 0..<12, [underline, tail])
        #expect(underlines == [underline])
        #expect(letters.count == 12)
        #expect(letters[2].top == 20 && letters[2].bottom == 38)
        #expect(Underlines.underline(Bounds(left: 20, top: 20, right: 100, bottom: 32), underlines))
        #expect(!Underlines.underline(Bounds(left: 20, top: 0, right: 100, bottom: 12), underlines))
    }

    @Test("The strokes of large letters and the sides of frames are no underlines")
    func strokesAreNoUnderlines() throws {
        let bar = Bounds(left: 10, top: 5, right: 36, bottom: 8)
        let stem = Bounds(left: 21, top: 5, right: 24, bottom: 45)
        #expect(try found(strokes: 0..<0, [bar, stem]).underlines.isEmpty)
        let frame = [
            Bounds(left: 10, top: 5, right: 150, bottom: 7), Bounds(left: 10, top: 5, right: 12, bottom: 55),
            Bounds(left: 148, top: 5, right: 150, bottom: 55),
        ]
        #expect(try found(strokes: 0..<12, frame).underlines.isEmpty)
    }
}
