/// The languages that a text seems to be written in, by its scripts and, for Latin letters, by its frequent words.
package struct TextLanguages: Sendable, Equatable {
    /// Most evidence first; a mixed text has more than one. Empty where there is too little to tell, and where the words are none of a
    /// known language.
    package private(set) var ranked: [Language] = []
    /// Enough words to know that they are of no language known here.
    package private(set) var isUnknown = false
    /// Whether the evidence is enough to rule other languages in Latin letters out.
    package private(set) var isCertain = false

    package init() {}

    /// - Parameter ranked: most evidence first.
    package init(_ ranked: [Language]) {
        self.ranked = ranked
        isCertain = !ranked.isEmpty
    }

    /// Linear in the text; a few nanoseconds a word.
    init(of tokens: [Token], in text: NormalizedText) {
        var evidence = Evidence()
        evidence.count(tokens, in: text)
        let found = evidence.found
        ranked = found.map(\.language)
        isCertain = found.first.map { $0.points >= Evidence.certainPoints } ?? false
        isUnknown = ranked.isEmpty && evidence.isForeign
    }
}

/// What speaks for each language: points for words, and for letters of scripts that one language is written in.
private struct Evidence {
    /// Fewer points say nothing. A word that only one language has makes four.
    static let fewestPoints: UInt32 = 8
    static let certainPoints = 14.0
    /// English is the language of short notices and of phones themselves.
    static let fewestEnglishPoints: UInt32 = 4
    /// A text of this many words in Latin letters is in another language if too few of them are known.
    static let fewestForUnknown = 10
    /// Known words make up at least one in so many.
    static let sparsest = 10
    /// A further language must have at least this part of the strongest one's points.
    static let leastShare = 0.4

    private var points = SIMD32<UInt32>()
    private var marks: [Language: Int] = [:]
    private var scripts = SIMD16<UInt32>()
    private(set) var latinWords = 0
    private var knownWords = 0

    mutating func count(_ tokens: [Token], in text: NormalizedText) {
        var index = 0
        let table = WordTable.shared
        for token in tokens where token.kind == nil {
            while index < text.count, text.start[index] < token.range.lowerBound { index += 1 }
            guard index < text.count else { break }
            let script = Script(text.folded[index])
            scripts[script.rawValue] &+= 1
            switch script {
            case .latin:
                latinWords += 1
                var languages = table.languages(of: token.key)
                guard languages != 0 else { continue }
                knownWords += 1
                let isLetter = token.range.count == 1
                let worth: UInt32 =
                    isLetter ? 1 : languages.nonzeroBitCount == 1 ? 4 : languages.nonzeroBitCount == 2 ? 2 : 1
                while languages != 0 {
                    points[languages.trailingZeroBitCount] &+= worth
                    languages &= languages - 1
                }
            case .cyrillic, .arabic:
                // Letters inside the word tell neighbours apart.
                var at = index
                while at < text.count, text.start[at] < token.range.upperBound {
                    if let language = Script.mark(text.folded[at]) { marks[language, default: 0] += 1 }
                    at += 1
                }
            default: break
            }
        }
    }

    var isForeign: Bool { latinWords >= Self.fewestForUnknown && knownWords * Self.sparsest < latinWords }

    /// Strongest first.
    var found: [(language: Language, points: Double)] {
        var found: [(language: Language, points: Double)] = []
        if knownWords * Self.sparsest >= latinWords {
            for (number, language) in WordTable.languages.enumerated() {
                let fewest = language == .english ? Self.fewestEnglishPoints : Self.fewestPoints
                if points[number] >= fewest { found.append((language, Double(points[number]))) }
            }
        }
        // A word of another script weighs as much as a word that only one language has.
        for script in Script.allCases {
            guard scripts[script.rawValue] > 0, let language = language(of: script) else { continue }
            let words = Double(scripts[script.rawValue]) * (script.isSpaceless ? 0.5 : 1)
            found.append((language, 4 * words))
        }
        guard let most = found.map(\.points).max() else { return [] }
        return found.filter { $0.points >= most * Self.leastShare }
            .sorted { ($1.points, $0.language.rawValue) < ($0.points, $1.language.rawValue) }
    }

