import Imaging
import Testing

@Suite struct ImageDecoderTests {
    /// File, and how far a grey value may be from the drawn one.
    static let pictures: [(String, Int)] = [
        ("grey.png", 0), ("grey16.png", 0), ("rgb.png", 1), ("rgb16.png", 1), ("grey-alpha.png", 0),
        ("rgba.png", 1), ("interlaced.png", 0), ("palette.png", 1), ("ancillary.png", 0),
        ("grey.jpg", 3), ("rgb.jpg", 3), ("progressive.jpg", 3), ("cmyk.jpg", 4), ("exif-corrupt.jpg", 3),
        ("lossless.webp", 1), ("lossy.webp", 6), ("animated.webp", 1),
        ("grey.gif", 1), ("animated.gif", 1),
        ("grey.bmp", 0), ("rgb.bmp", 1), ("top-down.bmp", 1),
        ("grey.tif", 0), ("rgb-lzw.tif", 1), ("sixteen.tif", 0), ("pages.tif", 0),
    ]

    @Test(arguments: pictures)
    func decodesEveryKind(name: String, tolerance: Int) throws {
        let bitmap = try ImageDecoder().decode(try Fixture.bytes(name))
        #expect(bitmap.width == Fixture.width)
        #expect(bitmap.height == Fixture.height)
        #expect(bitmap.distanceFromPattern() <= tolerance)
    }

    @Test(
        arguments: (1...8).flatMap { ["orientation-\($0).jpg", "orientation-\($0).tif"] } + [
            "orientation-99.jpg"
        ])
    func turnsUpright(name: String) throws {
        let bitmap = try ImageDecoder().decode(try Fixture.bytes(name))
        #expect(bitmap.width == Fixture.width)
        #expect(bitmap.height == Fixture.height)
        #expect(bitmap.distanceFromPattern() <= 3)
    }

    @Test func oneBitIsBlackAndWhite() throws {
        let bitmap = try ImageDecoder().decode(try Fixture.bytes("one-bit.png"))
        #expect(bitmap[0, 0] == 0)
        #expect(bitmap[0, 15] == 255)
    }

    @Test(arguments: [
        ("alpha-dark.png", 0), ("alpha-dark.webp", 0), ("alpha-dark.tif", 0), ("alpha-palette.png", 0),
        ("alpha-light.png", 255), ("alpha-light.webp", 255), ("alpha-light.tif", 255),
    ])
    func transparencyContrastsWithTheMark(name: String, mark: UInt8) throws {
        let bitmap = try ImageDecoder().decode(try Fixture.bytes(name))
        #expect(bitmap[12, 8] == mark)
        #expect(bitmap[0, 0] == 255 - mark)
        #expect(bitmap[23, 15] == 255 - mark)
    }

    @Test func readsThroughPixelsRowByRow() throws {
        let bitmap = try ImageDecoder().decode(try Fixture.bytes("grey.png"))
        let sums = bitmap.withPixels { pixels in
            (count: pixels.count, lastRow: Int(pixels[15 * 24 + 23]), firstRow: Int(pixels[0]))
        }
        #expect(sums == (24 * 16, 255, 0))
    }

    @Test func refusesBeyondThePixelLimit() throws {
        let bytes = try Fixture.bytes("grey.png")
        let decoder = ImageDecoder(limits: ImageLimits(maxPixels: 383))
        #expect(throws: ImagingError.tooManyPixels(width: 24, height: 16, limit: 383)) {
            _ = try decoder.decode(bytes)
        }
        _ = try ImageDecoder(limits: ImageLimits(maxPixels: 384)).decode(bytes)
    }

    @Test func refusesBeyondTheSideLimit() throws {
        let bytes = try Fixture.bytes("orientation-6.jpg")
        let decoder = ImageDecoder(limits: ImageLimits(maxPixels: 1000, maxSide: 23))
        #expect(throws: ImagingError.sideTooLong(width: 16, height: 24, limit: 23)) {
            _ = try decoder.decode(bytes)
        }
    }
}
