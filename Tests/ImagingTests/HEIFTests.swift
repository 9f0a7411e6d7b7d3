import Imaging
import Testing

private let isRead = ImageFormat.supported.contains(.heif)

@Suite("HEIF") struct HEIFTests {
    static let files = ["grey.heic", "grey.avif", "orientation-3.avif", "orientation-6.avif"]

    @Test("Is read upright", .enabled(if: isRead), arguments: files)
    func isReadUpright(name: String) throws {
        let bitmap = try ImageDecoder().decode(try Fixture.bytes(name))
        #expect(bitmap.width == Fixture.width && bitmap.height == Fixture.height)
        #expect(bitmap.distanceFromPattern() <= 12)
    }

    @Test("Every prefix is decoded or refused", .enabled(if: isRead), arguments: files)
    func everyPrefixIsDecodedOrRefused(name: String) throws {
        let bytes = try Fixture.bytes(name)
        for count in stride(from: 12, to: bytes.count, by: 3) {
            do throws(ImagingError) {
                let bitmap = try ImageDecoder().decode(Array(bytes.prefix(count)))
                #expect(bitmap.width == Fixture.width)
            } catch {
                #expect(error == .corrupt(.heif, .truncated) || error == .corrupt(.heif, .badData))
            }
        }
    }

    @Test("The header is held against the limits", .enabled(if: isRead))
    func theHeaderIsHeldAgainstTheLimits() throws {
        let decoder = ImageDecoder(limits: ImageLimits(maxPixels: 383))
        let bytes = try Fixture.bytes("grey.avif")
        #expect(throws: ImagingError.tooManyPixels(width: 24, height: 16, limit: 383)) {
            _ = try decoder.decode(bytes)
        }
    }

    @Test(
        "Is named where it is not read", .disabled(if: isRead),
        arguments: [("grey.heic", "heic"), ("grey.avif", "avif")])
    func isNamedWhereItIsNotRead(name: String, detected: String) throws {
        let bytes = try Fixture.bytes(name)
        #expect(throws: ImagingError.unsupportedFormat(detected: detected)) {
            _ = try ImageDecoder().decode(bytes)
        }
    }
}
