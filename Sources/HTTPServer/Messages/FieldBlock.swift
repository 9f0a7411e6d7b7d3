package import HTTPTypes

/// The field lines of a message's head as they arrived, in one piece of memory. A value becomes a `String` when it is
/// read. So fields that nobody reads need no memory of their own.
package struct FieldBlock: Sendable, Equatable {
    /// The positions of a field's name and of its trimmed value in the head.
    struct Span: Sendable, Equatable {
        let nameStart: UInt32
        let nameLength: UInt32
        let valueStart: UInt32
        let valueLength: UInt32

        init(name: Slice<UnsafeRawBufferPointer>, value: Slice<UnsafeRawBufferPointer>) {
            nameStart = UInt32(name.startIndex)
            nameLength = UInt32(name.count)
            valueStart = UInt32(value.startIndex)
            valueLength = UInt32(value.count)
        }

        var name: Range<Int> { Int(nameStart)..<Int(nameStart) + Int(nameLength) }
        var value: Range<Int> { Int(valueStart)..<Int(valueStart) + Int(valueLength) }
    }

    private let bytes: [UInt8]
    private let spans: [Span]

    /// - Parameter bytes: a whole head. The spans are relative to its start.
    init(bytes: [UInt8], spans: [Span]) {
        self.bytes = bytes
        self.spans = spans
    }

    package var count: Int { spans.count }

    /// The value of a field. The values of several fields with this name are joined by commas (RFC 9110 §5.2).
    package subscript(name: HTTPField.Name) -> String? { value(named: name.canonicalName.utf8) }

    /// The `Host` field. `HTTPTypes` has no name for it, because its requests have the host as a pseudo-field.
    var host: String? { value(named: "host".utf8) }

    private func value(named lowercase: some Collection<UInt8>) -> String? {
        var found: String?
        bytes.withUnsafeBytes { bytes in
            for span in spans
            where Int(span.nameLength) == lowercase.count && bytes[span.name].equalsIgnoringCase(lowercase) {
                let value = String(decoding: bytes[span.value], as: UTF8.self)
                found = found.map { $0 + ", " + value } ?? value
            }
        }
        return found
    }
}

/// Splits a field line (RFC 9112 §5) into its name and value.
enum FieldLine {
    /// Splits a line.
    /// - Returns: two slices of the line, where the value has no blanks at its ends.
    static func split(
        _ line: Slice<UnsafeRawBufferPointer>
    ) throws(HTTPParseError) -> (name: Slice<UnsafeRawBufferPointer>, value: Slice<UnsafeRawBufferPointer>) {
        // A space or a tab at the start of the line (obs-fold) is no token character. Then the name is empty, which is
        // refused.
        var colon = line.startIndex
        while colon < line.endIndex, ByteClass.isToken(line[colon]) { colon += 1 }
        guard colon < line.endIndex, line[colon] == 0x3A, colon > line.startIndex else {
            throw .malformedField
        }
        let value = line[(colon + 1)...]
        guard value.allSatisfy(ByteClass.isFieldContent) else { throw .malformedField }
        return (line[line.startIndex..<colon], value.trimmingBlanks)
    }
}

/// Collects the field lines of a head. From them it also takes everything that decides on the message's length and on
/// the connection's end.
struct FieldCollector {
    /// Number of spans for which memory is reserved. Browsers send ten to fifteen fields.
    private static let commonFieldCount = 16
    /// Largest number of digits of a `Content-Length`: 18 always fit an Int.
    private static let maxLengthDigits = 18

    private(set) var spans: [FieldBlock.Span] = []
    private var hasHost = false
    private var contentLength: Int?
    private var transferEncoding: HTTPParseError?
    private var isChunked = false
    private var saysClose = false
    private var saysKeepAlive = false
    private var expectsContinue = false

    /// Adds a field line.
    /// - Parameter line: a slice of the head. The spans hold its indices.
    mutating func add(_ line: Slice<UnsafeRawBufferPointer>) throws(HTTPParseError) {
        let (name, value) = try FieldLine.split(line)
        switch name.count {
        case 4 where name.equalsIgnoringCase("host"):
            guard !hasHost, HostField.isValid(value) else { throw .invalidHost }
            hasHost = true
        case 6 where name.equalsIgnoringCase("expect"):
            guard value.equalsIgnoringCase("100-continue") else { throw .unsupportedExpectation }
            expectsContinue = true
        case 10 where name.equalsIgnoringCase("connection"):
            for option in value.split(separator: 0x2C) {
                if option.trimmingBlanks.equalsIgnoringCase("close") { saysClose = true }
                if option.trimmingBlanks.equalsIgnoringCase("keep-alive") { saysKeepAlive = true }
            }
        case 14 where name.equalsIgnoringCase("content-length"):
            try addContentLength(value)
        case 17 where name.equalsIgnoringCase("transfer-encoding"):
            addTransferEncoding(value)
        default: break
        }
        if spans.isEmpty { spans.reserveCapacity(Self.commonFieldCount) }
        spans.append(FieldBlock.Span(name: name, value: value))
    }

