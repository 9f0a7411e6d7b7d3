import HTTPTypes

/// Collects field lines and draws from them what decides a message's length and a connection's life.
struct FieldParser {
    private var fields = HTTPFields()
    private var host: String?
    private var contentLength: Int?
    private var transferEncoding: HTTPParseError?
    private var isChunked = false
    private var saysClose = false
    private var saysKeepAlive = false
    private var expectsContinue = false

    /// Splits a field line into its name and trimmed value.
    static func split(
        _ line: Slice<UnsafeRawBufferPointer>
    ) throws(HTTPParseError) -> (name: Slice<UnsafeRawBufferPointer>, value: Slice<UnsafeRawBufferPointer>) {
        // A space or tab at the start would be obs-fold; it is no token character either way.
        guard let colon = line.firstIndex(of: 0x3A), colon > line.startIndex else { throw .malformedField }
        let name = line[line.startIndex..<colon]
        let value = line[line.index(after: colon)...]
        guard name.allSatisfy(ByteClass.isToken), value.allSatisfy(ByteClass.isFieldContent) else {
            throw .malformedField
        }
        return (name, value.trimmingBlanks)
    }

    mutating func add(_ line: Slice<UnsafeRawBufferPointer>) throws(HTTPParseError) {
        let (name, value) = try Self.split(line)
        switch name.count {
        case 4 where name.equalsIgnoringCase("host"):
            guard host == nil, HostField.isValid(value) else { throw .invalidHost }
            host = String(decoding: value, as: UTF8.self)
            return
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
        guard let fieldName = HTTPField.Name(String(decoding: name, as: UTF8.self)) else {
            throw .malformedField
        }
        fields.append(HTTPField(name: fieldName, lenientValue: value))
    }

    private mutating func addContentLength(_ value: Slice<UnsafeRawBufferPointer>) throws(HTTPParseError) {
        // A list of equal lengths may be accepted (RFC 9112 §6.3); refusing it is safer and costs nobody anything.
        guard contentLength == nil, !value.isEmpty, value.count <= 18, value.allSatisfy(ByteClass.isDigit)
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

    func head(for line: RequestLine) throws(HTTPParseError) -> RequestHead {
        if let transferEncoding { throw transferEncoding }
        // Both lengths, or chunks from a 1.0 client, are how requests are smuggled (RFC 9112 §6.1).
        if isChunked, contentLength != nil || line.isHTTP10 { throw .conflictingLength }
        if host == nil, !line.isHTTP10 { throw .invalidHost }
        var body = BodyFraming.none
        if isChunked {
            body = .chunked
        } else if let contentLength, contentLength > 0 {
            body = .length(contentLength)
        }
        let request = HTTPRequest(
            method: line.method, scheme: "http", authority: line.authority ?? host, path: line.path,
            headerFields: fields)
        return RequestHead(
            request: request, body: body,
            keepAlive: line.isHTTP10 ? saysKeepAlive && !saysClose : !saysClose,
            expectsContinue: expectsContinue && !line.isHTTP10 && body != .none,
            isHTTP10: line.isHTTP10)
    }
}
