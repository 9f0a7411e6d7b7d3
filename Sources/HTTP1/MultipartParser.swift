import Glibc

/// Bounds on one multipart body. The length of the whole body is the caller's to bound; a part's content and the
/// epilogue have no bound of their own, as nothing of them is held.
package struct MultipartLimits: Sendable {
    /// Parts in a body. Forms here have a handful of fields; parts nobody reads still cost an event each.
    package var parts = 32
    /// Bytes of one part's header block with its line ends. It is held until it is whole; a few lines with a long file
    /// name stay far below.
    package var headerBytes = 8_192
    /// Lines of one part's header block. Clients send two or three.
    package var headerCount = 16
    /// Bytes before the first delimiter, for the "This is a multi-part message" of mail programs. More would be a body
    /// that is no form, or somebody who wants it read for nothing.
    package var preambleBytes = 8_192
    /// Bytes of spaces and tabs after a boundary, which gateways may add (RFC 2046 §5.1.1) and hardly any does.
    package var paddingBytes = 64

    package init() {}
}

/// Why a multipart body was refused.
package enum MultipartError: Error, Equatable, Sendable {
    case missingBoundary
    /// The `Content-Type` names none that can be used, or a line of the body begins with it and goes on otherwise.
    case invalidBoundary
    case preambleTooLarge(limit: Int)
    case paddingTooLong(limit: Int)
    case malformedHeaders
    case missingName
    case headersTooLarge(limit: Int)
    case tooManyHeaders(limit: Int)
    case tooManyParts(limit: Int)
    /// A part is itself a multipart body.
    case nested
    /// A part's content is encoded: base64 or quoted-printable.
    case unsupportedTransferEncoding
    case unterminated
}

/// Splits a `multipart/form-data` body (RFC 7578, RFC 2046 §5.1) as it arrives: feed bytes, take events.
/// Holds at most one header block. However the body is cut into pieces, the parts and the refusal are the same.
package struct MultipartParser: Sendable {
    package enum Event: Sendable, Equatable {
        case part(PartHeader)
        /// The next piece of the part's content, never empty.
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

    /// - Parameter contentType: the request's `Content-Type`, which names the boundary.
    package init(contentType: String, limits: MultipartLimits = MultipartLimits()) throws(MultipartError) {
        guard let parameters = ParameterizedValue(contentType).parameters else { throw .invalidBoundary }
        guard let boundary = parameters["boundary"] else { throw .missingBoundary }
        guard Self.isBoundary(boundary) else { throw .invalidBoundary }
        delimiters = DelimiterScanner(boundary: boundary.text)
        self.limits = limits
    }

    /// Takes the next bytes of the body and reports what they complete. After a refusal any more are refused too.
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

    /// Call at the end of the body.
    package func finish() throws(MultipartError) {
        switch state {
        case .epilogue: return
        case .refused(let error): throw error
        default: throw .unterminated
        }
    }

    /// RFC 2046 §5.1.1: 1 to 70 `bchars`, of which the last is no space.
    private static func isBoundary(_ boundary: ParameterizedValue.Parameter) -> Bool {
        let text = boundary.text.utf8
        return (1...70).contains(text.count) && text.last != UInt8(ascii: " ")
            && text.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                // Where two Content-Type fields were joined, the space after the comma gives it away.
                case UInt8(ascii: " "): boundary.isQuoted
                default: "'()+_,-./:=?".utf8.contains(byte)
                }
            }
    }

    /// Takes one or more bytes from `index` on.
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

    /// What follows a boundary up to the end of its line. RFC 2046 §5.1.1 wants no line of the content to begin with
    /// the boundary, so one that goes on otherwise is no content but a mistake or a trick: other readers might end the
    /// part there.
    private mutating func afterBoundary(_ byte: UInt8) throws(MultipartError) -> State {
        switch (state, byte) {
        case (.afterBoundary, UInt8(ascii: "-")): return .afterCloseDash
        // Padding, and whatever else follows, goes with the epilogue.
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

/// Finds delimiters, CRLF `--` boundary, in a stream.
///
/// Only its first byte is a CR, so where a match fails, the next can begin no earlier than at the byte it failed at.
/// That makes the search linear, and what is held back between pieces a prefix of the delimiter, which needs no copy.
private struct DelimiterScanner: Sendable {
    struct Scan {
        /// Bytes of earlier pieces that turned out to be no delimiter.
        let held: ArraySlice<UInt8>
        /// Where the piece itself holds such bytes.
        let run: Range<Int>
        let isAtDelimiter: Bool

        /// Both in one array; nil where there are none.
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
    /// How much of the delimiter stands at the end of what was scanned.
    private var matched = 2
    /// How much of `matched` stands before the text that is scanned, and so is no part of it.
    private var borrowed = 2

    init(boundary: String) {
        delimiter = Array("\r\n--".utf8) + Array(boundary.utf8)
    }

    /// Begins a text at the start of a line: the CRLF of a delimiter may be the end of the line before, which is how a
    /// body without preamble and a part without content look.
    mutating func start() {
        matched = 2
        borrowed = 2
    }

    /// Scans from `index` to behind the next delimiter or to the end.
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
                // This byte isn't passed: it may be the CR of a delimiter.
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
