import Imaging
import Testing

@Suite("Image decoder") struct ImageDecoderTests {
    /// File, and how far a grey value may be from the drawn one.
    static let pictures: [(String, Int)] = [
        ("grey.png", 0), ("grey16.png", 0), ("rgb.png", 0), ("rgb16.png", 0), ("grey-alpha.png", 0),
        ("rgba.png", 0), ("interlaced.png", 0), ("palette.png", 0), ("ancillary.png", 0), ("pieces.png", 0),
        ("two-bit.png", 34), ("four-bit.png", 0), ("rgba16.png", 0), ("grey-alpha16.png", 0),
        ("interlaced-rgba.png", 0), ("interlaced-rgb16.png", 0), ("interlaced-palette.png", 0),
        ("grey.jpg", 3), ("rgb.jpg", 3), ("progressive.jpg", 3), ("cmyk.jpg", 4), ("exif-corrupt.jpg", 3),
        ("cmyk-plain.jpg", 4), ("ycck.jpg", 4),
        ("lossless.webp", 1), ("lossy.webp", 6), ("animated.webp", 1),
        ("grey.gif", 1), ("animated.gif", 1),
        ("grey.bmp", 0), ("rgb.bmp", 1), ("top-down.bmp", 1),
        ("grey.tif", 0), ("rgb-lzw.tif", 1), ("sixteen.tif", 0), ("pages.tif", 0),
    ]

    @Test("Decodes every kind", arguments: pictures)
    func decodesEveryKind(name: String, tolerance: Int) throws {
        let bitmap = try ImageDecoder().decode(try Fixture.bytes(name))
        #expect(bitmap.width == Fixture.width)
        #expect(bitmap.height == Fixture.height)
        #expect(bitmap.distanceFromPattern() <= tolerance)
    }

    @Test(
        "Turns upright",
        arguments: (1...8).flatMap { ["orientation-\($0).jpg", "orientation-\($0).tif"] } + [
            "orientation-99.jpg", "orientation-3.png", "orientation-6.png", "orientation-3.webp",
            "orientation-6.webp",
        ])
    func turnsUpright(name: String) throws {
        let bitmap = try ImageDecoder().decode(try Fixture.bytes(name))
        #expect(bitmap.width == Fixture.width)
        #expect(bitmap.height == Fixture.height)
        #expect(bitmap.distanceFromPattern() <= 3)
    }

    @Test("One bit is black and white") func oneBitIsBlackAndWhite() throws {
        let bitmap = try ImageDecoder().decode(try Fixture.bytes("one-bit.png"))
        #expect(bitmap[0, 0] == 0)
        #expect(bitmap[0, 15] == 255)
    }

    @Test(
        "Transparency contrasts with the mark",
        arguments: [
            ("alpha-dark.png", 0), ("alpha-dark.webp", 0), ("alpha-dark.tif", 0), ("alpha-palette.png", 0),
            ("alpha-key.png", 0), ("alpha-grey-key.png", 255), ("alpha-interlaced.png", 255),
            ("alpha-light.png", 255), ("alpha-light.webp", 255), ("alpha-light.tif", 255),
        ])
    func transparencyContrastsWithTheMark(name: String, mark: UInt8) throws {
        let bitmap = try ImageDecoder().decode(try Fixture.bytes(name))
        #expect(bitmap[12, 8] == mark)
        #expect(bitmap[0, 0] == 255 - mark)
        #expect(bitmap[23, 15] == 255 - mark)
    }

    /// BT.601: .299 red, .587 green, .114 blue.
    @Test(
        "Grey is the same luma in every format",
        arguments: ["colors.png", "colors-interlaced.png", "colors.jpg", "colors-rgb.jpg", "colors.webp"])
    func greyIsTheSameLumaInEveryFormat(name: String) throws {
        let bitmap = try ImageDecoder().decode(try Fixture.bytes(name))
        for (x, luma) in [(3, 76), (12, 150), (20, 29)] {
            #expect(abs(Int(bitmap[x, 8]) - luma) <= 2)
        }
    }

