import Imaging
import Testing

@testable import OCR

@Suite("Ink of a strip") struct StripInkTests {
    private struct Missing: Error {}

    /// A strip with strokes 16 rows high in the given columns.
    private func strip(_ columns: [Range<Int>], _ more: [Bounds] = []) throws -> StripInk {
        var pixels = [UInt8](repeating: 255, count: 200 * LineStrip.height)
        let strokes = columns.map { Bounds(left: $0.lowerBound, top: 10, right: $0.upperBound, bottom: 26) }
        for box in strokes + more {
            for y in box.top..<box.bottom { for x in box.left..<box.right { pixels[y * 200 + x] = 0 } }
        }
        guard let image = LeptonicaImage(grey: pixels, width: 200) else { throw Missing() }
        return StripInk(image)
    }

    private func cell(_ left: Int) -> Bounds {
        Bounds(left: left, top: 0, right: left + 12, bottom: LineStrip.height)
    }

    @Test("Words part at the space, though Tesseract's places are half a letter off")
    func wordsPartAtTheSpace() throws {
        let ink = try strip([10..<20, 23..<33, 45..<55, 58..<68, 71..<81])
        let boxes = ink.boxes(of: [(cell(12), cell(30)), (cell(53), cell(78))])
        #expect(boxes.map(\.left) == [10, 45] && boxes.map(\.right) == [33, 81])
        #expect(boxes.allSatisfy { $0.top == 10 && $0.bottom == 26 })
    }

    @Test("Ink of the neighbouring lines doesn't make a word taller")
    func neighboursDoNotCount() throws {
        let above = Bounds(left: 12, top: 0, right: 18, bottom: 4)
        let below = Bounds(left: 24, top: 32, right: 30, bottom: LineStrip.height)
        let box = try strip([10..<20, 23..<33], [above, below]).boxes(of: [(cell(10), cell(22))])
        #expect(box == [Bounds(left: 10, top: 10, right: 33, bottom: 26)])
    }
}
