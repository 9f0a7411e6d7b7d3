import Foundation
import Imaging
import TestSupport
import Testing
import TypeSafeAPI

/// Scans of images that hold several pictures. A sender may put a harmless one before the message.
@Suite("Scanning animations and pages")
struct FrameTests {
    /// A harmless sample and a scam of the same size.
    private static let harmless = "benign-reminder-android-dark.png"
    private static let scam = "scam-toll-android-dark.png"

    private func frame(_ sample: String) throws -> FramedImage.Frame {
        let bitmap = try ImageDecoder().decode([UInt8](try Sample.image(sample)))
        return FramedImage.Frame(
            width: bitmap.width, height: bitmap.height, pixels: bitmap.withPixels(Array.init))
    }

    private func scan(
        _ frames: [FramedImage.Frame], as kind: FramedImage.Kind
    ) async throws -> ScanResponse {
        let client = ServiceClient(server: try await SharedServer.get())
        let answer = try await client.scan(form: [.image(Data(FramedImage(frames).bytes(kind)))])
        #expect(answer.status == 200)
        return try answer.decoded(ScanResponse.self)
    }

    @Test(
        "A scam behind a harmless picture is found, and its place is told",
        arguments: FramedImage.Kind.allCases)
    func second(kind: FramedImage.Kind) async throws {
        let harmless = try frame(Self.harmless)
        let response = try await scan([harmless, harmless, try frame(Self.scam)], as: kind)
        #expect(response.riskLevel == .high)
        #expect(response.ocr?.frame == 3)
        #expect(response.explanation.hasPrefix("This stands on picture 3 of those in this image. "))
        #expect(response.findings.contains { !$0.boxes.isEmpty })
    }

    @Test("A harmless picture that comes again is harmless")
    func repeated() async throws {
        let harmless = try frame(Self.harmless)
        let response = try await scan([harmless, harmless], as: .gif)
        #expect(response.riskLevel == .low && response.ocr?.frame == nil)
    }

    @Test("Where pictures are left unread, the risk is never low", arguments: FramedImage.Kind.allCases)
    func unread(kind: FramedImage.Kind) async throws {
        let harmless = try frame(Self.harmless)
        let others = (0..<4).map { index in
            var pixels = harmless.pixels
            pixels[index] ^= 1
            return FramedImage.Frame(width: harmless.width, height: harmless.height, pixels: pixels)
        }
        let response = try await scan([harmless] + others, as: kind)
        #expect(response.status == .notUnderstood && response.riskLevel == .unknown)
        #expect(response.explanation.contains("Not all of this image was read."))
    }
}
