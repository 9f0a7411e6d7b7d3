package import TextAnalysis

/// What the text model weighs in a text: words, pairs of neighbouring words, two to five letters in a row within a word, signs of links, and
/// the text's form. No link, number or amount counts as itself, only its kind does, so that nothing of a single message is learned.
package struct TextFeatures: Sendable {
    /// A feature where it stands.
    package struct Occurrence: Sendable {
        package let hash: UInt32
        /// The index of the token, of a pair's first.
        let token: Int32
        let isPair: Bool
    }

    /// A feature that occurs twice is given twice.
    package private(set) var occurrences: [Occurrence] = []

    package init(of text: AnalyzedText) {
        occurrences.reserveCapacity(text.text.utf8.count * 4)
        var links = text.entities.lazy.filter { $0.link != nil }[...]
        var previous: (hash: UInt64, sentence: Int)?
        for (index, token) in text.tokens.enumerated() {
            let hash = add(token, at: index, of: text)
            if let previous, previous.sentence == token.sentence {
                add(Self.mixed(Self.mixed(.pair, previous.hash), hash), at: index - 1, isPair: true)
            }
            previous = (hash, token.sentence)
            if token.kind == .url {
                links = links.drop { $0.range.lowerBound < token.range.lowerBound }
                if let link = links.first?.link { add(link, at: index) }
            }
        }
        addForm(of: text)
    }

    /// The kinds of features, which begin their hashes.
    private enum Kind: UInt64 {
        case word = 1
        case pair, letters, ending, host, path, length, capitals
    }

    /// A token's word and letters.
    /// - Returns: the hash of the word, of a number, or of an entity's kind.
    private mutating func add(_ token: Token, at index: Int, of text: AnalyzedText) -> UInt64 {
        if let kind = token.kind {
            let hash = Self.kinds[kind] ?? 0
            add(hash, at: index)
            return hash
        }
        let letters = text.scalars(of: token)
        guard letters.contains(where: { !$0.isASCIIDigit }) else {
            add(Self.number, at: index)
            return Self.number
        }
        let hash = Self.mixed(.word, token.key.value)
        add(hash, at: index)
        // A disguised word's letters are the sender's, its key is the word that it is read as.
        if !token.isDisguised { addLetters(letters, at: index) }
        return hash
    }

    private static let letterCounts = 2...5
    /// Stands before a word's first letter and behind its last.
    private static let edge: UInt32 = 0x20
    /// Stands for any digit.
    private static let digit: UInt32 = 0x30

    /// The letters of the word that was added last, with its edges.
    private var letters: [UInt32] = []
    private static let lettersBeginning = mixed(.letters, 0)

    private mutating func addLetters(_ word: ArraySlice<UInt32>, at index: Int) {
        letters.removeAll(keepingCapacity: true)
        letters.append(Self.edge)
        for letter in word { letters.append(letter.isASCIIDigit ? Self.digit : letter) }
        letters.append(Self.edge)
        for start in 0..<letters.count - 1 {
            var hash = Self.mixed(Self.lettersBeginning, UInt64(letters[start]))
            for place in start + 1..<min(start + Self.letterCounts.upperBound, letters.count) {
                hash = Self.mixed(hash, UInt64(letters[place]))
                add(hash, at: index)
            }
        }
    }

    /// The steps in which lengths of hosts and paths are told apart, in bytes.
    private static let lengthStep = 4
    private static let mostSteps = 8
    private static let mostDots = 4

    /// How a link looks: its ending, and the form of its host and path.
    private mutating func add(_ link: Link, at index: Int) {
        let host = link.host.utf8
        let ending = host.reversed().prefix { $0 != UInt8(ascii: ".") }
        add(ending.reduce(Self.mixed(.ending, 0)) { Self.mixed($0, UInt64($1)) }, at: index)
        let dots = min(Self.mostDots, host.count { $0 == UInt8(ascii: ".") })
        let hasHyphen = host.contains(UInt8(ascii: "-"))
        let hasDigit = host.contains(where: Self.isDigit)
        let hostSteps = min(Self.mostSteps, host.count / Self.lengthStep)
        let pathSteps = min(Self.mostSteps, link.path.utf8.count / Self.lengthStep)
        let pathHasDigit = link.path.utf8.contains(where: Self.isDigit)
        add(Self.mixed(.host, UInt64(dots << 2 | (hasHyphen ? 2 : 0) | (hasDigit ? 1 : 0))), at: index)
        add(Self.mixed(.host, UInt64(hostSteps << 8)), at: index)
        add(Self.mixed(.path, UInt64(pathSteps << 1 | (pathHasDigit ? 1 : 0))), at: index)
        add(
            Self.mixed(.path, UInt64((link.scheme == nil ? 0 : link.scheme == "http" ? 1 : 2) << 8)),
            at: index)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    /// The shares of capitals among Latin letters that are told apart, in percent.
    private static let capitalShares = [2, 6, 12, 25, 60]

    private mutating func addForm(of text: AnalyzedText) {
        guard !text.tokens.isEmpty else { return }
        let length = Int.bitWidth - text.tokens.count.leadingZeroBitCount
        add(Self.mixed(.length, UInt64(length)), at: 0)
        var (capitals, small) = (0, 0)
        for byte in text.text.utf8 {
            if byte >= 0x41, byte <= 0x5A { capitals += 1 }
            if byte >= 0x61, byte <= 0x7A { small += 1 }
        }
        guard capitals + small > 0 else { return }
        let percent = 100 * capitals / (capitals + small)
        add(Self.mixed(.capitals, UInt64(Self.capitalShares.count { percent >= $0 })), at: 0)
    }

    private mutating func add(_ hash: UInt64, at token: Int, isPair: Bool = false) {
        // The high bits of the product depend on all bits of the hash (Knuth, TAOCP 6.4).
        let hash = UInt32((hash &* Self.multiplier) >> 32)
        occurrences.append(
            Occurrence(hash: hash, token: Int32(truncatingIfNeeded: token), isPair: isPair))
    }

    /// 2^64 divided by the golden ratio.
    private static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

    private static func mixed(_ kind: Kind, _ value: UInt64) -> UInt64 {
        mixed(kind.rawValue &* multiplier, value)
    }

    private static func mixed(_ hash: UInt64, _ value: UInt64) -> UInt64 {
        let product = (hash ^ value) &* 0xD6E8_FEB8_6659_FD93
        return product ^ product >> 32
    }

    private static let number = mixed(.word, 0)
    private static let kinds = Dictionary(
        uniqueKeysWithValues: EntityKind.allCases.enumerated().map { ($1, mixed(.word, UInt64($0 + 1))) })
}

/// The one or two phrases of a text that weigh most: words in a row within a sentence.
struct WeightyPhrases {
    private static let most = 2
    /// A phrase has at most this many words, so that a mark on a picture doesn't cover a sentence.
    private static let longest = 6

    /// Their places in the raw text, in order.
    let places: [Range<Int>]

    /// - Parameters:
    ///   - parts: each token's part of the log-odds.
    ///   - isScam: whether they are to speak for a scam.
    init(_ parts: [Float], in text: AnalyzedText, isScam: Bool) {
        var phrases: [(tokens: Range<Int>, sum: Float)] = []
        for first in parts.indices {
            var (sum, best): (Float, (end: Int, sum: Float)) = (0, (first, 0))
            for next in first..<min(first + Self.longest, parts.count)
            where text.tokens[next].sentence == text.tokens[first].sentence {
                sum += isScam ? parts[next] : -parts[next]
                if sum > best.sum { best = (next + 1, sum) }
            }
            if best.end > first { phrases.append((first..<best.end, best.sum)) }
        }
        var chosen: [Range<Int>] = []
        for (tokens, _) in phrases.sorted(by: {
            ($1.sum, $0.tokens.lowerBound) < ($0.sum, $1.tokens.lowerBound)
        })
        where !chosen.contains(where: tokens.overlaps) {
            chosen.append(tokens)
            if chosen.count == Self.most { break }
        }
        if chosen.isEmpty, let best = parts.indices.max(by: { (parts[$0] < parts[$1]) == isScam }) {
            chosen = [best..<best + 1]
        }
        places = chosen.sorted { $0.lowerBound < $1.lowerBound }.map { text.place(of: $0) }
    }
}
