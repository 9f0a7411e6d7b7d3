/// Resolves what mail programs resolve: character references (`&#118;`, `&eacute;`), and tags and comments of HTML.
struct Markup {
    private let input: [UInt8]
    private var output: [UInt8] = []
    /// Whether there is no end of a comment further on, so that it isn't looked for again.
    private var hasNoCommentEnd = false

    /// References may stand for references; mail programs resolve them once, and some senders count on twice.
    private static let passes = 2
    /// The largest number of bytes of a tag. Longer ones are text; it bounds the time.
    private static let maxTag = 512
    /// The largest number of letters of a named reference.
    private static let maxName = 8
    /// The largest number of digits of a numeric reference.
    private static let maxDigits = 7

    static func resolved(_ text: String) -> String {
        var text = text
        for _ in 0..<passes {
            var markup = Markup(text)
            markup.read()
            guard markup.output != markup.input else { break }
            text = String(decoding: markup.output, as: UTF8.self)
        }
        return text
    }

    private init(_ text: String) {
        input = Array(text.utf8)
        output.reserveCapacity(input.count)
    }

    private mutating func read() {
        var index = 0
        while index < input.count {
            switch input[index] {
            case UInt8(ascii: "&"):
                if let (scalar, end) = numbered(index) ?? named(index) {
                    append(scalar, at: index)
                    index = end
                    continue
                }
            case UInt8(ascii: "<"):
                if let end = commentEnd(index) ?? tagEnd(index) {
                    hide(index..<end)
                    index = end
                    continue
                }
            default: break
            }
            output.append(input[index])
            index += 1
        }
    }

    private func byte(_ index: Int) -> UInt8 { index < input.count ? input[index] : 0 }

    // MARK: References

    /// Appends what a reference stands for. Nobody writes plain letters so but to hide a word.
    private mutating func append(_ scalar: Unicode.Scalar, at index: Int) {
        let isPlain = UInt32(scalar.value).isASCIIAlphanumeric
        if isPlain, let last = output.last, UInt32(last) < 0x80, Self.isAlphanumeric(last) { appendJoiner() }
        output += UTF8.encode(scalar).map(Array.init) ?? []
    }

    private mutating func appendJoiner() { output += Array(String(DisplayedText.joiner).utf8) }

    private func numbered(_ start: Int) -> (Unicode.Scalar, end: Int)? {
        guard byte(start + 1) == UInt8(ascii: "#") else { return nil }
        let isHex = byte(start + 2) | 0x20 == UInt8(ascii: "x")
        var index = start + (isHex ? 3 : 2)
        var value: UInt32 = 0
        let first = index
        while index - first < Self.maxDigits, let digit = Self.digit(byte(index), isHex: isHex) {
            value = value * (isHex ? 16 : 10) + digit
            index += 1
        }
        guard index > first, let scalar = Unicode.Scalar(value) else { return nil }
        if byte(index) == UInt8(ascii: ";") { index += 1 }
        let isControl = value < 0x20 && value != 0x0A || value == 0x7F
        return (isControl ? " " : scalar, index)
    }

