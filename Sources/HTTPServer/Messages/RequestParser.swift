/// Parses request heads from a growing buffer. The result is the same however the bytes are cut into pieces.
package struct RequestParser: Sendable {
    /// Largest number of empty lines before a request line. RFC 9112 §2.2 asks for at least one.
    private static let maxEmptyLines = 4

    private let limits: HTTPLimits
    private var scanner = LineScanner()
    /// Position of the next line, relative to the buffer's start.
    private var position = 0
    private var line: RequestLine?
    private var fields = FieldCollector()
    private var fieldsStart = 0
    private var skippedEmptyLines = 0

    package init(limits: HTTPLimits = HTTPLimits()) {
        self.limits = limits
    }

    /// Whether a part of a head has arrived, and its end hasn't.
    package private(set) var isInsideHead = false

    /// Consumes the next head from the buffer; nil where more bytes are needed.
    package mutating func nextHead(_ buffer: inout InputBuffer) throws(HTTPParseError) -> RequestHead? {
        while !buffer.isEmpty {
            isInsideHead = true
            switch try buffer.withBytes({ (bytes) throws(HTTPParseError) in try nextLine(bytes) }) {
            case .needsMore: return nil
            case .line: break
            case .emptyFirstLine:
                buffer.consume(2)
                position = 0
                scanner.reset()
            case .end(let line):
                let bytes = Array(buffer.take(position))
                defer { self = RequestParser(limits: limits) }
                return try fields.head(for: line, bytes: bytes)
            }
        }
        return nil
    }

    private enum Step {
        case needsMore
        case line
        case emptyFirstLine
        case end(RequestLine)
    }

    private mutating func nextLine(_ bytes: UnsafeRawBufferPointer) throws(HTTPParseError) -> Step {
        let start = position
        guard let line else { return try firstLine(bytes) }
        let left = max(0, limits.fieldBytes - (start - fieldsStart))
        guard
            let length = try scanner.lineEnd(in: bytes, from: start, limit: left, tooLong: .fieldsTooLarge)
        else { return .needsMore }
        position = start + length + 2
        if length == 0 { return .end(line) }
        if fields.spans.count >= limits.fieldCount { throw .fieldsTooLarge }
        try fields.add(bytes[start..<start + length])
        return .line
    }

    private mutating func firstLine(_ bytes: UnsafeRawBufferPointer) throws(HTTPParseError) -> Step {
        guard let first = bytes.first else { return .needsMore }
        if first != 0x0D, first != 0x0A, !ByteClass.isToken(first) {
            // A first byte that can't begin a request line, such as that of TLS, is refused without waiting for the
            // line's end.
            throw .malformedRequestLine
        }
        guard
            let length = try scanner.lineEnd(
                in: bytes, from: 0, limit: limits.requestLine, tooLong: .requestLineTooLong)
        else { return .needsMore }
        if length == 0 {
            skippedEmptyLines += 1
            if skippedEmptyLines > Self.maxEmptyLines { throw .malformedRequestLine }
            return .emptyFirstLine
        }
        line = try RequestLine(bytes[0..<length])
        position = length + 2
        fieldsStart = position
        return .line
    }
}

package struct HTTPLimits: Sendable {
    /// Largest size of the request line in bytes. RFC 9112 §3 recommends at least 8,000.
    package var requestLine = 8_192
    /// Largest size of all field lines together in bytes, and of all trailers. Common servers allow 8 to 64 kB.
    package var fieldBytes = 32_768
    /// Largest number of field lines. Each line costs work, however short it is. Apache has the same limit.
    package var fieldCount = 100

    package init() {}
}

/// The reason why a message was refused. The connection is closed after such an error, because the next bytes can't be
/// trusted.
package enum HTTPParseError: Error, Equatable, Sendable {
    case bareLineFeed
    case bareCarriageReturn
    case malformedRequestLine
    case methodTooLong
    case invalidTarget
    case unsupportedVersion
    case malformedField
    case invalidHost
    case invalidContentLength
    case conflictingLength
    case unsupportedTransferCoding
    case malformedTransferEncoding
    case unsupportedExpectation
    case malformedChunk
    case requestLineTooLong
    case fieldsTooLarge
    case chunkOverheadTooLarge

    /// The status code of the answer, from RFC 9110 §15 and RFC 9112.
    package var status: Int {
        switch self {
        case .bareLineFeed, .bareCarriageReturn, .malformedRequestLine, .invalidTarget, .malformedField,
            .invalidHost, .invalidContentLength, .conflictingLength, .malformedTransferEncoding,
            .malformedChunk,
            .chunkOverheadTooLarge:
            400
        case .requestLineTooLong: 414
        case .unsupportedExpectation: 417
        case .fieldsTooLarge: 431
        case .methodTooLong, .unsupportedTransferCoding: 501
        case .unsupportedVersion: 505
        }
    }
}
