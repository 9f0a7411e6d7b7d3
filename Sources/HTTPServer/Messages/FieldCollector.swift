import HTTPTypes

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
