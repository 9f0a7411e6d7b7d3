import TextAnalysis

/// The build of a message, whatever its language.
struct MessageShape {
    /// Number of tokens of a text message or a notification. Chosen on the development messages.
    private static let briefTokens = 3...60
    /// Fewest tokens of a letter, an article or a discussion. Chosen on the development messages.
    private static let longTokens = 150
    /// Fewest sites that a newsletter or an article links to. Chosen on the development messages.
    private static let manySites = 3
    /// Bytes of a label at the beginning, without its sign. Chosen on the development messages.
    private static let labelBytes = 2...32

    let text: AnalyzedText

    private var whole: [Range<Int>] {
        guard let first = text.tokens.first, let last = text.tokens.last else { return [] }
        return [first.range.lowerBound..<last.range.upperBound]
    }

    func brief() -> [Range<Int>] { Self.briefTokens.contains(text.tokens.count) ? whole : [] }

    func long() -> [Range<Int>] { text.tokens.count >= Self.longTokens ? whole : [] }

    /// Links to at least `manySites` sites, as newsletters and articles have.
    func linksToManySites() -> [Range<Int>] {
        var sites: [String] = []
        var places: [Range<Int>] = []
        for entity in text.entities {
            guard let link = entity.link else { continue }
            let site = link.registrableDomain ?? link.host
            guard !sites.contains(site) else { continue }
            sites.append(site)
            places.append(entity.range)
            if sites.count == Self.manySites { return places }
        }
        return []
    }

    /// A link at the end, with nothing but signs behind it.
    func endsWithLink() -> [Range<Int>] {
        guard let last = text.tokens.last, last.kind == .url, text.tokens.count > 2 else { return [] }
        return [last.range]
    }

    /// A label at the beginning that names the sender, as service messages have: `USPS:`, `[Delivery alert]`.
    func opensWithLabel() -> [Range<Int>] {
        var length = 0
        var letters = 0
        for byte in text.text.utf8 {
            switch byte {
            case UInt8(ascii: ":") where text.tokens.first?.kind != nil:
                return []
            case UInt8(ascii: ":") where letters >= Self.labelBytes.lowerBound:
                return [0..<length]
            case UInt8(ascii: "]") where letters >= Self.labelBytes.lowerBound:
                return [0..<(length + 1)]
            case 0x0A, 0x0D, UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: ","), UInt8(ascii: "!"):
                return []
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...:
                letters += 1
            default:
                break
            }
            length += 1
            if length > Self.labelBytes.upperBound { return [] }
        }
        return []
    }

    /// Quoted lines, the subject of a reply, a line that introduces a quote: signs of a discussion by mail.
    func quotesMail() -> [Range<Int>] {
        let bytes = Array(text.text.utf8)
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            if isQuote(bytes[start..<end]) { return [start..<end] }
            start = end + 1
        }
        return []
    }

    /// Beginnings of a reply's subject, in lower case.
    private static let replies = ["re: ", "fwd: ", "re:[", "aw: "]
    /// Ends of the line before a quote.
    private static let introductions = [" wrote:", " wrote :"]
    /// Fewest bytes of a line that is looked at, so that all signs of a quote fit into it.
    private static let shortestLine = 5

    private func isQuote(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.count >= Self.shortestLine else { return false }
        let start = line.startIndex
        if line[start] == UInt8(ascii: ">"), line[start + 1] == 0x20 || line[start + 1] == UInt8(ascii: ">") {
            return true
        }
        let opening = line.prefix(Self.shortestLine).map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
        return Self.replies.contains { opening.starts(with: $0.utf8) }
            || Self.introductions.contains { line.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }

    /// Fewest masks in a row, and fewest digits after them, of a masked number.
    private static let fewestMasks = 2
    private static let fewestDigits = 3

    /// A masked account or card number, as in `XX1234`, `602****370` and `**** 4410`: the way in which its keeper
    /// shows it.
    func masksNumber() -> [Range<Int>] {
        var masks = 0
        var digits = 0
        var start = 0
        var length = 0
        for byte in text.text.utf8 {
            switch byte {
            case UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "*"):
                if digits > 0 || masks == 0 { start = length }
                masks = digits > 0 ? 1 : masks + 1
                digits = 0
            case UInt8(ascii: "0")...UInt8(ascii: "9") where masks >= Self.fewestMasks:
                digits += 1
                if digits == Self.fewestDigits { return [start..<(length + 1)] }
            case UInt8(ascii: " ") where masks >= Self.fewestMasks && digits == 0,
                UInt8(ascii: "-") where masks >= Self.fewestMasks && digits == 0:
                break
            default:
                (masks, digits) = (0, 0)
            }
            length += 1
        }
        return []
    }
}
