import Imaging
import Testing

@Suite("Image header") struct ImageHeaderTests {
    /// The bytes of a hand-made header: ASCII texts and numbers by turns.
    private static func bytes(_ parts: Any...) -> [UInt8] {
        parts.flatMap { part -> [UInt8] in
            switch part {
            case let text as String: Array(text.utf8)
            case let numbers as [Int]: numbers.map { UInt8(truncatingIfNeeded: $0) }
            default: []
            }
        }
    }

    private static let pngSignature = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private static func png(width: [Int], height: [Int], depth: Int = 8, color: Int = 2) -> [UInt8] {
        bytes(pngSignature, [0, 0, 0, 13], "IHDR", width, height, [depth, color, 0, 0, 0], [1, 2, 3, 4])
    }

    private static func webp(_ chunk: String, _ payload: [Int]) -> [UInt8] {
        bytes("RIFF", [0, 0, 0, 0], "WEBP", chunk, [payload.count, 0, 0, 0], payload)
    }

    private static func bmp(width: [Int], height: [Int], compression: Int = 0) -> [UInt8] {
        bytes(
            "BM", [0, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0], width, height, [1, 0, 24, 0],
            [compression, 0, 0, 0], [Int](repeating: 0, count: 20))
    }

    private static let jpegStart = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0]

    private static func jpegFrame(_ marker: Int, height: [Int], width: [Int], precision: Int = 8) -> [Int] {
        [0xFF, marker, 0, 11, precision] + height + width + [1, 1, 0x11, 0]
    }

    static let sizes: [([UInt8], ImageFormat, Int, Int)] = [
        (png(width: [0, 0, 4, 0x92], height: [0, 0, 9, 0xE4]), .png, 1170, 2532),
        (
            png(width: [0x7F, 0xFF, 0xFF, 0xFF], height: [0x7F, 0xFF, 0xFF, 0xFF]), .png, 2_147_483_647,
            2_147_483_647
        ),
        (bytes(jpegStart, jpegFrame(0xC0, height: [1, 0], width: [2, 1])), .jpeg, 513, 256),
        (bytes(jpegStart, jpegFrame(0xC2, height: [255, 220], width: [255, 220])), .jpeg, 65_500, 65_500),
        (
            bytes(
                jpegStart, [0xFF, 0xFF, 0xFF, 0xFE, 0, 3, 7], jpegFrame(0xC1, height: [0, 9], width: [0, 8])),
            .jpeg, 8, 9
        ),
        (webp("VP8 ", [0x10, 2, 0, 0x9D, 1, 0x2A, 0x38, 0x04, 0x80, 0x07]), .webp, 1080, 1920),
        (webp("VP8L", [0x2F, 0xFF, 0xC0, 0x3F, 0]), .webp, 256, 256),
        (webp("VP8X", [0, 0, 0, 0, 0x37, 4, 0, 0xFF, 0xFF, 0xFF]), .webp, 1080, 16_777_216),
        (bmp(width: [10, 0, 0, 0], height: [20, 0, 0, 0]), .bmp, 10, 20),
        (bmp(width: [10, 0, 0, 0], height: [0xEC, 0xFF, 0xFF, 0xFF]), .bmp, 10, 20),
        (bmp(width: [10, 0, 0, 0], height: [0, 0, 0, 0x80]), .bmp, 10, 2_147_483_648),
        (
            bytes(
                "GIF89a", [0, 1, 0, 1, 0, 0, 0], [0x21, 0xF9, 4, 0, 0, 0, 0, 0],
                [0x2C, 0, 0, 0, 0, 3, 0, 5, 0, 0],
                [2, 1, 0, 0]), .gif, 3, 5
        ),
        (
            bytes(
                "II*", [0, 8, 0, 0, 0, 2, 0], [0, 1, 4, 0, 1, 0, 0, 0, 9, 1, 0, 0],
                [1, 1, 3, 0, 1, 0, 0, 0, 7, 0, 0, 0]),
            .tiff, 265, 7
        ),
        (
            bytes(
                "MM", [0, 42, 0, 0, 0, 8, 0, 2], [1, 0, 0, 3, 0, 0, 0, 1, 1, 9, 0, 0],
                [1, 1, 0, 4, 0, 0, 0, 1, 0, 0, 0, 7]),
            .tiff, 265, 7
        ),
    ]

    @Test("Reads sizes", arguments: sizes)
    func readsSizes(bytes: [UInt8], format: ImageFormat, width: Int, height: Int) throws {
        let header = try ImageHeader(reading: bytes)
        #expect(header.format == format)
        #expect(header.width == width)
        #expect(header.height == height)
        #expect(header.orientation == .upright)
    }

    static let refusals: [([UInt8], ImagingError)] = [
        ([], .empty),
        ([0x89], .unsupportedFormat(detected: nil)),
        (bytes("Dear customer, click here"), .unsupportedFormat(detected: nil)),
        (bytes("BM is how some texts begin"), .unsupportedFormat(detected: nil)),
        (bytes("%PDF-1.7"), .unsupportedFormat(detected: "pdf")),
        (bytes([0, 0, 0, 24], "ftypisom"), .unsupportedFormat(detected: "video")),
        (bytes("<?xml version='1.0'?><svg xmlns=''>"), .unsupportedFormat(detected: "svg")),
        (bytes(pngSignature), .corrupt(.png, .truncated)),
        (png(width: [0, 0, 0, 0], height: [0, 0, 0, 9]), .corrupt(.png, .badHeader)),
        (png(width: [0x80, 0, 0, 0], height: [0, 0, 0, 9]), .corrupt(.png, .badHeader)),
        (png(width: [0, 0, 0, 1], height: [0, 0, 0, 9], color: 5), .corrupt(.png, .badHeader)),
        (png(width: [0, 0, 0, 1], height: [0, 0, 0, 9], depth: 4), .corrupt(.png, .badHeader)),
        (bytes(jpegStart, jpegFrame(0xC0, height: [0, 0], width: [2, 1])), .corrupt(.jpeg, .badHeader)),
        (
            bytes(jpegStart, jpegFrame(0xC0, height: [0, 1], width: [2, 1], precision: 12)),
            .unsupportedFeature(.jpeg, feature: "precision")
        ),
        (bytes(jpegStart, [0xFF, 0xDA, 0, 2]), .corrupt(.jpeg, .badHeader)),
        (bytes(jpegStart, [0xFF, 0xE1, 0, 1]), .corrupt(.jpeg, .badHeader)),
        (bytes([0xFF, 0xD8, 0xFF]), .corrupt(.jpeg, .truncated)),
        (webp("ALPH", [0, 0]), .corrupt(.webp, .badHeader)),
        (webp("VP8X", [2, 0, 0, 0, 1, 0, 0, 1, 0, 0]), .corrupt(.webp, .truncated)),
        (bytes("GIF89a", [0, 1, 0, 1, 0, 0, 0], "=1;alert(1)"), .corrupt(.gif, .badHeader)),
        (
            bmp(width: [10, 0, 0, 0], height: [20, 0, 0, 0], compression: 1),
            .unsupportedFeature(.bmp, feature: "compression")
        ),
        (bmp(width: [0, 0, 0, 0x80], height: [20, 0, 0, 0]), .corrupt(.bmp, .badHeader)),
        (bytes("II+", [0, 8, 0, 0, 0, 16, 0, 0, 0]), .unsupportedFeature(.tiff, feature: "bigtiff")),
        (bytes("II*", [0, 0xFF, 0xFF, 0xFF, 0xFF]), .corrupt(.tiff, .badHeader)),
        (bytes("II*", [0, 8, 0, 0, 0, 9, 0]), .corrupt(.tiff, .truncated)),
        (bytes("II*", [0, 8, 0, 0, 0, 0, 0]), .corrupt(.tiff, .badHeader)),
        (tiff(with: 322, 16), .unsupportedFeature(.tiff, feature: "tiles")),
        (tiff(with: 284, 2), .unsupportedFeature(.tiff, feature: "separate-planes")),
    ]

    /// A TIFF of 9 × 9 pixels with one more entry.
    private static func tiff(with tag: Int, _ value: Int) -> [UInt8] {
        let entries = [(256, 9), (257, 9), (tag, value)].map { tag, value in
            [tag % 256, tag / 256, 3, 0, 1, 0, 0, 0, value, 0, 0, 0]
        }
        return bytes("II*", [0, 8, 0, 0, 0, 3, 0], entries[0], entries[1], entries[2], [0, 0, 0, 0])
    }

    @Test("Refuses", arguments: refusals)
    func refuses(bytes: [UInt8], error: ImagingError) {
        #expect(throws: error) { try ImageHeader(reading: bytes) }
    }

    @Test("Reads the orientation", arguments: 1...8)
    func readsTheOrientation(number: Int) throws {
        let header = try ImageHeader(reading: try Fixture.bytes("orientation-\(number).jpg"))
        #expect(header.orientation.rawValue == number)
        #expect(header.orientation.swapsSides == (header.width == Fixture.height))
    }

    @Test(
        "Other orientations are upright", arguments: ["orientation-99.jpg", "exif-corrupt.jpg", "grey.jpg"])
    func otherOrientationsAreUpright(name: String) throws {
        #expect(try ImageHeader(reading: try Fixture.bytes(name)).orientation == .upright)
    }

    @Test("Huge sides are refused without overflow") func hugeSidesAreRefusedWithoutOverflow() {
        let bytes = Self.png(width: [0x7F, 0xFF, 0xFF, 0xFF], height: [0x7F, 0xFF, 0xFF, 0xFF])
        let side = 2_147_483_647
        #expect(throws: ImagingError.tooManyPixels(width: side, height: side, limit: 40_000_000)) {
            _ = try ImageDecoder().checkedHeader(of: bytes)
        }
    }
}
