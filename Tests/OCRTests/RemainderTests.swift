import CPictures
import Imaging
import Testing
import TextAnalysis

@testable import OCR

@Suite("What is left of a picture") struct RemainderTests {
    /// One fixture, enlarged, above another, which is turned.
    private static func picture(scale: Float, degrees: Float) throws -> Bitmap {
        let above = try part("bubbles.png", scale: scale, degrees: 0)
        let below = try part("light.png", scale: 1, degrees: degrees)
        let (width, height) = (max(above.width, below.width), above.height + below.height)
        var pixels = [UInt8](repeating: 255, count: width * height)
        for (bitmap, top) in [(above, 0), (below, above.height)] {
            for row in 0..<bitmap.height {
                let start = (top + row) * width
                pixels.replaceSubrange(
                    start..<start + bitmap.width,
                    with: bitmap.pixels[row * bitmap.width..<(row + 1) * bitmap.width])
            }
        }
        return Bitmap(width: width, height: height, pixels: pixels)
    }

    private static func part(
        _ name: String, scale: Float, degrees: Float
    ) throws -> (width: Int, height: Int, pixels: [UInt8]) {
        guard let image = LeptonicaImage(try Fixture.bitmap(name), rows: 0..<1_000),
            let wide = LeptonicaImage(adopting: pixAddBorderGeneral(image.pix, 100, 100, 0, 0, 255)),
            let scaled = LeptonicaImage(adopting: pixScale(wide.pix, scale, scale)),
            let turned = LeptonicaImage(adopting: pixRotateAMGray(scaled.pix, degrees * .pi / 180, 255))
        else { throw OCRError.recognitionFailed }
        let (width, height) = (turned.width, turned.height)
        guard let pixels = turned.greyBytes() else { throw OCRError.recognitionFailed }
        return (width, height, pixels)
    }

    private static func words(_ level: borrowing LevelPicture) throws -> [String] {
        let found = try Fixture.engine().recognize(level, by: .now + .seconds(60))
        #expect(found.areAll && found.unread.isEmpty)
        return found.lines.flatMap { $0.words.map(\.text) }
    }

    @Test(
        "Text of another size or slope is read too",
        arguments: [(scale: Float(4), degrees: Float(0)), (1, 25), (1, -18), (3, 12)])
    func reads(_ scale: Float, _ degrees: Float) throws {
        let words = try Self.words(try LevelPicture(try Self.picture(scale: scale, degrees: degrees)))
        for fixture in ["bubbles.png", "light.png"] {
            let missing = try Fixture.places(fixture).map(\.text).filter { !words.contains($0) }
            #expect(missing.isEmpty)
        }
    }

    /// Letters of 10 × 12 pixels in a row that rises, in steps.
    private static func row(_ count: Int, step: Int, rise: Int, below: Int = 0) -> [Bounds] {
        (0..<count).map { number in
            let (left, top) = (100 + step * number, 500 + below - rise * number)
            return Bounds(left: left, top: top, right: left + 10, bottom: top + 12)
        }
    }

    @Test("Letters that nothing was read of are counted, on lines of any slope", arguments: [0, 4, 9])
    func counts(rise: Int) throws {
        let group = try #require(UnreadText(Self.row(12, step: 14, rise: rise)).groups.first)
        #expect(group.letters == 10)
        #expect(group.bounds.width > 120)
    }

    @Test("Icons, keys and a word or two are no text that wasn't read")
    func leavesIcons() {
        #expect(UnreadText(Self.row(12, step: 60, rise: 0)).groups.isEmpty)
        #expect(UnreadText(Self.row(6, step: 14, rise: 0)).groups.isEmpty)
        #expect(UnreadText([]).groups.isEmpty)
        let pattern = (0..<500).flatMap { Self.row(11, step: 60, rise: 0, below: 30 * $0) }
        #expect(UnreadText(pattern).groups.map(\.letters) == [5_500], "text may be hidden in it")
    }
}
