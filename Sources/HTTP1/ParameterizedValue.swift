/// A field value with parameters: `form-data; name="image"; filename="a.png"` (RFC 9110 §5.6.6).
package struct ParameterizedValue: Sendable, Equatable {
    /// Lower-cased, without parameters.
    package let value: String
    /// Names lower-cased; of equal names the first counts. Values as sent, unquoted.
    package let parameters: [String: String]

    package init(_ text: String) {
        var rest = text.utf8[...]
        let head = rest.prefix { $0 != UInt8(ascii: ";") }
        value = Self.trimmed(head).lowercased()
        rest = rest.dropFirst(head.count)
        var parameters: [String: String] = [:]
        while rest.popFirst() != nil {  // the semicolon
            let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
            rest = rest.dropFirst(name.count)
            guard rest.first == UInt8(ascii: "=") else { continue }
            rest = rest.dropFirst()
            let content: String
            if rest.first == UInt8(ascii: "\"") {
                content = Self.takeQuoted(&rest)
                rest = rest.drop { $0 != UInt8(ascii: ";") }
            } else {
                let token = rest.prefix { $0 != UInt8(ascii: ";") }
                rest = rest.dropFirst(token.count)
                content = Self.trimmed(token)
            }
            let key = Self.trimmed(name).lowercased()
            if !key.isEmpty, parameters[key] == nil { parameters[key] = content }
        }
        self.parameters = parameters
    }

    private static func takeQuoted(_ rest: inout Substring.UTF8View) -> String {
        rest = rest.dropFirst()
        var bytes: [UInt8] = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\"),
                rest.first == UInt8(ascii: "\"") || rest.first == UInt8(ascii: "\\")
            {
                bytes.append(rest.removeFirst())
            } else {
                // A lone backslash stands for itself: browsers send Windows paths so.
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func trimmed(_ bytes: Substring.UTF8View) -> String {
        var bytes = bytes
        while let first = bytes.first, ByteClass.isBlank(first) { bytes = bytes.dropFirst() }
        while let last = bytes.last, ByteClass.isBlank(last) { bytes = bytes.dropLast() }
        return String(decoding: Array(bytes), as: UTF8.self)
    }
}
