package import HTTPTypes

/// The request line and the fields of a request, both checked, and what they say about the body and the connection.
package struct RequestHead: Sendable, Equatable {
    package let method: HTTPRequest.Method
    /// The target as it was sent: path and query, `*`, or the authority of CONNECT. Of an absolute target, it is the
    /// part after the authority.
    package let target: String
    package let fields: FieldBlock
    /// The authority of an absolute target, which has priority over `Host` (RFC 9112 §3.2.2); nil for other targets.
    let targetAuthority: String?
    package let body: BodyFraming
    /// Whether the client may send another request on the connection.
    package let keepAlive: Bool
    package let expectsContinue: Bool
    /// Whether the client uses HTTP/1.0. Such a client gets no chunks and no interim answers.
    package let isHTTP10: Bool

    /// The host that the request is for: the target's authority, or else the value of `Host`.
    package var authority: String? { targetAuthority ?? fields.host }

    /// The same request for another path and query.
    package func with(target: String) -> RequestHead {
        RequestHead(
            method: method, target: target, fields: fields, targetAuthority: targetAuthority, body: body,
            keepAlive: keepAlive, expectsContinue: expectsContinue, isHTTP10: isHTTP10)
    }
}

/// How the end of a body is recognised (RFC 9112 §6).
package enum BodyFraming: Sendable, Equatable {
    case none
    case length(Int)
    case chunked

    /// The body's length in bytes; nil where it isn't known before the body's end.
    package var announcedLength: Int? {
        switch self {
        case .none: 0
        case .length(let length): length
        case .chunked: nil
        }
    }
}

/// A request line: `method SP request-target SP HTTP-version`, read strictly (RFC 9112 §3).
struct RequestLine {
    let method: HTTPRequest.Method
    /// The target as path and query, as `*`, or, for CONNECT, as an authority.
    let target: String
    let authority: String?
    let isHTTP10: Bool

    /// Largest length of a method in bytes. No method that a server implements is longer (RFC 9112 §3).
    private static let maxMethodLength = 32

    init(_ line: Slice<UnsafeRawBufferPointer>) throws(HTTPParseError) {
        guard let first = line.firstIndex(of: 0x20), let last = line.lastIndex(of: 0x20), first < last else {
            throw .malformedRequestLine
        }
        let target = line[(first + 1)..<last]
        method = try Self.method(line[line.startIndex..<first])
        if target.contains(0x20) { throw .malformedRequestLine }
        isHTTP10 = try Self.isHTTP10(line[(last + 1)...])
        (self.target, authority) = try Self.target(target, method: method)
    }

    private static func method(
        _ name: Slice<UnsafeRawBufferPointer>
    ) throws(HTTPParseError) -> HTTPRequest.Method {
        if name.elementsEqual("GET".utf8) { return .get }
        if name.elementsEqual("POST".utf8) { return .post }
        guard name.count <= maxMethodLength else { throw .methodTooLong }
        guard let method = HTTPRequest.Method(rawValue: String(decoding: name, as: UTF8.self)) else {
            throw .malformedRequestLine
        }
        return method
    }

    private static func isHTTP10(_ version: Slice<UnsafeRawBufferPointer>) throws(HTTPParseError) -> Bool {
        let digits = version.suffix(3)
        guard version.count == 8, version.prefix(5).elementsEqual("HTTP/".utf8),
            let major = digits.first, let minor = digits.last, ByteClass.isDigit(major),
            ByteClass.isDigit(minor), digits.dropFirst().first == UInt8(ascii: ".")
        else { throw .malformedRequestLine }
        // A higher minor version is handled like HTTP/1.1 (RFC 9110 §2.5).
        guard major == UInt8(ascii: "1") else { throw .unsupportedVersion }
        return minor == UInt8(ascii: "0")
    }

    private static func target(
        _ target: Slice<UnsafeRawBufferPointer>, method: HTTPRequest.Method
    ) throws(HTTPParseError) -> (target: String, authority: String?) {
        guard let first = target.first else { throw .malformedRequestLine }
        if method == .connect {
            guard HostField.isValid(target) else { throw .invalidTarget }
            return (String(decoding: target, as: UTF8.self), nil)
        }
        if target.elementsEqual("*".utf8) {
            guard method == .options else { throw .invalidTarget }
            return ("*", nil)
        }
        guard target.allSatisfy(ByteClass.isTarget), hasValidEscapes(target) else { throw .invalidTarget }
        if first == UInt8(ascii: "/") { return (String(decoding: target, as: UTF8.self), nil) }
        for scheme in ["http://", "https://"]
        where target.prefix(scheme.utf8.count).equalsIgnoringCase(scheme.utf8) {
            let rest = target.dropFirst(scheme.utf8.count)
            let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
            guard HostField.isValid(authority), !authority.isEmpty else { throw .invalidTarget }
            let path = String(decoding: rest.dropFirst(authority.count), as: UTF8.self)
            return (path.hasPrefix("/") ? path : "/" + path, String(decoding: authority, as: UTF8.self))
        }
        throw .invalidTarget
    }

    /// Whether each `%` is followed by two hex digits, and no escape means NUL.
    private static func hasValidEscapes(_ target: Slice<UnsafeRawBufferPointer>) -> Bool {
        var index = target.startIndex
        while index < target.endIndex {
            if target[index] == UInt8(ascii: "%") {
                guard index + 2 < target.endIndex, let high = ByteClass.hexValue(target[index + 1]),
                    let low = ByteClass.hexValue(target[index + 2]), high * 16 + low != 0
                else { return false }
                index += 3
            } else {
                index += 1
            }
        }
        return true
    }
}

/// Checks the value of a `Host` field: `uri-host [ ":" port ]` (RFC 9110 §7.2).
enum HostField {
    static func isValid(_ value: Slice<UnsafeRawBufferPointer>) -> Bool {
        var rest = value
        if rest.first == UInt8(ascii: "[") {
            guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let inside = rest[rest.index(after: rest.startIndex)..<end]
            guard !inside.isEmpty,
                inside.allSatisfy({ ByteClass.hexValue($0) != nil || $0 == 0x3A || $0 == 0x2E })
            else { return false }
            rest = rest[rest.index(after: end)...]
        } else {
            rest = rest.drop { ByteClass.isHost($0) && $0 != UInt8(ascii: ",") }
        }
        guard let colon = rest.first else { return true }
        let port = rest.dropFirst()
        guard colon == 0x3A, port.count <= 5, port.allSatisfy(ByteClass.isDigit) else { return false }
        return port.reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 65_535
    }
}