    @Test(
        "Photos are reduced",
        arguments: [
            ("grey.jpg", 16, 24, 16), ("grey.jpg", 9, 24, 16), ("grey.jpg", 8, 12, 8), ("rgb.jpg", 4, 6, 4),
            ("cmyk.jpg", 2, 3, 2), ("progressive.jpg", 1, 3, 2), ("lossy.webp", 8, 12, 8),
            ("lossless.webp", 4, 6, 4), ("animated.webp", 4, 6, 4), ("grey.png", 1, 24, 16),
            ("grey.bmp", 1, 24, 16),
        ])
    func photosAreReduced(name: String, minShorterSide: Int, width: Int, height: Int) throws {
        let decoder = ImageDecoder(minShorterSide: minShorterSide)
        let bitmap = try decoder.decode(try Fixture.bytes(name))
        #expect(bitmap.width == width)
        #expect(bitmap.height == height)
        #expect(bitmap.pictureWidth == Fixture.width)
        #expect(bitmap.pictureHeight == Fixture.height)
        let scale = Fixture.width / width
        for y in 0..<height {
            for x in 0..<width {
                #expect(abs(Int(bitmap[x, y]) - Fixture.value(x * scale, y * scale)) <= 12)
            }
        }
    }

    @Test("A reduced picture is turned with its size") func aReducedPictureIsTurnedWithItsSize() throws {
        let decoder = ImageDecoder(minShorterSide: 8)
        let bitmap = try decoder.decode(try Fixture.bytes("orientation-6.jpg"))
        #expect(bitmap.width == 12 && bitmap.height == 8)
        #expect(bitmap.pictureWidth == Fixture.width && bitmap.pictureHeight == Fixture.height)
        #expect(abs(Int(bitmap[11, 7]) - 255) <= 6)
        #expect(bitmap[0, 0] <= 6)
    }

    @Test("Transparency is reduced with its picture") func transparencyIsReducedWithItsPicture() throws {
        let bitmap = try ImageDecoder(minShorterSide: 4).decode(try Fixture.bytes("alpha-light.webp"))
        #expect(bitmap.width == 6 && bitmap.height == 4)
        #expect(bitmap[3, 2] == 255)
        #expect(bitmap[0, 0] == 0)
    }

    @Test("Screenshots are not reduced") func screenshotsAreNotReduced() throws {
        let bitmap = try ImageDecoder().decode(try Fixture.bytes("rgb.jpg"))
        #expect(bitmap.width == bitmap.pictureWidth && bitmap.height == bitmap.pictureHeight)
    }

    @Test("Reads through pixels row by row") func readsThroughPixelsRowByRow() throws {
        let bitmap = try ImageDecoder().decode(try Fixture.bytes("grey.png"))
        let sums = bitmap.withPixels { pixels in
            (count: pixels.count, lastRow: Int(pixels[15 * 24 + 23]), firstRow: Int(pixels[0]))
        }
        #expect(sums == (24 * 16, 255, 0))
    }

    @Test("Refuses beyond the pixel limit") func refusesBeyondThePixelLimit() throws {
        let bytes = try Fixture.bytes("grey.png")
        let decoder = ImageDecoder(limits: ImageLimits(maxPixels: 383))
        #expect(throws: ImagingError.tooManyPixels(width: 24, height: 16, limit: 383)) {
            _ = try decoder.decode(bytes)
        }
        _ = try ImageDecoder(limits: ImageLimits(maxPixels: 384)).decode(bytes)
    }

    @Test("Refuses beyond the side limit") func refusesBeyondTheSideLimit() throws {
        let bytes = try Fixture.bytes("orientation-6.jpg")
        let decoder = ImageDecoder(limits: ImageLimits(maxPixels: 1000, maxSide: 23))
        #expect(throws: ImagingError.sideTooLong(width: 16, height: 24, limit: 23)) {
            _ = try decoder.decode(bytes)
        }
    }
}