    private func language(of script: Script) -> Language? {
        switch script {
        case .latin, .other: nil
        case .han: scripts[Script.kana.rawValue] * 8 > scripts[script.rawValue] ? nil : .chinese
        case .kana: .japanese
        case .hangul: .korean
        case .cyrillic: marks[.ukrainian] == nil ? .russian : .ukrainian
        case .arabic: marks[.urdu] != nil ? .urdu : marks[.persian] != nil ? .persian : .arabic
        case .greek: .greek
        case .hebrew: .hebrew
        case .devanagari: .hindi
        case .bengali: .bengali
        case .tamil: .tamil
        case .thai: .thai
        }
    }
}

/// Which script a letter is of.
private enum Script: Int, CaseIterable {
    case latin, han, kana, hangul, cyrillic, arabic, greek, hebrew, devanagari, bengali, tamil, thai, other

    /// A token of these is a character, not a word.
    var isSpaceless: Bool { self == .han || self == .kana || self == .thai }

    init(_ scalar: UInt32) {
        switch scalar {
        case 0x61...0x7A, 0xDF...0x24F, 0x1E00...0x1EFF: self = .latin
        case ..<0x370: self = .other
        case 0x370...0x3FF: self = .greek
        case 0x400...0x52F: self = .cyrillic
        case 0x590...0x5FF: self = .hebrew
        case 0x600...0x6FF, 0x750...0x77F: self = .arabic
        case 0x900...0x97F: self = .devanagari
        case 0x980...0x9FF: self = .bengali
        case 0xB80...0xBFF: self = .tamil
        case 0xE00...0xE7F: self = .thai
        case 0x3041...0x30FF: self = .kana
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF: self = .han
        case 0x1100...0x11FF, 0xAC00...0xD7A3: self = .hangul
        default: self = .other
        }
    }

    /// The language whose alphabet alone has this Cyrillic or Arabic letter.
    static func mark(_ scalar: UInt32) -> Language? {
        switch scalar {
        case 0x454, 0x456, 0x457, 0x491: .ukrainian
        case 0x679, 0x688, 0x691, 0x6BA, 0x6C1, 0x6D2: .urdu
        case 0x67E, 0x686, 0x698, 0x6AF: .persian
        default: nil
        }
    }
}

/// By word, the languages in Latin letters that have it. Open addressing: a look-up costs a few nanoseconds.
private struct WordTable {
    static let shared = WordTable()
    /// In the order of the masks' bits; at most 32.
    static let languages = Language.allCases.filter(\.isLatin)

    private var keys: [UInt64]
    private var masks: [UInt32]
    private static let bits: UInt64 = 13

    private init() {
        keys = Array(repeating: 0, count: 1 << Self.bits)
        masks = Array(repeating: 0, count: 1 << Self.bits)
        for (number, language) in Self.languages.enumerated() {
            for word in FunctionWords.latin[language] ?? [] { insert(WordKey(word: word), number) }
            for word in (MessageWords.latin[language] ?? "").split(separator: " ") {
                insert(WordKey(word: word), number)
            }
        }
    }

    private func place(_ key: WordKey) -> Int {
        var place = Int((key.value &* 0x9E37_79B9_7F4A_7C15) >> (64 - Self.bits))
        while masks[place] != 0, keys[place] != key.value { place = (place + 1) & (masks.count - 1) }
        return place
    }

    private mutating func insert(_ key: WordKey, _ language: Int) {
        let place = place(key)
        keys[place] = key.value
        masks[place] |= 1 << UInt32(language)
    }

    func languages(of key: WordKey) -> UInt32 { masks[place(key)] }
}