    private mutating func addContentLength(_ value: Slice<UnsafeRawBufferPointer>) throws(HTTPParseError) {
        // A server may accept a list of equal lengths (RFC 9112 §6.3). It is safer to refuse the list, and no known
        // client sends one.
        guard contentLength == nil, !value.isEmpty, value.count <= Self.maxLengthDigits,
            value.allSatisfy(ByteClass.isDigit)
        else {
            throw .invalidContentLength
        }
        contentLength = value.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private mutating func addTransferEncoding(_ value: Slice<UnsafeRawBufferPointer>) {
        if !isChunked, transferEncoding == nil, value.equalsIgnoringCase("chunked") {
            isChunked = true
            return
        }
        let known = value.split(separator: 0x2C).allSatisfy {
            $0.trimmingBlanks.equalsIgnoringCase("chunked")
        }
        transferEncoding = isChunked || known ? .malformedTransferEncoding : .unsupportedTransferCoding
    }

    /// Makes the request's head.
    /// - Parameter bytes: the head's bytes, which the spans refer to.
    func head(for line: RequestLine, bytes: [UInt8]) throws(HTTPParseError) -> RequestHead {
        if let transferEncoding { throw transferEncoding }
        // Both kinds of length together, and chunks in HTTP/1.0, are ways of request smuggling (RFC 9112 §6.1).
        if isChunked, contentLength != nil || line.isHTTP10 { throw .conflictingLength }
        if !hasHost, !line.isHTTP10 { throw .invalidHost }
        var body = BodyFraming.none
        if isChunked {
            body = .chunked
        } else if let contentLength, contentLength > 0 {
            body = .length(contentLength)
        }
        return RequestHead(
            method: line.method, target: line.target, fields: FieldBlock(bytes: bytes, spans: spans),
            targetAuthority: line.authority, body: body,
            keepAlive: line.isHTTP10 ? saysKeepAlive && !saysClose : !saysClose,
            expectsContinue: expectsContinue && !line.isHTTP10 && body != .none,
            isHTTP10: line.isHTTP10)
    }
}

/// The names of header fields for which `HTTPTypes` has no constants.
extension HTTPField.Name {
    /// What a browser's request is for, such as `navigate` (Fetch Metadata).
    package static let fetchMode = name("Sec-Fetch-Mode")
    /// Where a browser's request comes from, such as `cross-site` (Fetch Metadata).
    package static let fetchSite = name("Sec-Fetch-Site")
    package static let forwardedFor = name("X-Forwarded-For")
    package static let idempotencyKey = name("Idempotency-Key")
    /// Marks an answer that is sent again for the same idempotency key.
    package static let idempotentReplayed = name("Idempotent-Replayed")
    package static let lastEventID = name("Last-Event-ID")
    /// The field `Prefer` of a request (RFC 7240), such as `respond-async`.
    package static let prefer = name("Prefer")
    /// The field of a response that says which preference was followed (RFC 7240).
    package static let preferenceApplied = name("Preference-Applied")
    package static let rateLimitLimit = name("RateLimit-Limit")
    package static let rateLimitRemaining = name("RateLimit-Remaining")
    package static let rateLimitReset = name("RateLimit-Reset")
    /// What was covered on the picture of an answer, by kind: a dictionary of numbers (RFC 9651).
    package static let redacted = name("Redacted")
    /// How many times smaller the sides of an answer's picture are than those of the one sent: a number (RFC 9651).
    package static let reduced = name("Reduced")
    package static let referrerPolicy = name("Referrer-Policy")
    package static let requestID = name("X-Request-ID")
    package static let serverTiming = name("Server-Timing")
    /// The caller's position in a distributed trace, as W3C Trace Context defines it.
    package static let traceParent = name("traceparent")
    /// The value `no` makes nginx pass an answer on at once, without collecting it first.
    package static let accelBuffering = name("X-Accel-Buffering")
    package static let apiKey = name("X-API-Key")
    package static let frameOptions = name("X-Frame-Options")

    private static func name(_ text: StaticString) -> HTTPField.Name {
        guard let name = HTTPField.Name(text.description) else {
            preconditionFailure("not a field name: \(text)")
        }
        return name
    }
}
