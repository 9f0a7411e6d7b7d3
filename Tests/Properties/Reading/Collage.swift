import Imaging

package struct Sample: Sendable {
    /// Paths from the package's folder: light and dark text, a QR code and a barcode. The seeds were made for these
    /// images.
    package static let paths = [
        "Resources/samples/scam-toll-android-dark.png", "Resources/samples/benign-code-android-light.png",
        "Tests/OCRTests/Fixtures/barcodes/small.png", "Tests/OCRTests/Fixtures/barcodes/bars.png",
    ]

    let width: Int
    let height: Int
    private let pixels: [UInt8]

    init(_ bytes: [UInt8]) throws {
        let bitmap = try ImageDecoder().decode(bytes)
        (width, height) = (bitmap.width, bitmap.height)
        pixels = bitmap.withPixels { Array($0) }
    }

    /// The grey of a pixel. Beyond its edges, the image repeats itself.
    subscript(x: Int, y: Int) -> UInt8 { pixels[y % height * width + x % width] }
}

/// A small bitmap that is put together from pieces of real text, codes, surfaces and noise, as bytes choose them.
/// Random pixels alone would never be read as words.
struct Collage {
    let width: Int
    let height: Int
    private var pixels: [UInt8]

    /// Smallest width and height of a collage in pixels.
    private static let smallest = 40
    /// Largest number of drawing steps, so that a check stays quick.
    private static let maxSteps = 64
    /// Bytes of a drawing step: the kind, the source, the target, the size and the grey.
    private static let stepLength = 8

    /// Draws a collage of at most 295 × 295 pixels.
    init(by choices: inout Choices, of samples: [Sample]) {
        (width, height) = (Self.smallest + choices.byte(), Self.smallest + choices.byte())
        pixels = [UInt8](repeating: UInt8(choices.byte()), count: width * height)
        for _ in 0..<Self.maxSteps {
            if choices.rest.count < Self.stepLength { break }
            draw((0..<Self.stepLength).map { _ in choices.byte() }, choices.rest, samples)
        }
    }

    private mutating func draw(_ step: [Int], _ bits: ArraySlice<UInt8>, _ samples: [Sample]) {
        let (kind, fromX, fromY, grey) = (step[0], step[1] * 4, step[2] * 7, step[7])
        let (left, top) = (step[3] * width / 256, step[4] * height / 256)
        let (right, bottom) = (min(width, left + step[5] + 1), min(height, top + step[6] + 1))
        // Pieces are reduced. At their own size, a few letters of a phone's screenshot would fill the collage.
        let shrink = 1 + kind / 4 % 3
        for y in top..<bottom {
            for x in left..<right {
                let (dx, dy) = (x - left, y - top)
                let value: UInt8 =
                    switch kind % 4 {
                    case 0: UInt8(grey)
                    case 1: UInt8(truncatingIfNeeded: (dx &* 73 ^ dy &* 151) &* (grey | 1))
                    case 2 where !samples.isEmpty:
                        samples[kind / 16 % samples.count][fromX + dx * shrink, fromY + dy * shrink]
                            ^ (grey > 127 ? 0xFF : 0)
                    default: Self.module(bits, dx / (1 + grey % 8), dy / (1 + grey % 8))
                    }
                pixels[y * width + x] = value
            }
        }
    }

    /// Returns a pixel of a pattern that shows each bit as a black or white square, with 64 squares in a row.
    private static func module(_ bits: ArraySlice<UInt8>, _ column: Int, _ row: Int) -> UInt8 {
        let bit = row * 64 + column % 64
        let index = bits.startIndex + bit / 8
        return index < bits.endIndex && bits[index] >> (bit % 8) & 1 == 1 ? 0 : 255
    }

    var bitmap: Bitmap { Bitmap(width: width, height: height, pixels: pixels) }

    /// The collage as a BMP file with eight bits for each pixel, the top row first.
    var file: [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let rowLength = (width + 3) / 4 * 4
        let offset = 14 + 40 + 4 * 256
        var file =
            Array("BM".utf8) + little(offset + rowLength * height, 4) + little(0, 4) + little(offset, 4)
        file += little(40, 4) + little(width, 4) + little(-height, 4) + little(1, 2) + little(8, 2)
        file += [UInt8](repeating: 0, count: 24)
        for grey in 0..<256 { file += [UInt8(grey), UInt8(grey), UInt8(grey), 0] }
        for row in 0..<height {
            file += pixels[row * width..<(row + 1) * width]
            file += [UInt8](repeating: 0, count: rowLength - width)
        }
        return file
    }
}
