import TextAnalysis

/// Features of a message's form that don't depend on its language.
struct MessageShape {
    /// The number of tokens that a short message or a notification has. This and the figures below were chosen on the
    /// development messages.
    private static let briefTokens = 3...60
    /// A letter, an article or a discussion has at least this many tokens.
    private static let longTokens = 150
    /// A newsletter or an article links to at least this many sites.
    private static let manySites = 3
    /// The number of bytes of a label at the beginning, without the sign after it.
    private static let labelBytes = 2...32

    let text: AnalyzedText

    var whole: [Range<Int>] {
        guard let first = text.tokens.first, let last = text.tokens.last else { return [] }
        return [first.range.lowerBound..<last.range.upperBound]
    }

    func brief() -> [Range<Int>] { Self.briefTokens.contains(text.tokens.count) ? whole : [] }

    func long() -> [Range<Int>] { text.tokens.count >= Self.longTokens ? whole : [] }

    /// The text links to at least `manySites` sites, as newsletters and articles do.
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

    /// The text ends with a link, apart from signs after it.
    func endsWithLink() -> [Range<Int>] {
        guard let last = text.tokens.last, last.kind == .url, text.tokens.count > 2 else { return [] }
        return [last.range]
    }

    /// The text begins with a label that names the sender, as service messages do: `USPS:`, `[Delivery alert]`.
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

    /// The text quotes lines, has a reply's subject, or has a line that introduces a quote. These are signs of a discussion by
    /// mail.
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

    /// The beginnings of a reply's subject, in lower case.
    private static let replies = ["re: ", "fwd: ", "re:[", "aw: "]
    /// The endings of a line that introduces a quote.
    private static let introductions = [" wrote:", " wrote :"]
    /// A line is looked at if it has at least this many bytes. Every sign of a quote fits into such a line.
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

    /// A masked number has at least this many masks in a row, and at least this many digits after them.
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

/// A feature for disguised words, which show that the sender hides from filters.
extension FeatureContext {
    /// Words with digits in place of letters count as a disguise if there are at least this many: text recognition may read one
    /// `o` as `0`, but seldom two.
    private static let fewestMisread = 2

    func words(disguisedBy disguise: Token.Disguise) -> [Range<Int>] {
        text.tokens.filter { $0.disguise == disguise }.map(\.range)
    }

    /// Words with letters of another script, or with digits and signs in place of letters.
    func disguisedWords() -> [Range<Int>] {
        guard text.tokens.contains(where: \.isDisguised) else { return [] }
        let lookalike = words(disguisedBy: .lookalike)
        let digits = words(disguisedBy: .misread).filter { range in
            text.quote(range).utf8.contains { $0 >= 0x30 && $0 <= 0x39 }
        }
        let all = digits.count < Self.fewestMisread && lookalike.isEmpty ? [] : lookalike + digits
        return all.sorted { $0.lowerBound < $1.lowerBound }
    }
}
