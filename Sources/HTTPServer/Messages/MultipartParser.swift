import Glibc

/// Limits of one multipart body. The caller limits the length of the whole body. A part's content and the epilogue need no limits of
/// their own, because the parser doesn't hold them.
package struct MultipartLimits: Sendable {
    /// Largest number of parts. The forms of this API have less than ten fields, and each part causes an event.
    package var parts = 32
    /// Largest size of a part's header block in bytes, line ends included. The parser holds the block until it is
    /// complete. A few lines with a long file name are far shorter.
    package var headerBytes = 8_192
    /// Largest number of lines in a part's header block. Clients send two or three lines.
    package var headerCount = 16
    /// Largest number of bytes before the first delimiter. Mail programs write "This is a multi-part message" there.
    /// Anything longer is no form.
    package var preambleBytes = 8_192
    /// Largest number of spaces and tabs after a boundary. Gateways may add them (RFC 2046 §5.1.1), but hardly any
    /// gateway does.
    package var paddingBytes = 64

    package init() {}
}

package enum MultipartError: Error, Equatable, Sendable {
    case missingBoundary
    /// The `Content-Type` has no valid boundary, or a line of the body begins with the boundary and doesn't end after it.
    case invalidBoundary
    case preambleTooLarge(limit: Int)
    case paddingTooLong(limit: Int)
    case malformedHeaders
    case missingName
    case headersTooLarge(limit: Int)
    case tooManyHeaders(limit: Int)
    case tooManyParts(limit: Int)
    case nested
    /// A part's content is encoded with base64 or quoted-printable.
    case unsupportedTransferEncoding
    case unterminated
}

/// Splits a `multipart/form-data` body (RFC 7578, RFC 2046 §5.1) while it arrives: it takes bytes and returns events. It holds one
/// header block at most. The events are the same however the body is cut into pieces.
package struct MultipartParser: Sendable {
    package enum Event: Sendable, Equatable {
        case part(PartHeader)
        /// The next piece of the part's content. It is never empty.
        case content([UInt8])
        case partEnd
    }

    private enum State: Sendable {
        case preamble
        case afterBoundary
        case afterCloseDash
        case padding
        case afterPaddingCR
        case headers
        case content
        case epilogue
        case refused(MultipartError)
    }

    private let limits: MultipartLimits
    private var state = State.preamble
    private var delimiters: DelimiterScanner
    private var headerLines = PartHeaderLines()
    private var preambleBytes = 0
    private var paddingBytes = 0
    private var parts = 0

    /// - Parameter contentType: the request's `Content-Type`, which contains the boundary.
    package init(contentType: String, limits: MultipartLimits = MultipartLimits()) throws(MultipartError) {
        guard let parameters = ParameterizedValue(contentType).parameters else { throw .invalidBoundary }
        guard let boundary = parameters["boundary"] else { throw .missingBoundary }
        guard Self.isBoundary(boundary) else { throw .invalidBoundary }
        delimiters = DelimiterScanner(boundary: boundary.text)
        self.limits = limits
    }

    /// Takes the next bytes of the body and returns the events that they complete. After an error, it throws the same
    /// error at every call.
    package mutating func feed(_ bytes: [UInt8]) throws(MultipartError) -> [Event] {
        var events: [Event] = []
        do throws(MultipartError) {
            var index = 0
            while index < bytes.count { try step(bytes, &index, &events) }
        } catch {
            state = .refused(error)
            throw error
        }
        return events
    }

    /// Checks that the body is complete. It must be called at the body's end.
    package func finish() throws(MultipartError) {
        switch state {
        case .epilogue: return
        case .refused(let error): throw error
        default: throw .unterminated
        }
    }

    /// Whether the parameter is 1 to 70 `bchars` of which the last is no space (RFC 2046 §5.1.1).
    private static func isBoundary(_ boundary: ParameterizedValue.Parameter) -> Bool {
        let text = boundary.text.utf8
        return (1...70).contains(text.count) && text.last != UInt8(ascii: " ")
            && text.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                // A space without quotes shows that two Content-Type fields were joined by a comma.
                case UInt8(ascii: " "): boundary.isQuoted
                default: "'()+_,-./:=?".utf8.contains(byte)
                }
            }
    }

    /// Consumes at least one byte, from `index` on.
    private mutating func step(
        _ bytes: [UInt8], _ index: inout Int, _ events: inout [Event]
    ) throws(MultipartError) {
        switch state {
        case .preamble:
            let scan = delimiters.scan(bytes, from: &index)
            preambleBytes += scan.held.count + scan.run.count
            if preambleBytes > limits.preambleBytes { throw .preambleTooLarge(limit: limits.preambleBytes) }
            if scan.isAtDelimiter { state = .afterBoundary }
        case .content:
            let scan = delimiters.scan(bytes, from: &index)
            if let content = scan.content(of: bytes) { events.append(.content(content)) }
            if scan.isAtDelimiter {
                events.append(.partEnd)
                state = .afterBoundary
            }
        case .headers:
            let endsBlock = try headerLines.take(bytes[index], limits: limits)
            index += 1
            guard endsBlock else { return }
            events.append(.part(try headerLines.takeHeader()))
            delimiters.start()
            state = .content
        case .epilogue: index = bytes.count
        case .refused(let error): throw error
        case .afterBoundary, .afterCloseDash, .padding, .afterPaddingCR:
            state = try afterBoundary(bytes[index])
            index += 1
        }
    }

    /// Consumes one byte between a boundary and the end of its line. No line of the content may begin with the boundary (RFC 2046
    /// §5.1.1). A line that does and continues is refused, because other parsers might end the part there.
    private mutating func afterBoundary(_ byte: UInt8) throws(MultipartError) -> State {
        switch (state, byte) {
        case (.afterBoundary, UInt8(ascii: "-")): return .afterCloseDash
        case (.afterCloseDash, UInt8(ascii: "-")): return .epilogue
        case (.afterBoundary, 0x20), (.afterBoundary, 0x09), (.padding, 0x20), (.padding, 0x09):
            paddingBytes += 1
            if paddingBytes > limits.paddingBytes { throw .paddingTooLong(limit: limits.paddingBytes) }
            return .padding
        case (.afterBoundary, 0x0D), (.padding, 0x0D): return .afterPaddingCR
        case (.afterPaddingCR, 0x0A):
            paddingBytes = 0
            parts += 1
            if parts > limits.parts { throw .tooManyParts(limit: limits.parts) }
            return .headers
        default: throw .invalidBoundary
        }
    }
}

