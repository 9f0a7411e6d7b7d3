/// Takes one request's body out of the bytes that follow its head: pure, incremental, strict.
package struct BodyDecoder: Sendable {
    private enum State: Sendable, Equatable {
        case fixed(remaining: Int)
        case chunkSize
        case chunkData(remaining: Int)
        case chunkEnd
        case trailers
        case done
    }

    /// Longest chunk-size line, extensions included. They mean nothing here; some proxies add a few bytes.
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

    /// The next run of content, consumed from the buffer; nil where more bytes are needed or the body is done.
    package mutating func next(_ buffer: inout InputBuffer) throws(HTTPParseError) -> [UInt8]? {
        while true {
            switch state {
            case .done: return nil
            case .fixed(let remaining):
                guard !buffer.isEmpty else { return nil }
                let count = min(remaining, buffer.count)
                state = remaining == count ? .done : .fixed(remaining: remaining - count)
                return buffer.take(count)
            case .chunkData(let remaining):
                guard !buffer.isEmpty else { return nil }
                let count = min(remaining, buffer.count)
                state = remaining == count ? .chunkEnd : .chunkData(remaining: remaining - count)
                return buffer.take(count)
            case .chunkSize:
                guard let line = try takeLine(&buffer, limit: Self.chunkLineLimit, .chunkOverheadTooLarge)
                else {
                    return nil
                }
                let size = try ChunkSizeLine.size(line)
                state = size == 0 ? .trailers : .chunkData(remaining: size)
            case .chunkEnd:
                // Not even one byte may follow the data before its CRLF.
                guard let line = try takeLine(&buffer, limit: 0, .malformedChunk) else { return nil }
                guard line.isEmpty else { throw .malformedChunk }
                state = .chunkSize
            case .trailers:
                let left = trailerLimit - trailerBytes
                guard let line = try takeLine(&buffer, limit: max(0, left), .fieldsTooLarge) else {
                    return nil
                }
                trailerBytes += line.count + 2
                if line.isEmpty {
                    state = .done
                    return nil
                }
                // Checked and dropped: no trailer means anything to this server (RFC 9110 §6.5.1).
                try InputBuffer(line).withBytes { (bytes) throws(HTTPParseError) in
                    _ = try FieldParser.split(bytes[...])
                }
            }
        }
    }

    private mutating func takeLine(
        _ buffer: inout InputBuffer, limit: Int, _ tooLong: HTTPParseError
    ) throws(HTTPParseError) -> [UInt8]? {
        let length = try buffer.withBytes { (bytes) throws(HTTPParseError) in
            try scanner.lineEnd(in: bytes, from: 0, limit: limit, tooLong: tooLong)
        }
        guard let length else { return nil }
        scanner.reset()
        let line = buffer.take(length)
        buffer.consume(2)
        return line
    }
}

/// `chunk-size [ chunk-ext ]` (RFC 9112 §7.1).
enum ChunkSizeLine {
    static func size(_ line: [UInt8]) throws(HTTPParseError) -> Int {
        let digits = line.prefix { ByteClass.hexValue($0) != nil }
        // Fifteen hex digits fit an Int with room; longer is an attack or a mistake, zeros in front included.
        guard !digits.isEmpty, digits.count <= 15 else { throw .malformedChunk }
        try checkExtensions(line.dropFirst(digits.count))
        return digits.reduce(0) { $0 * 16 + (ByteClass.hexValue($1) ?? 0) }
    }

    /// `*( BWS ";" BWS token [ BWS "=" BWS ( token / quoted-string ) ] )`
    private static func checkExtensions(_ extensions: ArraySlice<UInt8>) throws(HTTPParseError) {
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

    private static func afterQuotedString(_ text: ArraySlice<UInt8>) throws(HTTPParseError) -> ArraySlice<
        UInt8
    > {
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
