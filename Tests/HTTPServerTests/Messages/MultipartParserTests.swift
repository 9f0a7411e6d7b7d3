import HTTPServer
import Testing

/// A parsed part with its content in one piece.
struct FormPart: Equatable, Sendable {
    var name: String
    var filename: String?
    var contentType: String?
    var content: [UInt8] = []

    init(_ name: String, filename: String? = nil, contentType: String? = nil, _ content: [UInt8]) {
        self.name = name
        self.filename = filename
        self.contentType = contentType
        self.content = content
    }

    init(_ name: String, filename: String? = nil, contentType: String? = nil, _ content: String = "") {
        self.init(name, filename: filename, contentType: contentType, Array(content.utf8))
    }
}

/// The parts of a whole form, or the error with which it was refused.
typealias FormResult = Result<[FormPart], MultipartError>

private let formType = "multipart/form-data; boundary=XX"

func readForm(
    _ pieces: [ArraySlice<UInt8>], contentType: String = formType, limits: MultipartLimits = MultipartLimits()
) -> FormResult {
    var parts: [FormPart] = []
    var isInPart = false
    do throws(MultipartError) {
        var parser = try MultipartParser(contentType: contentType, limits: limits)
        for piece in pieces {
            for event in try parser.feed(Array(piece)) {
                switch event {
                case .part(let header):
                    #expect(!isInPart)
                    isInPart = true
                    parts.append(
                        FormPart(header.name, filename: header.filename, contentType: header.contentType))
                case .content(let bytes):
                    #expect(isInPart && !bytes.isEmpty)
                    parts[parts.count - 1].content += bytes
                case .partEnd:
                    #expect(isInPart)
                    isInPart = false
                }
            }
        }
        try parser.finish()
    } catch {
        return .failure(error)
    }
    #expect(!isInPart)
    return .success(parts)
}

/// Reads a body whole, byte by byte, and cut in two at every place, and expects the same from all of them.
func readFormEveryWay(_ body: [UInt8], limits: MultipartLimits = MultipartLimits()) -> FormResult {
    let whole = readForm([body[...]], limits: limits)
    #expect(readForm(body.indices.map { body[$0...$0] }, limits: limits) == whole, "byte by byte")
    for cut in body.indices where readForm([body[..<cut], body[cut...]], limits: limits) != whole {
        Issue.record("cut at \(cut) gives something else")
    }
    return whole
}

func readFormEveryWay(_ body: String, limits: MultipartLimits = MultipartLimits()) -> FormResult {
    readFormEveryWay(Array(body.utf8), limits: limits)
}

/// The header block of a part with the name `a`.
private let named = "Content-Disposition: form-data; name=a\r\n\r\n"

@Suite("Multipart parsing")
struct MultipartParserTests {
    static let wellFormed: [(body: String, parts: [FormPart])] = [
        ("--XX\r\n\(named)1\r\n--XX--\r\n", [FormPart("a", "1")]),
        // No line break after the close delimiter
        ("--XX\r\n\(named)1\r\n--XX--", [FormPart("a", "1")]),
        // Epilogues, one of them with a delimiter in it
        ("--XX\r\n\(named)1\r\n--XX--\r\nbye\nbye", [FormPart("a", "1")]),
        ("--XX\r\n\(named)1\r\n--XX--\r\n--XX\r\n\(named)2\r\n--XX--\r\n", [FormPart("a", "1")]),
        ("--XX\r\n\(named)1\r\n--XX-- \t \r\n", [FormPart("a", "1")]),
        ("--XX\r\n\(named)1\r\n--XX--bye", [FormPart("a", "1")]),
        // A line break before the first delimiter, and preambles, one of them full of near misses
        ("\r\n--XX\r\n\(named)1\r\n--XX--", [FormPart("a", "1")]),
        ("\r\n\r\n--XX\r\n\(named)1\r\n--XX--", [FormPart("a", "1")]),
        ("This is a form.\r\n--XX\r\n\(named)1\r\n--XX--", [FormPart("a", "1")]),
        ("-\r\r\n--X\r\n--\r\n\n--XX\r\n -XX\r\n--XX\r\n\(named)1\r\n--XX--", [FormPart("a", "1")]),
        // No parts
        ("--XX--", []),
        ("--XX--\r\n", []),
        ("\r\n--XX--\r\n", []),
        // Padding
        ("--XX \t \r\n\(named)1\r\n--XX\t\r\n\(named)2\r\n--XX--", [FormPart("a", "1"), FormPart("a", "2")]),
        // Parts without content, the second without even a line end of its own (RFC 2046 §5.1.1 `body-part`)
        ("--XX\r\n\(named)\r\n--XX\r\n\(named)\r\n--XX--", [FormPart("a"), FormPart("a")]),
        ("--XX\r\n\(named)--XX\r\n\(named)--XX--", [FormPart("a"), FormPart("a")]),
        // A file field left empty, as browsers send it
        (
            "--XX\r\nContent-Disposition: form-data; name=\"image\"; filename=\"\"\r\n"
                + "Content-Type: application/octet-stream\r\n\r\n\r\n--XX--\r\n",
            [FormPart("image", filename: "", contentType: "application/octet-stream")]
        ),
    ]

