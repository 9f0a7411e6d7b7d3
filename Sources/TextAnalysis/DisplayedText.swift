/// A text as a screen shows it, in the order in which it is read: markup resolved, explicit directions followed, and letters that stand
/// on their heads turned back. A text that was read from a picture needs none of this.
///
/// Where somebody hid a word by these means, a word joiner stands inside it, so that it counts as a word with hidden characters.
struct DisplayedText {
    private(set) var text: String

    /// The invisible character that marks a word that was hidden.
    static let joiner: Unicode.Scalar = "\u{2060}"

    init(_ raw: String, languages: Languages) {
        text = raw
        let signs = Signs(raw)
        if signs.hasMarkup { text = Markup.resolved(text) }
        // A character reference may stand for any sign, also for that of a direction.
        let resolved = signs.hasMarkup ? Signs(text) : signs
        if resolved.hasDirections { text = DirectionalText.inReadingOrder(text) }
        if resolved.hasTurned { text = TurnedText(languages).upright(text) }
        if let upright = Self.joiningLetters(text) { text = upright }
    }

    /// The fewest lines of single letters, and the share of all lines that they are at least, for which a text is read from top to bottom.
    private static let fewestLetterLines = 12
    private static let shareOfLetterLines = 0.9

    /// A text that has a letter on each line, in lines from left to right; nil for any other.
    private static func joiningLetters(_ text: String) -> String? {
        guard text.utf8.count(where: { $0 == 0x0A }) >= fewestLetterLines else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.drop(while: \.isWhitespace) }
        let letters = lines.count { $0.dropFirst().allSatisfy(\.isWhitespace) }
        guard Double(letters) >= shareOfLetterLines * Double(lines.count) else { return nil }
        return lines.map { line in
            guard let first = line.first else { return " " }
            return line.dropFirst().allSatisfy(\.isWhitespace) ? String(first) : " \(line) "
        }
        .joined()
    }

    /// What of all this occurs in a text, found in one pass, since hardly any text has any of it.
    private struct Signs {
        var hasMarkup = false
        var hasDirections = false
        var hasTurned = false

        init(_ text: String) {
            var text = text
            text.withUTF8 { read($0) }
        }

        private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
            for index in bytes.indices {
                let byte = bytes[index]
                if byte < 0x80 {
                    if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") { hasMarkup = true }
                    continue
                }
                // Signs of directions are U+202A to U+202E and U+2066 to U+2069. Letters on their heads are U+01DD and phonetic ones.
                switch (bytes[max(0, index - 1)], byte) {
                case (0x80, 0xAA...0xAE), (0x81, 0xA6...0xA9): hasDirections = true
                case (0xC7, 0x9D), (0xC9...0xCA, _): hasTurned = true
                default: break
                }
            }
        }
    }

    /// Puts a joiner behind the first letter of each word of two letters or more.
    static func marked(_ scalars: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        var length = 0
        for scalar in scalars {
            let isLetter = CharacterClass(scalar.value) == .letter
            if isLetter, length == 1 { result.append(joiner) }
            length = isLetter ? length + 1 : 0
            result.append(scalar)
        }
        return result
    }
}

/// Turns letters back that stand on their heads (`ʎɟᴉɹǝʌ`), in one stretch of words after the other.
struct TurnedText {
    private let languages: Languages

