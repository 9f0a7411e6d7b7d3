import Foundation
import ImageFormats
import TestSupport
import Testing

@testable import ScreenshotDetection

@Suite("Whole pictures")
struct ImageCompletenessTests {
    static let fixtures: [(String, ImageFormat)] = [
        ("rgb.png", .png), ("interlaced.png", .png), ("ancillary.png", .png), ("rgb.jpg", .jpeg),
        ("progressive.jpg", .jpeg), ("cmyk.jpg", .jpeg), ("lossy.webp", .webp), ("lossless.webp", .webp),
        ("animated.webp", .webp), ("grey.gif", .gif), ("animated.gif", .gif), ("rgb.bmp", .bmp),
        ("grey.heic", .heif), ("grey.avif", .heif),
    ]

    @Test("Real files are whole", arguments: fixtures)
    func whole(_ name: String, _ kind: ImageFormat) throws {
        #expect(ImageCompleteness(Array(try Picture.fixture(name))) == .complete(kind))
    }

    @Test("None of their beginnings is", arguments: fixtures)
    func beginnings(_ name: String, _ kind: ImageFormat) throws {
        let bytes = Array(try Picture.fixture(name))
        let step = max(1, bytes.count / 2_000)
        var wrong = 0
        for length in stride(from: 0, to: bytes.count, by: step) {
            switch ImageCompleteness(Array(bytes.prefix(length))) {
            case .complete: wrong += 1
            case .incomplete, .notImage: break
            }
        }
        #expect(wrong == 0)
    }

    @Test("What is no picture isn't, whatever it is called")
    func others() {
        for text in [
            "", "%PDF-1.7 and more than sixteen bytes", "BM is how this text begins, and it is long",
            "RIFF1234WAVEfmt ",
        ] {
            #expect(ImageCompleteness(Array(text.utf8)) == .notImage, "\(text)")
        }
    }

    @Test("Bytes behind the end do no harm")
    func trailing() throws {
        for name in ["rgb.png", "rgb.jpg"] {
            let bytes = Array(try Picture.fixture(name)) + [0, 1, 2]
            guard case .complete = ImageCompleteness(bytes) else {
                Issue.record("\(name)")
                continue
            }
        }
    }

    @Test("Damaged files end in an answer", arguments: fixtures)
    func damaged(_ name: String, _ kind: ImageFormat) throws {
        let original = Array(try Picture.fixture(name))
        var generator = SeededGenerator(state: 7)
        for _ in 0..<300 {
            var bytes = original
            for _ in 0..<4 {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
                    in: 0...255, using: &generator)
            }
            // Lengths of 0 and of the largest value are what parsers most often get wrong.
            let place = Int.random(in: 0..<max(1, bytes.count - 4), using: &generator)
            bytes.replaceSubrange(
                place..<(place + 4),
                with: Bool.random(using: &generator) ? [255, 255, 255, 255] : [0, 0, 0, 0])
            switch ImageCompleteness(bytes) {
            case .complete(let found), .incomplete(let found): #expect(ImageFormat.allCases.contains(found))
            case .notImage: break
            }
        }
    }
}
