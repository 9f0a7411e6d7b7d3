import HTTPTypes

/// Reads request heads from a growing buffer: pure, incremental, the same result however the bytes are split.
package struct RequestParser: Sendable {
    private let limits: HTTPLimits
    private var scanner = LineScanner()
    /// Ends (without CRLF) of the lines found so far, relative to the buffer's start.
    private var lines: [Range<Int>] = []
    private var skippedEmptyLines = 0

    package init(limits: HTTPLimits = HTTPLimits()) {
        self.limits = limits
    }

    /// Whether a head has begun and is not complete.
    package private(set) var isInsideHead = false

    /// The next head, consumed from the buffer; nil where more bytes are needed.
    package mutating func nextHead(_ buffer: inout InputBuffer) throws(HTTPParseError) -> RequestHead? {
        while true {
            let step = try buffer.withBytes { (bytes) throws(HTTPParseError) in try advance(bytes) }
            switch step {
            case .needMore: return nil
            case .emptyLine:
                buffer.consume(2)
                scanner.reset()
            case .head(let head, let length):
                buffer.consume(length)
                self = RequestParser(limits: limits)
                return head
            }
        }
    }

    private enum Step {
        case needMore
        case emptyLine
        case head(RequestHead, length: Int)
    }

    private mutating func advance(_ bytes: UnsafeRawBufferPointer) throws(HTTPParseError) -> Step {
        guard let first = bytes.first else { return .needMore }
        isInsideHead = true
        if lines.isEmpty, first != 0x0D, first != 0x0A, !ByteClass.isToken(first) {
            // TLS, or anything else that isn't HTTP: no need to wait for a line end.
            throw .malformedRequestLine
        }
        while true {
            let start = lines.last.map { $0.upperBound + 2 } ?? 0
            let isRequestLine = lines.isEmpty
            let left = limits.fieldBytes - (isRequestLine ? 0 : start - (lines[0].upperBound + 2))
            let length = try scanner.lineEnd(
                in: bytes, from: start, limit: isRequestLine ? limits.requestLine : max(0, left),
                tooLong: isRequestLine ? .requestLineTooLong : .fieldsTooLarge)
            guard let length else { return .needMore }
            if length == 0 {
                if isRequestLine {
                    // RFC 9112 §2.2: a server should ignore at least one empty line before a request line.
                    skippedEmptyLines += 1
                    if skippedEmptyLines > 4 { throw .malformedRequestLine }
                    return .emptyLine
                }
                return .head(try parse(bytes), length: start + 2)
            }
            // A field line can be no longer than what is left, and the count bounds the rest.
            if lines.count > limits.fieldCount { throw .fieldsTooLarge }
            lines.append(start..<start + length)
        }
    }

    private func parse(_ bytes: UnsafeRawBufferPointer) throws(HTTPParseError) -> RequestHead {
        let line = try RequestLine(bytes[lines[0]])
        var fields = FieldParser()
        for range in lines.dropFirst() { try fields.add(bytes[range]) }
        return try fields.head(for: line)
    }
}
