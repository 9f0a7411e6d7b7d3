import Imaging
import Properties
import TestSupport
import Testing

@Suite("Damage") struct DamageTests {
    private let decoder = ImageDecoder(limits: ImageLimits(maxPixels: ImagingProperties.maxPixels))

    @Test("Every prefix is decoded or refused", arguments: Fixture.oneOfEachFormat)
    func everyPrefixIsDecodedOrRefused(name: String) throws {
        let bytes = try Fixture.bytes(name)
        let readable = (0..<bytes.count).filter { ImagingProperties.check(Array(bytes.prefix($0))) }
        // What can be read without its end lacks nothing but the end: trailers, padding, later frames.
        #expect(readable.allSatisfy { $0 > bytes.count / 4 })
        #expect(ImagingProperties.check(bytes))
    }

    @Test("Flipped bytes are decoded or refused", arguments: Fixture.oneOfEachFormat)
    func flippedBytesAreDecodedOrRefused(name: String) throws {
        let bytes = try Fixture.bytes(name)
        var random = SeededGenerator(state: 7)
        var refused = 0
        for _ in 0..<400 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                damaged[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            if !ImagingProperties.check(damaged) { refused += 1 }
        }
        #expect(refused > 0)
    }

    @Test(
        "Truncated is corrupt",
        arguments: [
            ("grey.png", 40), ("grey.jpg", 330), ("lossless.webp", 40), ("grey.gif", 60), ("grey.bmp", 200),
            ("rgb-lzw.tif", 100),
        ])
    func truncatedIsCorrupt(name: String, count: Int) throws {
        let bytes = Array(try Fixture.bytes(name).prefix(count))
        let format = try ImageFormat(sniffing: bytes)
        do throws(ImagingError) {
            _ = try decoder.decode(bytes)
            Issue.record("decoded")
        } catch {
            guard case .corrupt(format, _) = error else {
                Issue.record("\(error)")
                return
            }
        }
    }

    @Test("PNG with damaged data is corrupt") func pngWithDamagedDataIsCorrupt() throws {
        var bytes = try Fixture.bytes("grey.png")
        bytes[50] ^= 0xFF
        #expect(throws: ImagingError.corrupt(.png, .badData)) { _ = try decoder.decode(bytes) }
    }

    @Test("PNG without its end is read") func pngWithoutItsEndIsRead() throws {
        let bytes = try Fixture.bytes("grey.png").dropLast(12)
        #expect(try decoder.decode(Array(bytes)).distanceFromPattern() == 0)
    }

    @Test("JPEG without its end is read") func jpegWithoutItsEndIsRead() throws {
        let bytes = try Fixture.bytes("grey.jpg").dropLast(2)
        #expect(try decoder.decode(Array(bytes)).distanceFromPattern() <= 3)
    }

    @Test("PNG chunk longer than the file is truncation") func pngChunkLongerThanTheFileIsTruncation() throws
    {
        var bytes = Array(try Fixture.bytes("grey.png").prefix(33))
        bytes += [0x7F, 0xFF, 0xFF, 0xFF] + Array("IDAT".utf8)
        #expect(throws: ImagingError.corrupt(.png, .truncated)) { _ = try decoder.decode(bytes) }
    }

    @Test("JPEG with hundreds of scans is refused") func jpegWithHundredsOfScansIsRefused() throws {
        let bytes = try Fixture.bytes("grey.jpg")
        let scan = try #require(bytes.indices.dropLast().last { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA })
        let flood =
            bytes.prefix(scan) + (0..<300).flatMap { _ in bytes[scan..<(bytes.count - 2)] } + [0xFF, 0xD9]
        #expect(throws: ImagingError.unsupportedFeature(.jpeg, feature: "scan-count")) {
            _ = try decoder.decode(Array(flood))
        }
    }
}
