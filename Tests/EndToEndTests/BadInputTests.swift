import Foundation
import Imaging
import TestSupport
import Testing
import TypeSafeAPI

/// Every kind of bad input, over a real socket: the status, the problem's kind, the field at fault.
@Suite("Bad input")
struct BadInputTests {
    private func expectProblem(
        _ answer: ServiceClient.Answer, _ status: Int, _ kind: ProblemKind, field: String? = nil,
        location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(answer.status == status, sourceLocation: location)
        #expect(answer.header("Content-Type") == "application/problem+json", sourceLocation: location)
        let problem = try answer.decoded(Problem.self)
        #expect(problem.kind == kind, sourceLocation: location)
        #expect(problem.status == status, sourceLocation: location)
        #expect(problem.field == field, sourceLocation: location)
        #expect(problem.requestID == answer.header("X-Request-ID"), sourceLocation: location)
    }

    private func client() async throws -> ServiceClient {
        ServiceClient(server: try await SharedServer.get())
    }

    @Test("Neither image nor ocr_text")
    func missing() async throws {
        let client = try await client()
        try expectProblem(
            await client.scan(form: [.text("user_country", "US")]), 400, .missingField, field: "image")
        try expectProblem(await client.send("POST", "/scan-image"), 400, .missingField, field: "image")
        try expectProblem(await client.analyze(json: "{}"), 400, .missingField, field: "text")
    }

    @Test(
        "Invalid fields are named",
        arguments: [
            ("session_id", "not-a-uuid"), ("ocr_text", String(repeating: "a", count: 5_001)),
            ("user_country", "USA"), ("user_country", "us"), ("user_country", "XX"), ("lang", "xyz"),
            ("lang", "../eng"), ("lang", "eng+"), ("lang", "eng+eng"),
        ])
    func invalid(_ name: String, _ value: String) async throws {
        let client = try await client()
        let form = try await client.scan(form: [.image(BlankPicture.png), .text(name, value)])
        try expectProblem(form, 400, .invalidField, field: name)
        let raw = try await client.scan(
            image: BlankPicture.png, query: "?\(name)=\(value.replacing("+", with: "%2B"))")
        try expectProblem(raw, 400, .invalidField, field: name)
    }

    @Test("ocr_text of exactly 5,000 characters is taken, in whatever script")
    func longestText() async throws {
        let answer = try await client().scan(form: [.text("ocr_text", String(repeating: "ß", count: 5_000))])
        #expect(answer.status == 200)
    }

    @Test(
        "Invalid JSON and invalid fields of a text",
        arguments: [
            ("", ProblemKind.malformedJSON, nil), ("[]", .malformedJSON, nil),
            ("{\"text\": \"a\"", .malformedJSON, nil),
            ("{\"text\": 1}", .invalidField, "text"),
            ("{\"text\": \"a\", \"session_id\": \"x\"}", .invalidField, "session_id"),
            ("{\"text\": \"a\", \"user_country\": \"ZZ\"}", .invalidField, "user_country"),
            ("{\"text\": \"" + String(repeating: "a", count: 20_001) + "\"}", .invalidField, "text"),
        ] as [(String, ProblemKind, String?)])
    func invalidText(_ json: String, _ kind: ProblemKind, _ field: String?) async throws {
        try expectProblem(await client().analyze(json: json), 400, kind, field: field)
    }

    @Test("What is no picture is named, and what this build reads")
    func foreignFormats() async throws {
        let client = try await client()
        let pdf = try await client.scan(image: Data("%PDF-1.7".utf8)).decoded(Problem.self)
        let isHEIFRead = ImageFormat.supported.contains(.heif)
        let accepted = isHEIFRead ? "GIF, BMP, TIFF, HEIC and AVIF" : "GIF, BMP and TIFF"
        #expect(pdf.detail == "It looks like a PDF. PNG, JPEG, WebP, \(accepted) are read.")
        if isHEIFRead { return }
        let fixtures = Sample.root.appendingPathComponent("Tests/ImagingTests/Fixtures")
        for (file, name) in [("grey.heic", "HEIC"), ("grey.avif", "AVIF")] {
            let image = try Data(contentsOf: fixtures.appendingPathComponent(file))
            let answer = try await client.scan(image: image)
            try expectProblem(answer, 415, .unsupportedImage, field: "image")
            #expect(try answer.decoded(Problem.self).detail.hasPrefix("It looks like \(name). PNG"))
        }
    }

    @Test("No image and an empty file")
    func noImage() async throws {
        let client = try await client()
        for content in [Data(), Data("hello".utf8), Data("%PDF-1.7".utf8), Data("<svg xmlns='x'/>".utf8)] {
            try expectProblem(
                await client.scan(form: [.image(content)]), 415, .unsupportedImage, field: "image")
        }
        try expectProblem(
            await client.send("POST", "/scan-image", contentType: "text/plain", body: Data("x".utf8)), 415,
            .unsupportedMediaType)
        try expectProblem(
            await client.send("POST", "/analyze-text", contentType: "text/plain", body: Data("x".utf8)), 415,
            .unsupportedMediaType)
    }

