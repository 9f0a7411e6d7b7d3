/// Decodes the body of one request from the bytes that follow its head. It does no I/O. The bytes may come in pieces of
/// any size.
package struct BodyDecoder: Sendable {
    private enum State: Sendable, Equatable {
        case fixed(remaining: Int)
        case chunkSize
        case chunkData(remaining: Int)
        case chunkEnd
        case trailers
        case done
    }

    /// Longest chunk-size line in bytes, extensions included. Extensions are ignored; some proxies add a few bytes of
    /// them.
    private static let chunkLineLimit = 256
    private var state: State
    private var scanner = LineScanner()
    private var trailerBytes = 0
    private let trailerLimit: Int

    package init(_ framing: BodyFraming, limits: HTTPLimits = HTTPLimits()) {
        trailerLimit = limits.fieldBytes
        switch framing {
        case .none: state = .done
        case .length(let length): state = .fixed(remaining: length)
        case .chunked: state = .chunkSize
        }
    }

    package var isDone: Bool { state == .done }

    /// Number of the next bytes that are certainly content. A caller with an empty buffer may read them into its own
    /// memory and report them by `skip`.
    package var contentAhead: Int {
        switch state {
        case .fixed(let remaining), .chunkData(let remaining): remaining
        default: 0
        }
    }

    /// Counts content that the caller read into its own memory, without the buffer.
    package mutating func skip(_ count: Int) {
        precondition(count <= contentAhead)
        switch state {
        case .fixed(let remaining): state = remaining == count ? .done : .fixed(remaining: remaining - count)
        case .chunkData(let remaining):
            state = remaining == count ? .chunkEnd : .chunkData(remaining: remaining - count)
        default: break
        }
    }

    /// Consumes the next content from the buffer. It returns nil where more bytes are needed, or the body has ended.
    package mutating func next(_ buffer: inout InputBuffer) throws(HTTPParseError) -> ArraySlice<UInt8>? {
        while true {
            switch state {
            case .done: return nil
            case .fixed(let remaining), .chunkData(let remaining):
                guard !buffer.isEmpty else { return nil }
                let count = min(remaining, buffer.count)
                skip(count)
                return buffer.take(count)
            case .chunkSize:
                let size = try line(of: &buffer, limit: Self.chunkLineLimit, .chunkOverheadTooLarge) {
                    (line) throws(HTTPParseError) in try ChunkSizeLine.size(line)
                }
                guard let size else { return nil }
                state = size == 0 ? .trailers : .chunkData(remaining: size)
            case .chunkEnd:
                // A CRLF must follow directly after the chunk's data.
                guard try line(of: &buffer, limit: 0, .malformedChunk, { _ in }) != nil else { return nil }
                state = .chunkSize
            case .trailers:
                let limit = max(0, trailerLimit - trailerBytes)
                // Trailers are checked and dropped, because none has a meaning for this server (RFC 9110 §6.5.1).
                let length = try line(of: &buffer, limit: limit, .fieldsTooLarge) {
                    (line) throws(HTTPParseError) in
                    if !line.isEmpty { _ = try FieldLine.split(line) }
                    return line.count
                }
                guard let length else { return nil }
                trailerBytes += length + 2
                if length == 0 {
                    state = .done
                    return nil
                }
            }
        }
    }

    /// Consumes a line and returns what `read` makes of it; nil where the line's end hasn't arrived.
    private mutating func line<R>(
        of buffer: inout InputBuffer, limit: Int, _ tooLong: HTTPParseError,
        _ read: (Slice<UnsafeRawBufferPointer>) throws(HTTPParseError) -> R
    ) throws(HTTPParseError) -> R? {
        var scanner = scanner
        let found = try buffer.withBytes { (bytes) throws(HTTPParseError) -> (R, Int)? in
            guard let length = try scanner.lineEnd(in: bytes, from: 0, limit: limit, tooLong: tooLong) else {
                return nil
            }
            return (try read(bytes[0..<length]), length)
        }
        self.scanner = scanner
        guard let (result, length) = found else { return nil }
        self.scanner.reset()
        buffer.consume(length + 2)
        return result
    }
}

/// Parses the line before a chunk: `chunk-size [ chunk-ext ]` (RFC 9112 §7.1).
enum ChunkSizeLine {
    typealias Bytes = Slice<UnsafeRawBufferPointer>

    /// Largest number of hex digits, leading zeros included: 15 always fit an Int. More are an attack or a mistake.
    private static let maxDigits = 15

    static func size(_ line: Bytes) throws(HTTPParseError) -> Int {
        let digits = line.prefix { ByteClass.hexValue($0) != nil }
        guard !digits.isEmpty, digits.count <= maxDigits else { throw .malformedChunk }
        try checkExtensions(line.dropFirst(digits.count))
        return digits.reduce(0) { $0 * 16 + (ByteClass.hexValue($1) ?? 0) }
    }

    /// Checks the extensions: `*( BWS ";" BWS token [ BWS "=" BWS ( token / quoted-string ) ] )`.
    private static func checkExtensions(_ extensions: Bytes) throws(HTTPParseError) {
        var rest = extensions
        func skipBlanks() { rest = rest.drop(while: ByteClass.isBlank) }
        func skipToken() throws(HTTPParseError) {
            guard let first = rest.first, ByteClass.isToken(first) else { throw .malformedChunk }
            rest = rest.drop(while: ByteClass.isToken)
        }
        while !rest.isEmpty {
            skipBlanks()
            guard rest.popFirst() == UInt8(ascii: ";") else { throw .malformedChunk }
            skipBlanks()
            try skipToken()
            let afterName = rest
            skipBlanks()
            guard rest.first == UInt8(ascii: "=") else {
                rest = afterName
                continue
            }
            rest = rest.dropFirst()
            skipBlanks()
            if rest.first == UInt8(ascii: "\"") {
                rest = try afterQuotedString(rest)
            } else {
                try skipToken()
            }
        }
    }

    private static func afterQuotedString(_ text: Bytes) throws(HTTPParseError) -> Bytes {
        var rest = text.dropFirst()
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") { return rest }
            guard ByteClass.isFieldContent(byte) else { throw .malformedChunk }
            if byte == UInt8(ascii: "\\") {
                guard let escaped = rest.popFirst(), ByteClass.isFieldContent(escaped) else {
                    throw .malformedChunk
                }
            }
        }
        throw .malformedChunk
    }
}