    @Test("Reads", arguments: wellFormed)
    func reads(_ body: String, _ parts: [FormPart]) {
        #expect(readFormEveryWay(body) == .success(parts))
    }

    @Test(
        "Leaves content as it is",
        arguments: [
            "", "1", "\r", "\n", "\r\n", "\n\r", "\r\r", "\r\n\r\n", "1\r", "1\n", "1\r\n", "\r\n1", "-",
            "--", "--X",
            // The boundary, but not behind a CRLF and two hyphens
            "XX", "1--XX", "1--XX--", "1\n--XX\n1", "1\r--XX\r1", "\r\nXX", "\r\n-XX", "\r\n --XX", " --XX",
            "\r\n\n--XX", "\n\r--XX\r\n",
            // Almost the boundary
            "\r\n--X", "\r\n--X\r\n", "\r\n--\r\n--\r\n-\r\n", "\r\r\n--X\r", "\r\n--\r\r\n--X",
            "\r\n--xx\r\n",
            "\r\n--Xx--", "\r\n---XX", "\r\n--X-X", "\r\n\r\n--X\r\n\r\n", "\r\n--X\u{0}X", "\u{0}\r\n\u{0}",
        ])
    func content(_ content: String) {
        let body = "--XX\r\n\(named)\(content)\r\n--XX\r\n\(named)\(content)\r\n--XX--\r\n"
        #expect(readFormEveryWay(body) == .success([FormPart("a", content), FormPart("a", content)]))
    }

    static let malformed: [(body: String, error: MultipartError)] = [
        ("", .unterminated),
        ("\r\n", .unterminated),
        ("no form", .unterminated),
        ("--XX", .unterminated),
        ("--XX-", .unterminated),
        ("--XX \t", .unterminated),
        ("--XX\r", .unterminated),
        ("--XX\r\n", .unterminated),
        ("--XX\r\n\(named.dropLast())", .unterminated),
        ("--XX\r\n\(named)1", .unterminated),
        ("--XX\r\n\(named)1\r\n--XX", .unterminated),
        ("--XX\r\n\(named)1\r\n--XX\r\n", .unterminated),
        ("--XX\r\n\(named)1\n--XX--\n", .unterminated),
        ("--xx\r\n\(named)1\r\n--xx--", .unterminated),
        ("XX\r\n\(named)1\r\nXX--", .unterminated),
        // A line that begins with the boundary and has other text behind it
        ("--XXX\r\n", .invalidBoundary),
        ("--XX-X\r\n", .invalidBoundary),
        ("--XX-\r\n", .invalidBoundary),
        ("--XX --\r\n", .invalidBoundary),
        ("--XX\r\n\(named)1\r\n--XXY\r\n2\r\n--XX--", .invalidBoundary),
        ("--XX\r\n\(named)--XXY\r\n2\r\n--XX--", .invalidBoundary),
        // Bare line ends
        ("--XX\n\(named)1\r\n--XX--", .invalidBoundary),
        ("--XX \n\(named)1\r\n--XX--", .invalidBoundary),
        ("--XX\r\(named)1\r\n--XX--", .invalidBoundary),
        ("--XX\r\r\n\(named)1\r\n--XX--", .invalidBoundary),
        ("--XX\r\nContent-Disposition: form-data; name=a\n\n1\r\n--XX--", .malformedHeaders),
        ("--XX\r\nContent-Disposition: form-data; name=a\r\n\n1\r\n--XX--", .malformedHeaders),
        ("--XX\r\nContent-Disposition: form-data; name=a\r\r\n\r\n1\r\n--XX--", .malformedHeaders),
        ("--XX\r\nContent-Disposition: form-data; name=a\rX: y\r\n\r\n1\r\n--XX--", .malformedHeaders),
        // No headers, or no end of them
        ("--XX\r\n\r\n1\r\n--XX--", .malformedHeaders),
        ("--XX\r\n\r\n--XX--", .malformedHeaders),
        ("--XX\r\n--XX--\r\n\r\n", .malformedHeaders),
        ("--XX\r\n\(named.dropLast())--XX--\r\n\r\n", .malformedHeaders),
        // The second part's header is checked like the first one's.
        ("--XX\r\n\(named)1\r\n--XX\r\nX: y\r\n\r\n2\r\n--XX--", .malformedHeaders),
    ]