    /// What each sign looks like on its head, as pairs of an upright sign and a turned one. Several turned signs may stand for one.
    private static let turned = pairs(
        """
        aɐ cɔ eǝ fɟ gƃ gᵷ gɓ hɥ iᴉ iı jɾ jſ jɿ kʞ lꞁ lʅ mɯ rɹ tʇ vʌ wʍ yʎ A∀ AⱯ BꓭBᗺ CƆ CꓛCↃ Dᗡ EƎ FℲ Fꓞ G⅁ GꓨGפ Kꓘ LꓶL˥ L⅂ \
        P\u{500} PꝹ Rꓤ Rᴚ T⊥ T┴ Tꓕ U∩ UՈ VΛ Vꓥ Y⅄ JᒋJꓩ QὉ 1Ɩ 1⇂ 2ᄅ 3Ɛ 4ㄣ 4ߤ 5ϛ 7ㄥ 7Ɫ ?¿ !¡ &⅋ ñᴎ
        """)
    /// Signs that are upright or turned, and signs that look the same on their heads.
    private static let ambiguous = pairs(
        """
        bq qb dp pd nu un WM MW 69 96 .˙ ,' ', "„ _‾ )( () ][ [] ll oo ss xx zz HH II NN OO SS XX ZZ 00 88 -- ::
        """)

    /// The fewest different turned letters of a stretch. Phonetic spellings of single words have fewer.
    private static let minLetters = 3

    private static func pairs(_ text: String) -> [Unicode.Scalar: Unicode.Scalar] {
        let scalars = text.unicodeScalars.filter { $0 != " " && $0 != "\n" }
        var pairs: [Unicode.Scalar: Unicode.Scalar] = [:]
        for index in stride(from: 0, to: scalars.count - 1, by: 2) {
            let place = scalars.index(scalars.startIndex, offsetBy: index)
            pairs[scalars[scalars.index(after: place)]] = scalars[place]
        }
        return pairs
    }

    init(_ languages: Languages) { self.languages = languages }

    /// Returns the text with its turned stretches upright.
    func upright(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        let words = Self.words(scalars)
        var result = String.UnicodeScalarView()
        var copied = 0
        var index = 0
        while index < words.count {
            guard words[index].isTurned else {
                index += 1
                continue
            }
            var (first, last) = (index, index)
            while first > 0, words[first - 1].isPossible, words[first - 1].range.lowerBound >= copied {
                first -= 1
            }
            while last + 1 < words.count, words[last + 1].isPossible || words[last + 1].isTurned { last += 1 }
            let range = words[first].range.lowerBound..<words[last].range.upperBound
            index = last + 1
            guard Set(scalars[range].lazy.filter { Self.turned[$0] != nil }).count >= Self.minLetters else {
                continue
            }
            result += scalars[copied..<range.lowerBound]
            result += DisplayedText.marked(best(scalars[range]))
            copied = range.upperBound
        }
        guard copied > 0 else { return text }
        result += scalars[copied...]
        return String(result)
    }

    private struct Word {
        var range: Range<Int>
        /// Whether the word can only be one on its head, since it has a turned letter.
        var isTurned = false
        /// Whether each of its signs may be one on its head.
        var isPossible = true
    }

    private static func words(_ scalars: [Unicode.Scalar]) -> [Word] {
        var words: [Word] = []
        var index = 0
        while index < scalars.count {
            guard !scalars[index].properties.isWhitespace else {
                index += 1
                continue
            }
            var word = Word(range: index..<index)
            while index < scalars.count, !scalars[index].properties.isWhitespace {
                if turned[scalars[index]] != nil {
                    word.isTurned = true
                } else if ambiguous[scalars[index]] == nil, scalars[index].properties.isAlphabetic {
                    word.isPossible = false
                }
                index += 1
            }
            word.range = word.range.lowerBound..<index
            word.isTurned = word.isPossible && word.isTurned
            words.append(word)
        }
        return words
    }

    /// The stretch letter by letter, or read from its end, whichever has more words that languages are known by. Whoever turns a
    /// telephone reads from the end.
    private func best(_ stretch: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
        let forward = stretch.map { Self.turned[$0] ?? Self.ambiguous[$0] ?? $0 }
        let backward = Array(forward.reversed())
        return count(forward) > count(backward) ? forward : backward
    }

    private func count(_ scalars: [Unicode.Scalar]) -> Int {
        var text = String.UnicodeScalarView()
        text += scalars
        let words = String(text).lowercased().split { !$0.isLetter }
        return words.count { languages.mask(of: WordKey(word: $0)) != 0 }
    }
}
