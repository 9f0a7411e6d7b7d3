/// A field value with parameters: `form-data; name="image"; filename="a.png"` (RFC 9110 §5.6.6).
package struct ParameterizedValue: Sendable, Equatable {
    struct Parameter: Sendable, Equatable {
        /// The value of the parameter. A quoted string is without its quotes and escapes; any other value is as it was
        /// sent.
        let text: String
        let isQuoted: Bool
    }

    /// The value in small letters, without its parameters.
    package let value: String
    /// The parameters, by their names in small letters. It is nil where they don't follow the grammar, or a name comes
    /// twice. Two parsers can read such a value differently, so code that needs a parameter must refuse the value.
    let parameters: [String: Parameter]?

    /// The text of a parameter; nil where there is none, or the parameters don't follow the grammar.
    package func parameter(_ name: String) -> String? { parameters?[name]?.text }

    package init(_ text: String) {
        var rest = text.utf8[...]
        let head = rest.prefix { $0 != UInt8(ascii: ";") }
        rest = rest.dropFirst(head.count)
        value = String(Substring(Self.trimmingEnd(head.drop(while: ByteClass.isBlank)))).lowercased()
        parameters = Self.takeParameters(&rest)
    }

    private static func takeParameters(_ rest: inout Substring.UTF8View) -> [String: Parameter]? {
        var parameters: [String: Parameter] = [:]
        while rest.popFirst() != nil {
            rest = rest.drop(while: ByteClass.isBlank)
            // The grammar allows empty parameters, and some clients end the value with a semicolon.
            if rest.isEmpty || rest.first == UInt8(ascii: ";") { continue }
            let name = rest.prefix(while: ByteClass.isToken)
            rest = rest.dropFirst(name.count)
            guard !name.isEmpty, rest.popFirst() == UInt8(ascii: "="), let parameter = takeValue(&rest),
                parameters.updateValue(parameter, forKey: String(Substring(name)).lowercased()) == nil
            else { return nil }
        }
        return parameters
    }

    /// Consumes a parameter's value up to the next semicolon. It returns nil where a quoted string has no end, or
    /// something follows the string.
    private static func takeValue(_ rest: inout Substring.UTF8View) -> Parameter? {
        if rest.first == UInt8(ascii: "\"") {
            guard let text = takeQuoted(&rest) else { return nil }
            rest = rest.drop(while: ByteClass.isBlank)
            guard rest.isEmpty || rest.first == UInt8(ascii: ";") else { return nil }
            return Parameter(text: text, isQuoted: true)
        }
        // The grammar demands a token, but many clients don't quote boundaries with `=`, `/` or `:`. Code that uses a
        // parameter must check its characters.
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
                // Any other backslash stays, against RFC 9110 §5.6.4, because old browsers send Windows paths with
                // single backslashes.
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
    /// The text of an extended value such as `UTF-8'en'%E2%82%AC` (RFC 8187); nil for any other value. ISO-8859-1 is
    /// accepted too, because it was part of RFC 5987 and old clients send it.
    var extendedText: String? {
        let fields = text.utf8.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
        guard !isQuoted, fields.count == 3, fields[1].allSatisfy(Self.isLanguage),
            let bytes = PercentDecoding.bytes(fields[2], where: Self.isAttributeCharacter),
            // A program in C would end the name at a NUL.
            !bytes.contains(0)
        else { return nil }
        switch String(Substring(fields[0])).lowercased() {
        case "utf-8": return String(validating: bytes, as: UTF8.self)
        case "iso-8859-1": return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        default: return nil
        }
    }

    /// Whether the byte is an `attr-char` (RFC 8187 §3.2.1): a token character except `*`, `'` and `%`.
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

/// The media types that a client takes, by its `Accept` field (RFC 9110 §12.5.1).
package struct AcceptField: Sendable {
    private struct Range {
        let type: Substring
        let subtype: Substring
        let quality: Double
    }

    private let ranges: [Range]

    /// - Parameter text: the field's value; nil where the client sent none, and takes anything. A range that doesn't follow the
    ///   grammar counts for nothing.
    package init(_ text: String?) {
        ranges = (text ?? "*/*").split(separator: ",").compactMap { item in
            let item = ParameterizedValue(String(item.drop { $0 == " " || $0 == "\t" }))
            let parts = item.value[...].split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, let parameters = item.parameters else { return nil }
            let quality = parameters["q"].map { Double($0.text) ?? 0 } ?? 1
            return Range(type: parts[0], subtype: parts[1], quality: min(max(quality, 0), 1))
        }
    }

    /// Returns the media type that the client likes best, the first one of several that it likes as much; nil if it takes none.
    package func preferred(of offers: [String]) -> String? {
        var best: (type: String, quality: Double)?
        for offer in offers {
            let quality = quality(of: offer)
            if quality > best?.quality ?? 0 { best = (offer, quality) }
        }
        return best?.type
    }

    /// How much the client likes a type, from 0 for not at all: what the range that names it most exactly says.
    private func quality(of offer: String) -> Double {
        let parts = offer.split(separator: "/")
        var found: (exactness: Int, quality: Double) = (0, 0)
        for range in ranges {
            let exactness =
                switch (range.type, range.subtype) {
                case ("*", "*"): 1
                case (parts[0], "*"): 2
                case (parts[0], parts[1]): 3
                default: 0
                }
            if exactness > found.exactness { found = (exactness, range.quality) }
        }
        return found.quality
    }
}

/// The languages that a client takes, by its `Accept-Language` field (RFC 9110 §12.5.4).
package struct AcceptLanguageField: Sendable {
    /// Ranges looked at. Browsers send fewer than ten.
    private static let mostRanges = 32

    /// Tags such as `fr-CH` in the order in which the client likes them; `*` stands for any. What it doesn't take at all isn't among
    /// them, nor is what doesn't follow the grammar.
    package let tags: [String]

    /// - Parameter text: the field's value; nil where the client sent none.
    package init(_ text: String?) {
        let ranges = (text ?? "").split(separator: ",").prefix(Self.mostRanges).compactMap {
            item -> (tag: String, quality: Double)? in
            let item = ParameterizedValue(String(item.drop { $0 == " " || $0 == "\t" }))
            guard let parameters = item.parameters, !item.value.isEmpty else { return nil }
            let quality = parameters["q"].map { Double($0.text) ?? 0 } ?? 1
            return quality > 0 ? (item.value, quality) : nil
        }
        // The sort is stable: of languages that it likes as much, the first comes first.
        tags = ranges.sorted { $0.quality > $1.quality }.map(\.tag)
    }
}
