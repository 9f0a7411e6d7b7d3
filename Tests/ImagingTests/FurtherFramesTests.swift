import Imaging
import TestSupport
import Testing

/// Frames after an image's first one, which a sender could hide a message in.
@Suite("Further frames") struct FurtherFramesTests {
    /// The further frames as rows of grey values, their numbers, and whether they are all.
    private func frames(
        of bytes: [UInt8], limits: ImageLimits = ImageLimits()
    ) throws -> (pixels: [[UInt8]], numbers: [Int], areAll: Bool) {
        var frames = try ImageDecoder(limits: limits).furtherFrames(of: bytes)
        var pixels: [[UInt8]] = []
        var numbers: [Int] = []
        while let bitmap = frames.next() {
            pixels.append(bitmap.withPixels(Array.init))
            numbers.append(frames.number)
        }
        return (pixels, numbers, frames.areAll)
    }

    private func frame(_ value: UInt8, width: Int = 6, height: Int = 4) -> FramedImage.Frame {
        FramedImage.Frame(
            width: width, height: height, pixels: [UInt8](repeating: value, count: width * height))
    }

    @Test(
        "A still picture has none",
        arguments: ["grey.png", "grey.gif", "lossless.webp", "grey.tif", "grey.jpg", "grey.bmp"])
    func still(name: String) throws {
        let found = try frames(of: try Fixture.bytes(name))
        #expect(found.pixels.isEmpty && found.areAll)
    }

    @Test("Those of other programs are found", arguments: ["animated.gif", "animated.webp", "pages.tif"])
    func foreign(name: String) throws {
        let found = try frames(of: try Fixture.bytes(name))
        #expect(found.numbers == [2] && found.areAll)
        #expect(found.pixels.allSatisfy { $0.count == Fixture.width * Fixture.height })
    }

    @Test("What was shown before doesn't come again", arguments: FramedImage.Kind.allCases)
    func repeated(kind: FramedImage.Kind) throws {
        let image = FramedImage([frame(10), frame(10), frame(200), frame(10), frame(90)])
        let found = try frames(of: image.bytes(kind))
        #expect(found.numbers == [3, 5] && found.areAll)
        #expect(found.pixels.map { Set($0) } == [[200], [90]])
    }

    /// Returns a canvas of 6 × 4 pixels with a rectangle on it.
    private func canvas(_ ground: UInt8, _ value: UInt8, x: Range<Int>, y: Range<Int>) -> [UInt8] {
        (0..<24).map { x.contains($0 % 6) && y.contains($0 / 6) ? value : ground }
    }

    @Test("Parts are drawn on what was there before", arguments: [FramedImage.Kind.gif, .apng])
    func parts(kind: FramedImage.Kind) throws {
        var image = FramedImage([frame(10), frame(100, width: 2, height: 2), frame(200, width: 9, height: 1)])
        (image.frames[1].x, image.frames[1].y, image.frames[1].disposal) = (1, 1, 3)
        (image.frames[2].x, image.frames[2].y) = (4, 3)
        let found = try frames(of: image.bytes(kind))
        // Of what hangs over the edge, viewers show the rest.
        #expect(
            found.pixels == [
                canvas(10, 100, x: 1..<3, y: 1..<3), canvas(10, 200, x: 4..<6, y: 3..<4),
            ])
        #expect(found.areAll)
    }

    @Test("Where a part is transparent, what was there before stays")
    func transparent() throws {
        var image = FramedImage([frame(10), frame(100, width: 3, height: 1)])
        image.frames[1] = FramedImage.Frame(width: 3, height: 1, pixels: [100, 7, 100])
        image.frames[1].transparent = 7
        let found = try frames(of: image.bytes(.gif))
        #expect(found.pixels.map { Array($0.prefix(4)) } == [[100, 10, 100, 10]])
    }

    @Test("A cleared area is empty afterwards", arguments: [FramedImage.Kind.gif, .apng])
    func cleared(kind: FramedImage.Kind) throws {
        var image = FramedImage([frame(10), frame(100), frame(50, width: 1, height: 1)])
        image.frames[1].disposal = 2
        let found = try frames(of: image.bytes(kind))
        // The pixel that is left is dark, so the ground is white.
        #expect(found.pixels.last == canvas(255, 50, x: 0..<1, y: 0..<1))
    }

    @Test("Those that can't be decoded are missed", arguments: FramedImage.Kind.allCases)
    func broken(kind: FramedImage.Kind) throws {
        let bytes = FramedImage([frame(10), frame(100), frame(200)]).bytes(kind)
        let found = try frames(of: Array(bytes.dropLast(kind == .tiff ? 20 : 40)))
        #expect(found.pixels.count < 2 && !found.areAll)
    }

    @Test("All frames together may have as many pixels as one image", arguments: FramedImage.Kind.allCases)
    func limit(kind: FramedImage.Kind) throws {
        let bytes = FramedImage((1...9).map { frame($0 * 20) }).bytes(kind)
        #expect(try frames(of: bytes).areAll)
        let found = try frames(of: bytes, limits: ImageLimits(maxPixels: 24 * 5))
        #expect(found.numbers == [2, 3, 4, 5] && !found.areAll)
    }

    @Test("More frames than are listed are not all", arguments: FramedImage.Kind.allCases)
    func most(kind: FramedImage.Kind) throws {
        let bytes = FramedImage((0..<300).map { frame(UInt8($0 % 2)) }).bytes(kind)
        let found = try frames(of: bytes)
        #expect(found.numbers == [2] && !found.areAll)
    }

    @Test("A canvas beyond the limits isn't drawn on")
    func canvasLimit() throws {
        var bytes = FramedImage([frame(10), frame(100)]).bytes(.gif)
        bytes.replaceSubrange(6..<10, with: [0xFF, 0xFF, 0xFF, 0xFF])
        let found = try frames(of: bytes)
        #expect(found.pixels.isEmpty && !found.areAll)
    }
}