    private static func digit(_ byte: UInt8, isHex: Bool) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f") where isHex: UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F") where isHex: UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    private func named(_ start: Int) -> (Unicode.Scalar, end: Int)? {
        var end = start + 1
        while end - start <= Self.maxName, Self.isLetter(byte(end)) { end += 1 }
        guard end > start + 1, byte(end) == UInt8(ascii: ";") else { return nil }
        let name = String(decoding: input[(start + 1)..<end], as: UTF8.self)
        guard let scalar = Self.signs[name] ?? Self.letter(name) else { return nil }
        return (scalar, end + 1)
    }

    private static let signs: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ensp": " ", "emsp": " ",
        "thinsp": " ", "Tab": "\t", "NewLine": "\n", "shy": "\u{AD}", "zwj": "\u{200D}", "zwnj": "\u{200C}",
        "lrm": "\u{200E}", "rlm": "\u{200F}", "euro": "€", "pound": "£", "yen": "¥", "cent": "¢",
        "dollar": "$", "hellip": "…", "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“",
        "rdquo": "”", "laquo": "«", "raquo": "»", "bull": "•", "middot": "·", "copy": "©", "reg": "®",
        "trade": "™", "deg": "°", "excl": "!", "quest": "?", "period": ".", "comma": ",", "colon": ":",
        "semi": ";", "sol": "/", "num": "#", "percnt": "%", "lowbar": "_", "commat": "@", "plus": "+",
        "equals": "=", "lpar": "(", "rpar": ")", "iexcl": "¡", "iquest": "¿", "szlig": "ß", "aelig": "æ",
        "oelig": "œ", "AElig": "Æ", "OElig": "Œ", "oslash": "ø", "Oslash": "Ø", "inodot": "ı",
    ]

    /// The combining marks of the names of accented letters.
    private static let marks: [Substring: String] = [
        "grave": "\u{300}", "acute": "\u{301}", "circ": "\u{302}", "tilde": "\u{303}", "uml": "\u{308}",
        "ring": "\u{30A}", "caron": "\u{30C}", "cedil": "\u{327}", "ogon": "\u{328}",
    ]

    /// A letter with an accent (`eacute`), or in a mathematical alphabet (`vscr`).
    private static func letter(_ name: String) -> Unicode.Scalar? {
        guard let base = name.unicodeScalars.first else { return nil }
        let rest = name.dropFirst()
        if rest == "fr" || rest == "opf" || rest == "scr" { return base }
        guard let mark = marks[rest] else { return nil }
        let composed = NormalizedText(String(base) + mark)
        return composed.count == 1 ? Unicode.Scalar(composed.cased[0]) : nil
    }

    // MARK: Tags

    /// Elements that begin a new line.
    private static let blocks: Set<String> = [
        "br", "p", "div", "tr", "li", "ul", "ol", "table", "h1", "h2", "h3", "h4", "h5", "h6", "hr",
    ]
    /// Further elements of messages. Others are resolved only inside a word: `<name>` may be meant to be read.
    private static let inline: Set<String> = [
        "a", "b", "i", "u", "s", "em", "strong", "span", "font", "small", "big", "sub", "sup", "wbr", "mark",
        "code",
        "del", "ins", "td", "th", "img", "center", "html", "body", "head", "bdo", "bdi", "tt", "q", "abbr",
    ]

    private mutating func commentEnd(_ start: Int) -> Int? {
        guard !hasNoCommentEnd, input[start...].starts(with: Array("<!--".utf8)) else { return nil }
        var index = start + 4
        while index + 2 < input.count {
            if input[index] == UInt8(ascii: "-"), input[index + 1] == UInt8(ascii: "-"),
                input[index + 2] == UInt8(ascii: ">")
            {
                return index + 3
            }
            index += 1
        }
        hasNoCommentEnd = true
        return nil
    }

    private func tagEnd(_ start: Int) -> Int? {
        let first = byte(start + 1) == UInt8(ascii: "/") ? start + 2 : start + 1
        guard Self.isLetter(byte(first)) else { return nil }
        var index = first
        while index < input.count, input[index] != UInt8(ascii: ">") {
            guard input[index] != UInt8(ascii: "<"), index - start < Self.maxTag else { return nil }
            index += 1
        }
        guard index < input.count else { return nil }
        let name = name(from: first)
        let behind = byte(first + name.utf8.count)
        guard
            behind <= 0x20 || behind == UInt8(ascii: ">")
                || behind == UInt8(ascii: "/") && index == first + name.utf8.count + 1
        else { return nil }
        if Self.blocks.contains(name) || Self.inline.contains(name) { return index + 1 }
        let isInWord =
            start > 0 && Self.isAlphanumeric(input[start - 1]) && Self.isAlphanumeric(byte(index + 1))
        return isInWord && first + name.utf8.count == index ? index + 1 : nil
    }

    private func name(from start: Int) -> String {
        var end = start
        while Self.isAlphanumeric(byte(end)) || byte(end) == UInt8(ascii: "-") { end += 1 }
        return String(decoding: input[start..<end], as: UTF8.self).lowercased()
    }

    /// Puts in the place of a tag what it shows: a new line, nothing, or the address of a link, which matters though it isn't shown.
    private mutating func hide(_ tag: Range<Int>) {
        if let link = link(in: tag) {
            output.append(UInt8(ascii: " "))
            output += link
            output.append(UInt8(ascii: " "))
        } else if Self.blocks.contains(name(from: tag.lowerBound + 1))
            || byte(tag.lowerBound + 1) == UInt8(ascii: "/")
                && Self.blocks.contains(name(from: tag.lowerBound + 2))
        {
            output.append(UInt8(ascii: "\n"))
        } else if let last = output.last, Self.isAlphanumeric(last), Self.isAlphanumeric(byte(tag.upperBound))
        {
            appendJoiner()
        }
    }

    private func link(in tag: Range<Int>) -> ArraySlice<UInt8>? {
        guard byte(tag.lowerBound + 1) != UInt8(ascii: "!") else { return nil }
        let parts = input[tag].split {
            $0 <= 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "=")
                || $0 == UInt8(ascii: ">")
        }
        return parts.first { $0.starts(with: Array("http".utf8)) || $0.starts(with: Array("www.".utf8)) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { UInt32(byte).isASCIILetter }

    /// Whether a byte is an ASCII letter or digit, or of any other character.
    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        byte >= 0x80 || UInt32(byte).isASCIIAlphanumeric
    }
}
