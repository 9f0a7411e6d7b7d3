import Imaging
import TestSupport
import Testing
import TextAnalysis

@testable import OCR

@Suite("Reading codes")
struct BarcodeReaderTests {
    @Test(
        "Every code is read, with its place",
        arguments: ["mailbox", "toll-dark", "brand", "lone", "turned", "bars", "small"])
    func fixtures(_ name: String) throws {
        let expected = try #require(try BarcodeFixture.codes()[name])
        let bitmap = try BarcodeFixture.bitmap(name)
        let codes = BarcodeReader.read(bitmap)
        #expect(codes.map(\.payload).sorted() == expected.map(\.payload).sorted())
        for code in codes {
            let truth = try #require(expected.first { $0.payload == code.payload })
            #expect(code.symbology.rawValue == truth.symbology)
            #expect(truth.fits(code.box), "\(code.box)")
        }
        #expect(codes.map(\.box.y) == codes.map(\.box.y).sorted())
    }

    @Test(
        "The negative and the picture turned by a quarter say the same",
        arguments: ["mailbox", "lone", "turned"])
    func changed(_ name: String) throws {
        let pixels = Pixels(try BarcodeFixture.bitmap(name))
        let (width, height) = (pixels.width, pixels.height)
        let expected = try #require(try BarcodeFixture.codes()[name]).map(\.payload).sorted()
        let negative = pixels.bitmap(width: width, height: height) { 255 - pixels[$0, $1] }
        #expect(payloads(negative) == expected)
        let quarter = pixels.bitmap(width: height, height: width) { pixels[$1, height - 1 - $0] }
        #expect(payloads(quarter) == expected)
    }

    @Test("Larger modules and fainter ink", arguments: [2, 3, 6])
    func scaled(_ factor: Int) throws {
        let pixels = Pixels(try BarcodeFixture.bitmap("lone"))
        let larger = pixels.bitmap(width: pixels.width * factor, height: pixels.height * factor) {
            100 + pixels[$0 / factor, $1 / factor] / 4
        }
        #expect(payloads(larger) == ["http://203.0.113.9/login"])
    }

    @Test(
        "Codes that were read are gone, whatever their ground, and nothing else",
        arguments: ["mailbox", "toll-dark"])
    func erased(_ name: String) throws {
        var bitmap = try BarcodeFixture.bitmap(name)
        let before = Pixels(try BarcodeFixture.bitmap(name))
        let codes = BarcodeReader.read(bitmap)
        CodeEraser.erase(codes, from: &bitmap)
        #expect(BarcodeReader.read(bitmap) == [])
        let box = try #require(codes.first?.box)
        let ground = before[0, 0]
        for y in stride(from: box.y, to: box.y + box.height, by: 3) {
            for x in stride(from: box.x, to: box.x + box.width, by: 3) { #expect(bitmap[x, y] == ground) }
        }
        for x in 0..<before.width { #expect(bitmap[x, 60] == before[x, 60]) }
    }

    @Test("A code that is half covered, or a picture without, gives none")
    func none() throws {
        #expect(payloads(try BarcodeFixture.bitmap("broken")) == [])
        let text = Pixels(try BarcodeFixture.bitmap("mailbox"))
        #expect(payloads(text.bitmap(width: 720, height: 240) { text[$0, $1] }) == [])
    }

    @Test("Of forty codes sixteen are taken, each once")
    func many() throws {
        let codes = payloads(try BarcodeFixture.bitmap("forty"))
        #expect(codes.count == Transcript.Code.maxCount)
        #expect(Set(codes).count == codes.count)
    }

    @Test("Pictures of any size, of noise and of nothing but finder patterns are taken")
    func hostile() {
        var generator = SeededGenerator(state: 7)
        for (width, height) in [(1, 1), (1, 500), (500, 1), (2, 2), (3, 3), (17, 33), (200, 300)] {
            let noise = (0..<width * height).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(payloads(Bitmap(width: width, height: height, pixels: noise)) == [])
            let flat = [UInt8](repeating: 90, count: width * height)
            #expect(payloads(Bitmap(width: width, height: height, pixels: flat)) == [])
        }
        // A ninth of a module's side away from each other; the library would try all threes of them.
        for module in 1...3 {
            let side = 400
            let pixels = (0..<side * side).map { place -> UInt8 in
                let (x, y) = (place % side / module % 9, place / side / module % 9)
                let ring = max(abs(x - 4), abs(y - 4))
                return ring == 3 || ring <= 1 ? 0 : 255
            }
            let codes = payloads(Bitmap(width: side, height: side, pixels: pixels))
            #expect(codes == [])
        }
    }

    @Test("A part that is full of finder patterns isn't given to the library")
    func crowded() throws {
        let side = 300
        let pixels = (0..<side * side).map { place -> UInt8 in
            let ring = max(abs(place % side % 9 - 4), abs(place / side % 9 - 4))
            return ring == 3 || ring <= 1 ? 0 : 255
        }
        let patch = pixels.withUnsafeBufferPointer {
            GreyPatch(
                $0, width: side, height: side, left: 0, top: 0, right: 300, bottom: 300, module: 4,
                isInverted: false)
        }
        #expect(try #require(patch).patterns(upTo: 40) == 40)
    }

    private func payloads(_ bitmap: borrowing Bitmap) -> [String] {
        BarcodeReader.read(bitmap).map(\.payload).sorted()
    }
}

/// A bitmap's pixels, to make others of.
private struct Pixels {
    let width: Int
    let height: Int
    private let values: [UInt8]

    init(_ bitmap: consuming Bitmap) {
        (width, height) = (bitmap.width, bitmap.height)
        values = bitmap.withPixels { Array($0) }
    }

    subscript(x: Int, y: Int) -> UInt8 { values[y * width + x] }

    func bitmap(width: Int, height: Int, _ value: (Int, Int) -> UInt8) -> Bitmap {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height)
        for y in 0..<height { for x in 0..<width { pixels.append(value(x, y)) } }
        return Bitmap(width: width, height: height, pixels: pixels)
    }
}
