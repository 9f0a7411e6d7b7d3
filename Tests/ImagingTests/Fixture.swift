import Foundation
import Imaging
import Testing

/// The pictures of `Fixtures/make.py`.
enum Fixture {
    static let width = 24
    static let height = 16

    static func bytes(_ name: String) throws -> [UInt8] {
        let file = try #require(Bundle.module.url(forResource: "Fixtures/" + name, withExtension: nil))
        return [UInt8](try Data(contentsOf: file))
    }

    /// The grey value that every fixture shows at a place unless its name says otherwise.
    static func value(_ x: Int, _ y: Int) -> Int { (y / 8 * 3 + x / 8) * 51 }

    /// Small fixtures that stand for their formats in the tests of damage.
    static let oneOfEachFormat = [
        "grey.png", "rgba.png", "palette.png", "interlaced.png", "alpha-interlaced.png", "rgb16.png",
        "orientation-6.png", "grey.jpg", "cmyk.jpg", "ycck.jpg", "progressive.jpg",
        "orientation-6.jpg",
        "lossless.webp", "lossy.webp", "alpha-dark.webp", "animated.webp", "orientation-6.webp", "grey.gif",
        "animated.gif",
        "grey.bmp",
        "rgb.bmp", "grey.tif", "rgb-lzw.tif", "orientation-6.tif",
    ]
}

extension Bitmap {
    /// The largest difference from the fixtures' pattern.
    borrowing func distanceFromPattern() -> Int {
        var largest = 0
        for y in 0..<height {
            for x in 0..<width { largest = max(largest, abs(Int(self[x, y]) - Fixture.value(x, y))) }
        }
        return largest
    }
}
