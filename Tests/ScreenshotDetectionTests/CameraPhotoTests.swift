import Foundation
import TestSupport
import Testing

@testable import ImageFormats

@Suite("Photos and screenshots")
struct CameraPhotoTests {
    static let camera = ["Apple", "iPhone 15"]

    @Test(
        "A camera's picture has a size that no screen has",
        arguments: [
            (4_032, 3_024), (3_024, 4_032), (4_000, 3_000), (4_000, 2_250), (4_032, 2_268), (4_000, 1_800),
            (1_800, 4_000),
            (3_264, 2_448), (2_592, 1_944), (1_600, 1_200), (6_000, 4_000), (3_024, 3_024), (8_000, 6_000),
        ])
    func photos(_ width: Int, _ height: Int) {
        #expect(CameraPhoto.isPhoto(Self.jpeg(width, height, texts: Self.camera)))
        #expect(!CameraPhoto.isPhoto(Self.jpeg(width, height, texts: [])))
        #expect(!CameraPhoto.isPhoto(Self.jpeg(width, height, texts: ["Apple", "  "])))
        #expect(CameraPhoto.isPhoto(Self.heic(width, height, texts: Self.camera)))
        #expect(!CameraPhoto.isPhoto(Self.heic(width, height, texts: [])))
    }

    @Test(
        "A screenshot stays one, also if the phone writes its name into it",
        arguments: [
            (1_080, 1_920), (1_080, 2_400), (720, 1_600), (1_170, 2_532), (1_290, 2_796), (1_440, 3_200),
            (1_644, 3_840),
            (2_400, 1_080), (1_536, 2_048), (2_048, 2_732), (1_640, 2_360), (1_848, 2_960), (1_812, 2_176),
            (2_200, 2_480), (2_136, 3_200), (3_840, 2_160), (1_920, 1_080), (1_080, 9_600), (1_440, 12_000),
        ])
    func screens(_ width: Int, _ height: Int) {
        #expect(!CameraPhoto.isPhoto(Self.jpeg(width, height, texts: ["samsung", "SM-S918B"])))
        #expect(!CameraPhoto.isPhoto(Self.heic(width, height, texts: ["samsung", "SM-S918B"])))
    }

    @Test("The upright size counts: a phone's photo lies on its side, with a note how to turn it")
    func turned() {
        // 1,600 pixels wide when it stands upright, which could be a screen that was scrolled.
        #expect(!CameraPhoto.isPhoto(Self.jpeg(4_000, 1_600, texts: Self.camera, orientation: 6)))
        #expect(CameraPhoto.isPhoto(Self.jpeg(4_000, 1_600, texts: Self.camera)))
    }

    @Test("Either byte order is read, and other formats are never photos")
    func formats() throws {
        #expect(CameraPhoto.isPhoto(Self.jpeg(4_032, 3_024, texts: Self.camera, isBigEndian: false)))
        for name in [
            "rgb.png", "rgb.bmp", "lossy.webp", "grey.heic", "orientation-6.jpg", "exif-corrupt.jpg",
        ] {
            #expect(!CameraPhoto.isPhoto(Array(try Picture.fixture(name))), "\(name)")
        }
    }

    @Test("Cut off or damaged, it ends in an answer", arguments: [true, false])
    func damaged(_ isHEIC: Bool) {
        let original =
            isHEIC
            ? Self.heic(4_032, 3_024, texts: Self.camera) : Self.jpeg(4_032, 3_024, texts: Self.camera)
        for length in original.indices { _ = CameraPhoto.isPhoto(Array(original[..<length])) }
        var generator = SeededGenerator(state: 11)
        var photos = 0
        for _ in 0..<20_000 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] =
                    [0, 1, 127, 128, 255, .random(in: 0...255, using: &generator)]
                    .randomElement(using: &generator) ?? 0
            }
            if CameraPhoto.isPhoto(bytes) { photos += 1 }
        }
        #expect(photos > 0 && photos < 20_000)
    }

    /// A JPEG that is complete by its segments, without pixels.
    /// - Parameter texts: make and model.
    static func jpeg(
        _ width: Int, _ height: Int, texts: [String], orientation: Int? = nil, isBigEndian: Bool = true,
        number: Int = 0
    ) -> [UInt8] {
        func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
            [0xFF, marker] + big(payload.count + 2, 2) + payload
        }
        let tiff = exif(texts, orientation, isBigEndian)
        return [0xFF, 0xD8] + segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
            + segment(0xE1, tiff) + segment(0xFE, Array("\(number)".utf8))
            + segment(0xC0, [8] + big(height, 2) + big(width, 2) + [1, 1, 0x11, 0])
            + segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x12, 0x34, 0xFF, 0xD9]
    }

    private static func heic(_ width: Int, _ height: Int, texts: [String]) -> [UInt8] {
        func box(_ name: String, _ payload: [UInt8]) -> [UInt8] {
            big(payload.count + 8, 4) + Array(name.utf8) + payload
        }
        let size = box("ispe", big(0, 4) + big(width, 4) + big(height, 4))
        let tile = box("ispe", big(0, 4) + big(512, 4) + big(512, 4))
        return box("ftyp", Array("heic".utf8) + big(0, 4) + Array("mif1heic".utf8))
            + box("meta", big(0, 4) + box("iprp", box("ipco", tile + size)))
            + box("mdat", [0x45, 0x45] + big(6, 4) + exif(texts, nil, true) + [1, 2, 3])
    }

    private static func exif(_ texts: [String], _ orientation: Int?, _ isBigEndian: Bool) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            isBigEndian ? big(value, count) : big(value, count).reversed()
        }
        let strings = texts.map { Array($0.utf8) + [0] }
        let count = strings.count + (orientation == nil ? 0 : 1)
        var place = 8 + 2 + count * 12 + 4
        var entries: [UInt8] = []
        for (index, string) in strings.enumerated() {
            let value =
                string.count <= 4 ? string + [UInt8](repeating: 0, count: 4 - string.count) : number(place, 4)
            entries += number(271 + index, 2) + number(2, 2) + number(string.count, 4) + value
            if string.count > 4 { place += string.count }
        }
        if let orientation {
            entries += number(274, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + [0, 0]
        }
        return Array("Exif\0\0".utf8) + Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4)
            + number(count, 2) + entries + number(0, 4) + strings.filter { $0.count > 4 }.flatMap(\.self)
    }

    private static func big(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
