import Foundation
import ImageFormats
import TypeSafeAPI

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

/// Text from a message or a server without what a terminal or a browser would obey instead of showing.
package enum VisibleText {
    /// Removes control characters and direction marks, so that the text can't move the cursor, or hide or reorder text. Line breaks and
    /// tabs become blanks.
    package static func of(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0A, 0x09: scalars.append(" ")
            case 0..<0x20: continue
            case _ where VisibleJSON.isObeyed(scalar): continue
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }
}

/// The words of a message, with those that reasons quote marked.
struct MarkedText {
    /// Lines of words, each with whether it counts.
    private(set) var lines: [[(text: String, isMarked: Bool)]]
    /// What stands before the owner's lines, by their numbers.
    var own: [Int: String] = [:]

    /// - Parameters:
    ///   - lines: the message's lines.
    ///   - quotes: what was quoted of them; several places of one quote have an ellipsis between them.
    init(_ lines: [String], quotes: [String]) {
        self.lines = lines.map { $0.split(separator: " ").map { (String($0), false) } }
        let places = self.lines.indices.flatMap { line in
            self.lines[line].indices.map { (line: line, word: $0) }
        }
        let words = places.map { Self.core(self.lines[$0.line][$0.word].text) }
        for piece in quotes.flatMap({ $0.split(separator: "…") }) {
            let quoted = piece.split(separator: " ").map { Self.core(String($0)) }
            guard !quoted.isEmpty, quoted.count <= words.count else { continue }
            for start in 0...(words.count - quoted.count)
            where words[start..<start + quoted.count].elementsEqual(quoted) {
                for place in places[start..<start + quoted.count] {
                    self.lines[place.line][place.word].isMarked = true
                }
            }
        }
    }

    /// A word without what stands around it: a quote begins and ends inside the marks of its sentence.
    private static func core(_ word: String) -> String {
        let isLetter = { (character: Character) in character.isLetter || character.isNumber }
        guard let first = word.firstIndex(where: isLetter), let last = word.lastIndex(where: isLetter) else {
            return word
        }
        return word[first...last].lowercased()
    }

    var html: HTML {
        HTML.joined(
            lines.enumerated().map { number, line in
                let words = line.map { word -> HTML in
                    word.isMarked ? "<mark>\(word.text)</mark> " : "\(word.text) "
                }
                let own = own[number].map { label -> HTML in "<b>\(label)</b> " }
                return "<p dir=\"auto\">\(own)\(words)</p>\n"
            })
    }
}

/// A picture inside a page, with the places that count marked on it.
struct ShownPicture {
    /// The largest file that a page holds, in bytes. Screenshots are smaller; a page of a photo would be too large to send on.
    private static let mostBytes = 5 << 20

    let bytes: Data
    let mediaType: String
    let width: Int
    let height: Int
    /// The places of each reason.
    let marks: [[Box]]

    /// Returns nil for a picture that browsers don't show, or that isn't the one which was judged.
    init?(_ bytes: Data, ocr: OCRResult?, marks: [[Box]]) {
        guard bytes.count <= Self.mostBytes, let ocr, ocr.frame == nil, ocr.width > 0, ocr.height > 0,
            let mediaType = Self.mediaType(bytes)
        else { return nil }
        self.bytes = bytes
        self.mediaType = mediaType
        (width, height) = (ocr.width, ocr.height)
        self.marks = marks
    }

    private static func mediaType(_ bytes: Data) -> String? {
        switch try? ImageFormat(sniffing: Array(bytes.prefix(ImageFormat.signatureLength))) {
        case let format? where format != .tiff && format != .heif: "image/" + format.rawValue
        default: nil
        }
    }

    var html: HTML {
        // The numbers stand beside their boxes, as high as a line of text on a phone.
        let size = max(width / 28, 8)
        let rectangles = marks.enumerated().flatMap { index, boxes in
            boxes.enumerated().map { place, box -> HTML in
                let number: HTML? =
                    place == 0
                    ? "<text x=\"\(max(box.x - size, 0))\" y=\"\(max(box.y, size))\" font-size=\"\(size)\">\(index + 1)</text>"
                    : nil
                return
                    "<rect x=\"\(box.x)\" y=\"\(box.y)\" width=\"\(box.width)\" height=\"\(box.height)\"/>\(number)"
            }
        }
        return """
            <figure>
            <div class="picture"><img alt="The screenshot" width="\(width)" height="\(height)" \
            src="data:\(mediaType);base64,\(bytes.base64EncodedString())">
            <svg viewBox="0 0 \(width) \(height)" aria-hidden="true">\(rectangles)</svg></div>
            <figcaption>The numbers are those of the reasons.</figcaption>
            </figure>
            """
    }
}
