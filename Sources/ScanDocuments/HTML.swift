/// Markup. What stands in a literal is markup, what is interpolated is text, whose characters can't become markup.
package struct HTML: ExpressibleByStringInterpolation, Sendable {
    package private(set) var bytes: [UInt8] = []

    package init(stringLiteral value: String) { bytes = Array(value.utf8) }
    package init(stringInterpolation: StringInterpolation) { bytes = stringInterpolation.bytes }

    package static func joined(_ parts: some Sequence<HTML>) -> HTML {
        var whole: HTML = ""
        for part in parts { whole.bytes += part.bytes }
        return whole
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var bytes: [UInt8] = []

        package init(literalCapacity: Int, interpolationCount: Int) { bytes.reserveCapacity(literalCapacity) }

        package mutating func appendLiteral(_ literal: String) { bytes += literal.utf8 }

        /// Bytes are compared and not characters: a quotation mark with an accent on it is another character, and ends an attribute as
        /// well.
        package mutating func appendInterpolation(_ text: String) {
            for byte in VisibleText.of(text).utf8 {
                switch byte {
                case UInt8(ascii: "<"): bytes += "&lt;".utf8
                case UInt8(ascii: ">"): bytes += "&gt;".utf8
                case UInt8(ascii: "&"): bytes += "&amp;".utf8
                case UInt8(ascii: "\""): bytes += "&quot;".utf8
                case UInt8(ascii: "'"): bytes += "&#39;".utf8
                default: bytes.append(byte)
                }
            }
        }

        package mutating func appendInterpolation(_ number: Int) { bytes += "\(number)".utf8 }
        package mutating func appendInterpolation(_ markup: HTML) { bytes += markup.bytes }
        package mutating func appendInterpolation(_ parts: [HTML]) {
            for part in parts { bytes += part.bytes }
        }
        package mutating func appendInterpolation(_ markup: HTML?) { if let markup { bytes += markup.bytes } }
    }
}
