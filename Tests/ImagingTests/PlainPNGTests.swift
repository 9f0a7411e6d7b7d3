import Glibc
import Imaging
import TestSupport
import Testing

@Suite("Plain PNG") struct PlainPNGTests {
    private static func value(_ x: Int, _ y: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: x * 7 + y * 31 + x * y)
    }

    private func decode(_ png: PlainPNG) throws(ImagingError) -> Bitmap {
        try ImageDecoder().decode(png.bytes)
    }

    /// Larger than the squares by which pictures are turned, and no multiple of them.
    @Test("Every orientation moves every pixel", arguments: Orientation.allCases)
    func everyOrientationMovesEveryPixel(_ orientation: Orientation) throws {
        let (width, height) = (71, 45)
        // Where the stored pixel at a place comes to lie.
        func upright(_ x: Int, _ y: Int) -> (Int, Int) {
            let (right, bottom) = (width - 1 - x, height - 1 - y)
            return switch orientation {
            case .upright: (x, y)
            case .mirrored: (right, y)
            case .upsideDown: (right, bottom)
            case .upsideDownMirrored: (x, bottom)
            case .transposed: (y, x)
            case .quarterTurn: (bottom, x)
            case .transversed: (bottom, right)
            case .threeQuarterTurn: (y, right)
            }
        }
        var png = PlainPNG(width: width, height: height, value: Self.value)
        png.orientation = UInt8(orientation.rawValue)
        let bitmap = try decode(png)
        #expect(bitmap.width == (orientation.swapsSides ? height : width))
        #expect(bitmap.pictureHeight == (orientation.swapsSides ? width : height))
        var wrong = 0
        for y in 0..<height {
            for x in 0..<width {
                let place = upright(x, y)
                if bitmap[place.0, place.1] != Self.value(x, y) { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    private func expectRead(_ png: PlainPNG) throws {
        let bitmap = try decode(png)
        for y in stride(from: 0, to: png.height, by: 13) {
            for x in stride(from: 0, to: png.width, by: 17) { #expect(bitmap[x, y] == Self.value(x, y)) }
        }
    }

    /// The rows go to libpng in blocks of 65,535 bytes.
    @Test("Any length is read", arguments: [65_532, 65_535, 65_536, 65_540, 131_070, 200_000])
    func anyLengthIsRead(count: Int) throws {
        try expectRead(PlainPNG(width: count / 4 - 1, height: 4, value: Self.value))
        try expectRead(PlainPNG(width: 99, height: count / 100, value: Self.value))
    }

    @Test("A wrong checksum of the pixels is forgiven") func aWrongChecksumOfThePixelsIsForgiven() throws {
        var png = PlainPNG(width: 40, height: 30, value: Self.value)
        png.adlerIsRight = false
        try expectRead(png)
    }

    @Test("More rows than there are is forgiven") func moreRowsThanThereAreIsForgiven() throws {
        var png = PlainPNG(width: 40, height: 30, value: Self.value)
        png.height = 20
        try expectRead(png)
    }

    @Test("Fewer rows than there are is corrupt") func fewerRowsThanThereAreIsCorrupt() throws {
        var png = PlainPNG(width: 40, height: 30, value: Self.value)
        png.height = 31
        #expect(throws: ImagingError.corrupt(.png, .badData)) { _ = try decode(png) }
    }

    @Test("A filter that does not exist is corrupt") func aFilterThatDoesNotExistIsCorrupt() throws {
        var png = PlainPNG(width: 40, height: 30, value: Self.value)
        png.rows[41] = 5
        #expect(throws: ImagingError.corrupt(.png, .badData)) { _ = try decode(png) }
    }

    @Test("Data that goes on behind the last row is refused there, not at its end", arguments: [false, true])
    func endless(_ isInterlaced: Bool) throws {
        var png = PlainPNG(width: 20, height: 20, value: Self.value)
        png.isInterlaced = isInterlaced
        png.endlessBytes = 1 << 30
        let bytes = png.bytes
        let started = clock()
        #expect(throws: ImagingError.corrupt(.png, .badData)) { _ = try ImageDecoder().decode(bytes) }
        // To inflate all of it takes more than a second.
        #expect(Double(clock() - started) / Double(CLOCKS_PER_SEC) < 0.5)
    }
}
