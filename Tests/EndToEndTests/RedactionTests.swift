import Foundation
import Imaging
import TestSupport
import Testing
import TypeSafeAPI
import TypeSafeClient

/// Pictures that may be passed on, as the real server makes them, read again by it.
@Suite("Pictures that may be passed on", .serialized)
struct RedactionTests {
    private static let parcel = "scam-parcel-imessage-light.png"

    private func client() async throws -> ServiceClient {
        ServiceClient(server: try await SharedServer.get())
    }

    private func picture(_ image: Data, _ redact: String = "personal") async throws -> ServiceClient.Answer {
        try await answer(image, query: "?redact=\(redact)", accept: "image/png")
    }

    private func scan(_ image: Data) async throws -> ScanResponse {
        try await answer(image).decoded(ScanResponse.self)
    }

    /// The answer to an image when a worker was free for it: other tests keep them busy.
    private func answer(
        _ image: Data, query: String = "", accept: String = "application/json"
    ) async throws -> ServiceClient.Answer {
        try await eventually {
            let answer = try await client().send(
                "POST", "/scan-image\(query)", contentType: "image/png", body: image,
                headers: ["Accept": accept])
            return answer.status == 503 ? nil : answer
        }
    }

    @Test(
        "The sender is gone to its last pixel, the link is there, the size is the same", arguments: Sample.all
    )
    func samples(_ sample: Sample) async throws {
        let image = try Sample.image(sample.file)
        let before = try #require(try await scan(image).ocr)
        let answer = try await picture(image)
        #expect(answer.status == 200 && answer.header("Content-Type") == "image/png")
        #expect(answer.header("Reduced") == nil && answer.header("Cache-Control") == "no-store")
        let png = [UInt8](answer.body)
        #expect(PNGStructure.isBare(png, width: before.width, height: before.height))
        let after = try #require(try await scan(answer.body).ocr)
        if let sender = before.sender, let line = before.lines.first(where: { $0.text.contains(sender) }),
            Self.isPersonal(sender)
        {
            #expect(!after.text.contains(sender))
            let box = line.box
            #expect(
                try ImageDecoder().decodeColors(png)
                    .contrast(x: box.x..<box.x + box.width, y: box.y..<box.y + box.height) == 0)
            let counts = answer.header("Redacted") ?? ""
            #expect(counts.contains("name=") || counts.contains("phone="), "\(counts)")
        }
        if let link = sample.message.split(separator: " ").first(where: { $0.hasPrefix("http") }) {
            let host = link.dropFirst("https://".count).prefix { $0 != "/" }
            #expect(after.text.filter { !$0.isWhitespace }.contains(host))
        }
    }

    /// The senders of the samples that are organisations stay.
    private static func isPersonal(_ sender: String) -> Bool {
        !["USPS", "E-ZPass", "Chase", "Messages"].contains { sender.contains($0) }
    }

    @Test("Nothing of the metadata is left, nor of what stands behind the picture")
    func metadata() async throws {
        let image = try Sample.image(Self.parcel)
        let secret = Data("GPS 48.8584 N 2.2945 E".utf8)
        // A decoder doesn't look at the checksum of a chunk that it doesn't need.
        let chunk = Data([0, 0, 0, UInt8(secret.count)]) + Data("tEXt".utf8) + secret + Data(count: 4)
        let tagged = image.prefix(33) + chunk + image.dropFirst(33) + secret
        let answer = try await picture(tagged)
        #expect(answer.status == 200 && answer.body.range(of: secret) == nil)
        #expect(try await answer.body == picture(image).body)
    }

    @Test("The code is covered; amounts and the owner's messages on request")
    func choices() async throws {
        let code = try Sample.image("benign-code-android-light.png")
        let answer = try await picture(code)
        #expect(answer.header("Redacted")?.contains("code=") == true)
        #expect(try await scan(answer.body).ocr?.text.contains("481920") == false)
        let parcel = try Sample.image(Self.parcel)
        let (plain, amounts) = (try await picture(parcel), try await picture(parcel, "personal,amounts,own"))
        #expect(plain.header("Redacted")?.contains("amount") == false)
        #expect(amounts.header("Redacted")?.contains("amount=1") == true)
        #expect(try await scan(plain.body).ocr?.text.contains("$1.95") == true)
        #expect(try await scan(amounts.body).ocr?.text.contains("$1.95") == false)
    }

    @Test("Of an animation the frame is covered that was judged", arguments: FramedImage.Kind.allCases)
    func frames(kind: FramedImage.Kind) async throws {
        func frame(_ sample: String) throws -> FramedImage.Frame {
            let bitmap = try ImageDecoder().decode([UInt8](try Sample.image(sample)))
            return FramedImage.Frame(
                width: bitmap.width, height: bitmap.height, pixels: bitmap.withPixels(Array.init))
        }
        let frames = [try frame("benign-reminder-android-dark.png"), try frame("scam-toll-android-dark.png")]
        let answer = try await picture(Data(FramedImage(frames).bytes(kind)))
        #expect(try await scan(answer.body).ocr?.text.contains("ezpass-tollpay.xyz") == true)
    }

    @Test("A hostile file gets the problem that a scan of it gets", arguments: HostileFile.own)
    func hostile(_ file: HostileFile) async throws {
        let image = try Data(contentsOf: file.url)
        let scan = try await answer(image)
        let answer = try await picture(image)
        #expect(answer.status == scan.status)
        if scan.status == 200 {
            let size = try #require(try scan.decoded(ScanResponse.self).ocr)
            let header = try ImageDecoder().checkedHeader(of: [UInt8](answer.body))
            #expect(header.width <= size.width && header.height <= size.height)
        } else {
            #expect(try answer.decoded(Problem.self).type == scan.decoded(Problem.self).type)
        }
    }

    @Test("The command writes the picture and says what was covered, and replaces no file")
    func command() async throws {
        let user = try await DesktopUser.atSharedServer()
        let file = user.home.appendingPathComponent("out.png")
        let scam = CommandLineTests.scam
        let run = try await user.run(["scan", scam, "--redacted", file.path, "--cover", "amounts"])
        #expect(run.status == 1 && run.error.contains("1 amount") && run.error.contains("Look at it"))
        #expect(
            try await Data(contentsOf: file)
                == picture(try Sample.image(Self.parcel), "personal,amounts").body)
        for arguments in [
            [scam, "--redacted", file.path], [scam, "--redacted", user.home.path + "/a.jpg"],
            [scam, "--redacted", user.home.path + "/b.png", "--cover", "everything"],
            [scam, CommandLineTests.benign, "--redacted", user.home.path + "/c.png"],
        ] {
            let refused = try await user.run(["scan"] + arguments)
            #expect(refused.status == 2 && refused.output.isEmpty, "\(arguments)")
        }
    }
}
