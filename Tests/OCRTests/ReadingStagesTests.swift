import CPictures
import Imaging
import OCR
import Testing

@Suite("Reading stages") struct ReadingStagesTests {
    @Test(
        "Show letters black on white whatever their ground",
        arguments: ["light.png", "dark.png", "bubbles.png"])
    func showLettersBlackOnWhiteWhateverTheirGround(name: String) throws {
        let stages = try stages(of: try Fixture.bitmap(name))
        let step = 600 / Double(stages.ink.width)
        for place in try Fixture.places(name) {
            let columns = Int(Double(place.x) / step)..<Int(Double(place.x + place.width) / step)
            let rows = Int(Double(place.y) / step)..<Int(Double(place.y + place.height) / step)
            let inked = rows.reduce(0) { sum, y in sum + columns.count { isBlack($0, y, stages.ink) } }
            let share = Double(inked) / Double(columns.count * rows.count)
            #expect((0.1...0.7).contains(share), "\(place.text): \(share)")
        }
        #expect(stages.lines.width == 600 && stages.lines.height == 1000)
        #expect(stages.strips.height == 3 * 42)
    }

    @Test("Are there for small pictures", arguments: [(1, 1), (1, 4000), (4000, 1), (13, 40)])
    func areThereForSmallPictures(width: Int, height: Int) throws {
        let pixels = (0..<width * height).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        let stages = try stages(of: Bitmap(width: width, height: height, pixels: pixels))
        #expect(stages.ink.width >= 1 && stages.ink.height >= 1)
        #expect(stages.lines.width == width && stages.lines.height == height)
        #expect(stages.strips.height >= 42)
    }

    @Test("Leave strips out where their picture would grow too large")
    func leaveStripsOutWhereTheirPictureWouldGrowTooLarge() throws {
        let (width, height) = (1_800, 4_800)
        var pixels = [UInt8](repeating: 255, count: width * height)
        for y in 0..<height where y % 28 < 14 {
            for x in 0..<width where x % 14 < 9 { pixels[y * width + x] = 0 }
        }
        let stages = try stages(of: Bitmap(width: width, height: height, pixels: pixels))
        // The next one would not have fitted.
        #expect((15_800_000...16_000_000).contains(stages.strips.width * stages.strips.height))
    }

    private func stages(of bitmap: consuming Bitmap) throws -> ReadingStages {
        try ReadingStages(bitmap)
    }

    private func isBlack(_ x: Int, _ y: Int, _ image: borrowing LeptonicaImage) -> Bool {
        var value: UInt32 = 0
        return pixGetPixel(image.pix, Int32(x), Int32(y), &value) == 0 && value == 1
    }
}
