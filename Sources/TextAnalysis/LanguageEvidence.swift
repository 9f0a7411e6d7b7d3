/// What in a text speaks for each language: points for words of languages in Latin letters, and for words in other scripts.
/// All figures were chosen on the development messages; docs/rules.md says how well they tell languages apart.
struct LanguageEvidence {
    /// Points of a word that one language alone has, and of a word in a script other than Latin.
    private static let ownWordPoints: UInt32 = 4
    /// Points of a word that belongs to exactly two languages.
    private static let sharedWordPoints: UInt32 = 2
    /// Points of a word that belongs to more than two languages, and of a single letter.
    private static let commonWordPoints: UInt32 = 1
    /// A language needs at least this many points to be found: those of two words that belong to it alone.
    private static let minPoints: UInt32 = 8
    /// The default language, in which most short notices are written, needs only this many points.
    private static let minDefaultPoints: UInt32 = 4
    /// Smallest number of words in Latin letters by which a text can be found to be in an unknown language.
    private static let minWordsForUnknown = 10
    /// In a text of a known language, at least one of this many words is a known word.
    private static let wordsPerKnownWord = 10
    /// A language with this many points or more rules out all other languages in Latin letters.
    static let certainPoints = 10.0
    /// A further language is one of the text's main ones if it has at least this share of the strongest language's points.
    static let minShare = 0.4
    /// A language that mixes two scripts, as Japanese does, is assumed if for each of its own characters there are fewer than
    /// this many of the other script's. Japanese texts have more Kana than Han.
    private static let mixedRatio: UInt32 = 8
    /// A character of a script without spaces counts as this part of a word: words there have two characters on average.
    private static let wordsPerCharacter = 0.5

    private let languages: Languages
    /// The points of each language of `Languages.worded`, in the same order.
    private var points: [UInt32]
    /// The number of words in each script, indexed by `Script.rawValue`.
    private var words = [UInt32](repeating: 0, count: Script.allCases.count)
    /// The text's letters that only some languages of a script have.
    private var letters: Set<UInt32> = []
    private var knownWords = 0

    init(_ languages: Languages) {
        self.languages = languages
        points = [UInt32](repeating: 0, count: languages.worded.count)
    }

    mutating func count(_ tokens: ArraySlice<Token>, in text: NormalizedText) {
        for token in tokens where token.kind == nil {
            // A Latin word in disguise may be in letters of another script.
            let script =
                token.disguise == .lookalike ? .latn : Script(of: text.folded[token.span.lowerBound])
            words[Int(script.rawValue)] &+= 1
            if script == .latn {
                countWord(token)
            } else if languages.isShared(script) {
                letters.formUnion(text.folded[token.span].filter(languages.distinctiveLetters.contains))
            }
        }
    }

    private mutating func countWord(_ token: Token) {
        var mask = languages.mask(of: token.key)
        guard mask != 0 else { return }
        knownWords += 1
        let worth =
            switch mask.nonzeroBitCount {
            case _ where token.range.count == 1: Self.commonWordPoints
            case 1: Self.ownWordPoints
            case 2: Self.sharedWordPoints
            default: Self.commonWordPoints
            }
        while mask != 0 {
            points[mask.trailingZeroBitCount] &+= worth
            mask &= mask - 1
        }
    }

    /// The scripts of the text's words but Latin, each with the language that its letters show; nil for a script of no known language.
    var scripts: [Script: Language?] {
        var scripts: [Script: Language?] = [:]
        for script in Script.allCases where script != .latn && words[Int(script.rawValue)] > 0 {
            scripts[script] = .some(language(of: script) ?? mixingLanguage(of: script))
        }
        return scripts
    }

    /// The language to which characters belong that are mixed into another script: Japanese for Han beside Kana.
    private func mixingLanguage(of script: Script) -> Language? {
        languages.scripts(mixedWith: script).lazy.compactMap { language(of: $0) }.first
    }

    private var latinWords: Int { Int(words[Int(Script.latn.rawValue)]) }

    private var isMostlyUnknown: Bool { knownWords * Self.wordsPerKnownWord < latinWords }

    /// Whether there are enough words to say that they are of no known language.
    var isForeign: Bool { latinWords >= Self.minWordsForUnknown && isMostlyUnknown }

    /// The languages for which the text's words and letters speak, the strongest first.
    var found: [(language: Language, points: Double)] {
        var found: [(language: Language, points: Double)] = []
        if !isMostlyUnknown {
            for (language, points) in zip(languages.worded, points) where points >= Self.minDefaultPoints {
                let isDefault = language == languages.defaultLanguage
                if points >= (isDefault ? Self.minDefaultPoints : Self.minPoints) {
                    found.append((language, Double(points)))
                }
            }
        }
        for script in Script.allCases where words[Int(script.rawValue)] > 0 {
            guard let language = language(of: script) else { continue }
            let count =
                Double(words[Int(script.rawValue)]) * (script.isSpaceless ? Self.wordsPerCharacter : 1)
            found.append((language, Double(Self.ownWordPoints) * count))
        }
        return found.sorted { ($1.points, $0.language) < ($0.points, $1.language) }
    }

    private func language(of script: Script) -> Language? {
        guard script != .latn, script != .other else { return nil }
        let count = words[Int(script.rawValue)]
        // Han characters beside Kana belong to a Japanese text, which has the points of its Kana.
        let isMixedIn = languages.scripts(mixedWith: script).contains {
            words[Int($0.rawValue)] * Self.mixedRatio > count
        }
        return isMixedIn ? nil : languages.language(of: script, with: letters)
    }
}

/// The languages that a text seems to be written in, by its scripts and, for Latin letters, by its frequent words.
package struct TextLanguages: Sendable, Equatable {
    /// The language with most evidence first; a mixed text has several. Empty where there is too little to tell, and where the
    /// words are of no known language.
    package private(set) var ranked: [Language] = []
    /// The scripts of the text's words but Latin, each with the language that its letters show; nil for a script of no known language.
    package private(set) var scripts: [Script: Language?] = [:]
    /// Whether the text has enough words to know that they belong to no known language.
    package private(set) var isUnknown = false
    /// Whether the evidence is enough to rule other languages in Latin letters out.
    package private(set) var isCertain = false

    package init() {}

    /// - Parameter ranked: the languages; the one with most evidence comes first.
    package init(_ ranked: [Language]) {
        self.ranked = ranked
        isCertain = !ranked.isEmpty
    }

    /// Finds the languages of a text in time linear in its length.
    init(of tokens: ArraySlice<Token>, in text: NormalizedText, known: Languages) {
        var evidence = LanguageEvidence(known)
        evidence.count(tokens, in: text)
        let found = evidence.found
        let most = found.first?.points ?? 0
        ranked = found.filter { $0.points >= most * LanguageEvidence.minShare }.map(\.language)
        scripts = evidence.scripts
        isCertain = most >= LanguageEvidence.certainPoints
        isUnknown = found.isEmpty && evidence.isForeign
    }
}