/// Finds delimiters (CRLF, `--` and the boundary) in a stream.
///
/// In a delimiter, only the first byte is a CR. So where a match fails, the next match begins at the failing byte or
/// later, and the search is linear. The bytes that are held back between two pieces are the start of the delimiter, so
/// they needn't be copied.
private struct DelimiterScanner: Sendable {
    struct Scan {
        /// Bytes of earlier pieces that were held back and turned out to be content.
        let held: ArraySlice<UInt8>
        /// The part of the present piece that is content.
        let run: Range<Int>
        let isAtDelimiter: Bool

        /// Returns all content in one array; nil where there is none.
        func content(of bytes: [UInt8]) -> [UInt8]? {
            if held.isEmpty {
                if run.isEmpty { return nil }
                return run == bytes.indices ? bytes : Array(bytes[run])
            }
            var content: [UInt8] = []
            content.reserveCapacity(held.count + run.count)
            content += held
            content += bytes[run]
            return content
        }
    }

    private let delimiter: [UInt8]
    /// Number of bytes at the end of the scanned bytes that match the start of the delimiter.
    private var matched = 2
    /// Number of matched bytes that come before the scanned text and don't belong to it.
    private var borrowed = 2

    init(boundary: String) {
        delimiter = Array("\r\n--".utf8) + Array(boundary.utf8)
    }

    /// Begins a text at the beginning of a line. The CRLF of a delimiter can be the end of the line before it: in a
    /// body without a preamble, and in a part without content.
    mutating func start() {
        matched = 2
        borrowed = 2
    }

    /// Scans from `index` to the end of the next delimiter or of the bytes.
    mutating func scan(_ bytes: [UInt8], from index: inout Int) -> Scan {
        let start = index
        let before = matched
        bytes.withUnsafeBufferPointer { match(in: $0, from: &index) }
        let end = index - matched
        var held = delimiter[..<0]
        if before + index - start > matched {
            held = delimiter[borrowed..<before]
            borrowed = 0
        }
        return Scan(
            held: held, run: start..<max(start, end), isAtDelimiter: matched == delimiter.count)
    }

    private mutating func match(in bytes: UnsafeBufferPointer<UInt8>, from index: inout Int) {
        while index < bytes.count, matched < delimiter.count {
            if bytes[index] == delimiter[matched] {
                matched += 1
                index += 1
            } else if matched > 0 {
                // The byte isn't consumed, because it may be the CR of a delimiter.
                matched = 0
            } else if let base = bytes.baseAddress,
                let found = memchr(base + index, 0x0D, bytes.count - index)
            {
                index = UnsafeRawPointer(found) - UnsafeRawPointer(base)
            } else {
                index = bytes.count
            }
        }
    }
}