    @Test("Refuses", arguments: malformed)
    func refuses(_ body: String, _ error: MultipartError) {
        #expect(readFormEveryWay(body) == .failure(error))
    }

    @Test("Stays refused")
    func staysRefused() throws {
        var parser = try MultipartParser(contentType: formType)
        #expect(throws: MultipartError.invalidBoundary) { try parser.feed(Array("--XX?".utf8)) }
        #expect(throws: MultipartError.invalidBoundary) { try parser.feed(Array("\r\n--XX--".utf8)) }
        #expect(throws: MultipartError.invalidBoundary) { try parser.finish() }
    }

    static let boundaries: [(parameter: String, boundary: String)] = [
        ("boundary=x", "x"),
        ("BOUNDARY=x", "x"),
        ("charset=utf-8;boundary=x;", "x"),
        ("boundary=x ; charset=\"a;boundary=b\"", "x"),
        ("boundary=\"x\"", "x"),
        ("boundary=\"a b\"", "a b"),
        ("boundary=\"'()+_,-./:=? 09azAZ\"", "'()+_,-./:=? 09azAZ"),
        // Boundaries that aren't tokens, and that clients send without quotes
        ("boundary=----=_Part/1:2", "----=_Part/1:2"),
        ("boundary=--", "--"),
        ("boundary=\(String(repeating: "a", count: 70))", String(repeating: "a", count: 70)),
    ]

    @Test("Takes the boundary from the content type", arguments: boundaries)
    func boundary(_ parameter: String, _ boundary: String) {
        let body = Array("--\(boundary)\r\n\(named)1\r\n--\(boundary)--".utf8)
        let contentType = "multipart/form-data; \(parameter)"
        #expect(readForm([body[...]], contentType: contentType) == .success([FormPart("a", "1")]))
    }

    @Test(
        "Refuses content types without a usable boundary",
        arguments: [
            ("", MultipartError.missingBoundary),
            ("; charset=utf-8", .missingBoundary),
            ("; boundary*=UTF-8''x", .missingBoundary),
            ("; boundary", .invalidBoundary),
            ("; boundary=", .invalidBoundary),
            ("; boundary=\"\"", .invalidBoundary),
            ("; boundary = x", .invalidBoundary),
            ("; boundary=\"x", .invalidBoundary),
            ("; boundary=\"x\"y", .invalidBoundary),
            ("; boundary=\"x \"", .invalidBoundary),
            ("; boundary=a b", .invalidBoundary),
            ("; boundary=x*y", .invalidBoundary),
            ("; boundary=\"a\\\"b\"", .invalidBoundary),
            ("; boundary=\"a\\b\"", .invalidBoundary),
            ("; boundary=ä", .invalidBoundary),
            ("; boundary=\"a\r\nb\"", .invalidBoundary),
            ("; boundary=x; boundary=x", .invalidBoundary),
            ("; boundary=x; Boundary=y", .invalidBoundary),
            // Two Content-Type fields that were joined
            ("; boundary=x, multipart/form-data; boundary=x", .invalidBoundary),
            ("; boundary=x, multipart/form-data", .invalidBoundary),
            ("; boundary=\(String(repeating: "a", count: 71))", .invalidBoundary),
        ])
    func refusesContentType(_ parameters: String, _ error: MultipartError) {
        #expect(readForm([], contentType: "multipart/form-data" + parameters) == .failure(error))
    }
}
