import Foundation
import Imaging
import TestSupport
import Testing
import TypeSafeAPI

/// Bad input that only a running server shows. `RouteCases` has all other kinds.
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

    @Test("A body over the limit that isn't announced")
    func tooLarge() async throws {
        let server = try await SharedServer.get()
        let part = "33\r\n--x\r\nContent-Disposition: form-data; name=image\r\n\r\n\r\n"
        for (type, start) in [("image/png", ""), ("multipart/form-data; boundary=x", part)] {
            let client = try RawClient(port: server.port)
            try await client.send(
                "POST /scan-image HTTP/1.1\r\nHost: localhost\r\nContent-Type: \(type)\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + start)
            let chunk =
                Array("100000\r\n".utf8) + [UInt8](repeating: 0x41, count: 1 << 20) + Array("\r\n".utf8)
            for _ in 0..<16 { try await client.send(chunk) }
            let answer = try await client.receiveAll()
            #expect(answer.hasPrefix("HTTP/1.1 413 ") && answer.contains(ProblemKind.bodyTooLarge.urn))
        }
    }
}