    @Test("Truncated and corrupt images")
    func damaged() async throws {
        let client = try await client()
        let image = try Sample.image("benign-code-android-light.png")
        try expectProblem(
            await client.scan(image: image.prefix(image.count / 2)), 422, .unreadableImage, field: "image")
        try expectProblem(await client.scan(image: image.prefix(20)), 422, .unreadableImage, field: "image")
        var corrupt = image
        for offset in corrupt.count / 3..<corrupt.count / 3 + 64 { corrupt[offset] ^= 0x5A }
        try expectProblem(await client.scan(image: corrupt), 422, .unreadableImage, field: "image")
    }

    @Test("A 60,000 × 60,000 picture is refused from its header; the server's memory doesn't grow by it")
    func pixelBomb() async throws {
        let server = try await ServerProcess()
        let client = ServiceClient(server: server)
        func resident() throws -> Int {
            let status = try String(contentsOfFile: "/proc/\(server.processID)/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
            return try #require(Int(line.filter(\.isNumber)))
        }
        _ = try await client.scan(image: BlankPicture.png)
        let before = try resident()
        for _ in 0..<5 {
            try expectProblem(
                await client.scan(image: BlankPicture.bomb), 413, .imageTooLarge, field: "image")
        }
        #expect(try resident() - before < 8_192, "kB at the peak")
    }

    @Test("A body over the limit, announced or not")
    func tooLarge() async throws {
        let server = try await SharedServer.get()
        let announced = try await RawClient.exchange(
            port: server.port,
            Array(
                "POST /scan-image HTTP/1.1\r\nHost: a\r\nContent-Type: image/png\r\nContent-Length: 15728641\r\n\r\n"
                    .utf8))
        #expect(announced.hasPrefix("HTTP/1.1 413 ") && announced.contains(ProblemKind.bodyTooLarge.urn))
        let part = "33\r\n--x\r\nContent-Disposition: form-data; name=image\r\n\r\n\r\n"
        for (type, start) in [("image/png", ""), ("multipart/form-data; boundary=x", part)] {
            let client = try RawClient(port: server.port)
            try await client.send(
                "POST /scan-image HTTP/1.1\r\nHost: a\r\nContent-Type: \(type)\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + start)
            let chunk =
                Array("100000\r\n".utf8) + [UInt8](repeating: 0x41, count: 1 << 20) + Array("\r\n".utf8)
            for _ in 0..<16 { try await client.send(chunk) }
            let answer = try await client.receiveAll()
            #expect(answer.hasPrefix("HTTP/1.1 413 ") && answer.contains(ProblemKind.bodyTooLarge.urn))
        }
    }

    @Test(
        "Malformed forms",
        arguments: [
            ("multipart/form-data", "--x\r\n"),
            (
                "multipart/form-data; boundary=x",
                "--x\r\nContent-Disposition: form-data; name=image\r\n\r\nabc"
            ),
            (
                "multipart/form-data; boundary=x",
                String(repeating: "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n", count: 10_000)
                    + "--x--"
            ),
            (
                "multipart/form-data; boundary=x",
                "--x\r\nX-Long: " + String(repeating: "a", count: 1 << 20) + "\r\n\r\n1\r\n--x--"
            ),
        ])
    func malformedForm(_ contentType: String, _ body: String) async throws {
        try expectProblem(
            await client().send("POST", "/scan-image", contentType: contentType, body: Data(body.utf8)), 400,
            .malformedForm)
    }

    @Test("A field sent twice")
    func duplicate() async throws {
        try expectProblem(
            await client().scan(form: [.text("lang", "eng"), .text("lang", "eng"), .image(BlankPicture.png)]),
            400,
            .invalidField, field: "lang")
    }

    @Test("Parameters that are sent twice or aren't text")
    func parameters() async throws {
        let client = try await client()
        try expectProblem(
            await client.scan(image: BlankPicture.png, query: "?lang=eng&lang=eng"), 400, .invalidField,
            field: "lang")
        try expectProblem(
            await client.scan(image: BlankPicture.png, query: "?ocr_text=%FF"), 400, .invalidField,
            field: "ocr_text")
    }

    @Test("Unknown routes and wrong methods")
    func routes() async throws {
        let client = try await client()
        try expectProblem(await client.send("GET", "/nowhere"), 404, .notFound)
        let answer = try await client.send("GET", "/scan-image")
        try expectProblem(answer, 405, .methodNotAllowed)
        #expect(answer.header("Allow") == "OPTIONS, POST")
        #expect(try await client.send("POST", "/health").header("Allow") == "GET, HEAD, OPTIONS")
    }

    @Test("What isn't HTTP gets a problem too")
    func notHTTP() async throws {
        let server = try await SharedServer.get()
        let answer = try await RawClient.exchange(
            port: server.port, Array("GET / HTTP/1.1\r\nHost: a b\r\n\r\n".utf8))
        #expect(answer.hasPrefix("HTTP/1.1 400 ") && answer.contains(ProblemKind.malformedRequest.urn))
        #expect(answer.contains("\r\nX-Request-ID: "))
    }
}
