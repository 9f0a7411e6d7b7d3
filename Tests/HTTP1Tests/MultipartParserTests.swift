import HTTP1
import Testing

/// The parts of a body with their content joined, or the refusal.
private struct Part: Equatable {
    var name: String
    var filename: String?
    var content: String
}

private func parts(
    _ pieces: [ArraySlice<UInt8>], contentType: String = "multipart/form-data; boundary=XX"
) throws(MultipartError) -> [Part] {
    var parser = try MultipartParser(contentType: contentType)
    var parts: [Part] = []
    var content: [UInt8] = []
    for piece in pieces {
        for event in try parser.feed(Array(piece)) {
            switch event {
            case .part(let header):
                parts.append(Part(name: header.name, filename: header.filename, content: ""))
                content = []
            case .content(let bytes): content += bytes
            case .partEnd: parts[parts.count - 1].content = String(decoding: content, as: UTF8.self)
            }
        }
    }
    try parser.finish()
    return parts
}

private func disposition(_ rest: String) -> String { "Content-Disposition: form-data; \(rest)\r\n\r\n" }

@Suite("Multipart parsing")
struct MultipartParserTests {
    static let body = Array(
        ("preamble\r\n--XX\r\n" + disposition("name=\"a\"") + "one\r\n--XX\r\n"
            + disposition("name=\"image\"; filename=\"x \\\"y\\\".png\"") + "\r\n--X not yet\r\n\r\n--XX\r\n"
            + disposition("name=empty") + "\r\n--XX--\r\nepilogue").utf8)

    fileprivate static let expected = [
        Part(name: "a", filename: nil, content: "one"),
        Part(name: "image", filename: "x \"y\".png", content: "\r\n--X not yet\r\n"),
        Part(name: "empty", filename: nil, content: ""),
    ]

    @Test("Whole, byte by byte and split anywhere gives the same parts")
    func splits() throws {
        let body = Self.body
        #expect(try parts([body[...]]) == Self.expected)
        #expect(try parts(body.indices.map { body[$0...$0] }) == Self.expected)
        for cut in body.indices { #expect(try parts([body[..<cut], body[cut...]]) == Self.expected) }
    }

    @Test("A first delimiter needs no line break before it")
    func noPreamble() throws {
        let body = Array(("--XX\r\n" + disposition("name=a") + "1\r\n--XX--").utf8)
        #expect(try parts([body[...]]) == [Part(name: "a", filename: nil, content: "1")])
    }

    fileprivate static let refused: [(body: String, error: MultipartError)] = [
        ("", MultipartError.unterminated),
        ("--XX\r\n" + disposition("name=a") + "1", .unterminated),
        ("--XX\r\n" + disposition("name=a") + "1\r\n--XX", .unterminated),
        ("--XXgarbage", .invalidBoundary),
        ("--XX\r\n\r\n1\r\n--XX--", .malformedHeaders),
        ("--XX\r\nContent-Disposition: attachment; name=a\r\n\r\n1\r\n--XX--", .malformedHeaders),
        ("--XX\r\nnonsense\r\n\r\n1\r\n--XX--", .malformedHeaders),
        ("--XX\r\n" + disposition("filename=a") + "1\r\n--XX--", .missingName),
        ("--XX\r\nX: " + long, .headersTooLarge(limit: 8_192)),
        (many, .tooManyParts(limit: 32)),
    ]
    private static let long = String(repeating: "a", count: 1_000_000)
    private static let many = String(
        repeating: "--XX\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n", count: 10_000)

    @Test("Refuses", arguments: refused)
    func refusals(_ body: String, _ error: MultipartError) {
        let bytes = Array(body.utf8)
        #expect(throws: error) { try parts([bytes[...]]) }
    }

    @Test(
        "Refuses content types without a usable boundary",
        arguments: [
            ("multipart/form-data", MultipartError.missingBoundary),
            ("multipart/form-data; boundary=", .invalidBoundary),
            ("multipart/form-data; boundary=\"a\\\"b\"", .invalidBoundary),
            ("multipart/form-data; boundary=" + String(repeating: "a", count: 71), .invalidBoundary),
        ])
    func boundaries(_ contentType: String, _ error: MultipartError) {
        #expect(throws: error) { try parts([], contentType: contentType) }
    }
}
