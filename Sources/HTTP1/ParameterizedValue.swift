/// A field value with parameters: `form-data; name="image"; filename="a.png"` (RFC 9110 §5.6.6).
package struct ParameterizedValue: Sendable, Equatable {
    struct Parameter: Sendable, Equatable {
        /// A quoted string without its quotes and escapes; anything else as sent.
        let text: String
        let isQuoted: Bool
    }

    /// Lower-cased, without parameters.
    package let value: String
    /// By lower-cased name. Nil where they don't follow the grammar or one comes twice: two readers of such a
    /// value may see two different things, so whoever acts on a parameter must refuse it.
    let parameters: [String: Parameter]?

    package init(_ text: String) {
        var rest = text.utf8[...]
        let head = rest.prefix { $0 != UInt8(ascii: ";") }
        rest = rest.dropFirst(head.count)
        value = String(Substring(Self.trimmingEnd(head.drop(while: ByteClass.isBlank)))).lowercased()
        parameters = Self.takeParameters(&rest)
    }

    private static func takeParameters(_ rest: inout Substring.UTF8View) -> [String: Parameter]? {
        var parameters: [String: Parameter] = [:]
        while rest.popFirst() != nil {  // the semicolon
            rest = rest.drop(while: ByteClass.isBlank)
            // The grammar allows empty parameters; some clients end the value with a semicolon.
            if rest.isEmpty || rest.first == UInt8(ascii: ";") { continue }
            let name = rest.prefix(while: ByteClass.isToken)
            rest = rest.dropFirst(name.count)
            guard !name.isEmpty, rest.popFirst() == UInt8(ascii: "="), let parameter = takeValue(&rest),
                parameters.updateValue(parameter, forKey: String(Substring(name)).lowercased()) == nil
            else { return nil }
        }
        return parameters
    }

    /// Takes all up to the next semicolon; nil where a quoted string doesn't end or something follows it.
    private static func takeValue(_ rest: inout Substring.UTF8View) -> Parameter? {
        if rest.first == UInt8(ascii: "\"") {
            guard let text = takeQuoted(&rest) else { return nil }
            rest = rest.drop(while: ByteClass.isBlank)
            guard rest.isEmpty || rest.first == UInt8(ascii: ";") else { return nil }
            return Parameter(text: text, isQuoted: true)
        }
        // By the grammar a token, but many clients leave boundaries with `=`, `/` or `:` unquoted: which characters
        // may stand here is for the reader of each parameter to say.
        let text = rest.prefix { $0 != UInt8(ascii: ";") }
        rest = rest.dropFirst(text.count)
        return Parameter(text: String(Substring(trimmingEnd(text))), isQuoted: false)
    }

    private static func takeQuoted(_ rest: inout Substring.UTF8View) -> String? {
        rest = rest.dropFirst()
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") { return String(decoding: bytes, as: UTF8.self) }
            if byte == UInt8(ascii: "\\"),
                let next = rest.first, next == UInt8(ascii: "\"") || next == UInt8(ascii: "\\")
            {
                bytes.append(next)
                rest = rest.dropFirst()
            } else {
                // Any other backslash stands for itself, against RFC 9110 §5.6.4: old browsers send Windows paths so.
                bytes.append(byte)
            }
        }
        return nil
    }

    private static func trimmingEnd(_ bytes: Substring.UTF8View) -> Substring.UTF8View {
        var bytes = bytes
        while let last = bytes.last, ByteClass.isBlank(last) { bytes = bytes.dropLast() }
        return bytes
    }
}

extension ParameterizedValue.Parameter {
    /// The text of an RFC 8187 extended value, `UTF-8'en'%E2%82%AC`; nil where it isn't one.
    ///
    /// RFC 5987 also names ISO-8859-1, and old clients send it.
    var extendedText: String? {
        let fields = text.utf8.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
        guard !isQuoted, fields.count == 3, fields[1].allSatisfy(Self.isLanguage),
            let bytes = Self.percentDecoded(fields[2]),
            // The usual way to cut a name short in whatever is written in C.
            !bytes.contains(0)
        else { return nil }
        switch String(Substring(fields[0])).lowercased() {
        case "utf-8": return String(validating: bytes, as: UTF8.self)
        case "iso-8859-1": return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        default: return nil
        }
    }

    private static func percentDecoded(_ text: Substring.UTF8View) -> [UInt8]? {
        var rest = text
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.popFirst().flatMap(ByteClass.hexValue),
                    let low = rest.popFirst().flatMap(ByteClass.hexValue)
                else { return nil }
                bytes.append(UInt8(high << 4 | low))
            } else {
                guard isAttributeCharacter(byte) else { return nil }
                bytes.append(byte)
            }
        }
        return bytes
    }

    /// RFC 8187 §3.2.1 `attr-char`: what stands in a token but `*`, `'` and `%`.
    private static func isAttributeCharacter(_ byte: UInt8) -> Bool {
        ByteClass.isToken(byte) && byte != UInt8(ascii: "*") && byte != UInt8(ascii: "'")
            && byte != UInt8(ascii: "%")
    }

    private static func isLanguage(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x30...0x39,
            UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
