import HTTPServer
import Testing

private let named = "Content-Disposition: form-data; name=a\r\n\r\n"

@Suite("Multipart limits")
struct MultipartLimitsTests {
    struct Limit: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let set: @Sendable (inout MultipartLimits, Int) -> Void
        let error: @Sendable (Int) -> MultipartError
        /// Makes a body for which the limit must be at least the given value.
        let body: @Sendable (Int) -> String
    }

    static let limits = [
        Limit(
            testDescription: "parts", set: { $0.parts = $1 }, error: { .tooManyParts(limit: $0) },
            body: { String(repeating: "--XX\r\n\(named)1\r\n", count: $0) + "--XX--" }),
        Limit(
            testDescription: "header bytes in one line",
            set: { $0.headerBytes = "X:\r\n\(named)".utf8.count + $1 },
            error: { .headersTooLarge(limit: "X:\r\n\(named)".utf8.count + $0) },
            body: { "--XX\r\nX:\(String(repeating: "x", count: $0))\r\n\(named)--XX--" }),
        Limit(
            testDescription: "header bytes in many lines",
            set: { $0.headerBytes = named.utf8.count + 4 * $1 },
            error: { .headersTooLarge(limit: named.utf8.count + 4 * $0) },
            body: { "--XX\r\n" + String(repeating: "X:\r\n", count: $0) + named + "--XX--" }),
        Limit(
            testDescription: "header lines", set: { $0.headerCount = $1 },
            error: { .tooManyHeaders(limit: $0) },
            body: { "--XX\r\n" + String(repeating: "X:\r\n", count: $0 - 1) + named + "--XX--" }),
        Limit(
            testDescription: "preamble", set: { $0.preambleBytes = $1 },
            error: { .preambleTooLarge(limit: $0) },
            body: { String(repeating: "-", count: $0) + "\r\n--XX--" }),
        Limit(
            testDescription: "preamble of line breaks", set: { $0.preambleBytes = $1 * 2 },
            error: { .preambleTooLarge(limit: $0 * 2) },
            body: { String(repeating: "\r\n", count: $0) + "\r\n--XX--" }),
        Limit(
            testDescription: "padding", set: { $0.paddingBytes = $1 }, error: { .paddingTooLong(limit: $0) },
            body: { "--XX\(String(repeating: " ", count: $0))\r\n\(named)--XX--" }),
    ]

    @Test("What a limit allows passes, and no more", arguments: limits)
    func limit(_ limit: Limit) throws {
        let size = 7
        var limits = MultipartLimits()
        limit.set(&limits, size)
        #expect(throws: Never.self) { try readFormEveryWay(limit.body(size), limits: limits).get() }
        #expect(readFormEveryWay(limit.body(size + 1), limits: limits) == .failure(limit.error(size)))
    }

    @Test("Padding is counted for each boundary")
    func paddingOfEach() {
        var limits = MultipartLimits()
        limits.paddingBytes = 2
        let body = String(repeating: "--XX  \r\n\(named)1\r\n", count: 3) + "--XX--"
        #expect(
            readFormEveryWay(body, limits: limits)
                == .success([FormPart](repeating: FormPart("a", "1"), count: 3)))
    }

    @Test("Header bytes are counted for each part")
    func headersOfEach() {
        var limits = MultipartLimits()
        limits.headerBytes = named.utf8.count
        limits.headerCount = 1
        let body = String(repeating: "--XX\r\n\(named)1\r\n", count: 3) + "--XX--"
        #expect(
            readFormEveryWay(body, limits: limits)
                == .success([FormPart](repeating: FormPart("a", "1"), count: 3)))
    }

    @Test(
        "What never ends is refused on the way",
        arguments: [
            ("", "no form\r\n", MultipartError.preambleTooLarge(limit: 8_192)),
            ("", "\r\n--X", .preambleTooLarge(limit: 8_192)),
            ("--XX", " ", .paddingTooLong(limit: 64)),
            ("--XX\r\n", "X", .headersTooLarge(limit: 8_192)),
            ("--XX\r\n", "X: y\r\n", .tooManyHeaders(limit: 16)),
            ("--XX\r\n", "\(named)1\r\n--XX\r\n", .tooManyParts(limit: 32)),
        ])
    func endless(_ start: String, _ repeated: String, _ error: MultipartError) throws {
        var parser = try MultipartParser(contentType: "multipart/form-data; boundary=XX")
        #expect(throws: error) {
            _ = try parser.feed(Array(start.utf8))
            for _ in 0..<10_000 { _ = try parser.feed(Array(repeated.utf8)) }
        }
    }
}
