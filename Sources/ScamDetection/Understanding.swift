import Foundation
package import TextAnalysis
package import Texts

/// How much of a text was understood: the share of its letters that were read right, and that are words of languages with rules. A low
/// risk must be earned: where less was understood, nothing is known of the rest.
struct Understanding {
    /// The least share of a low risk. Of screenshots that were tilted, bent, blurred or shrunk until less than 60 % of their words were
    /// right, 1 % have more; of real screenshots of genuine messages and apps, 1 % have less (docs/evaluation.md).
    static let least = 2.0 / 3

    /// A text with fewer letters hides nothing in them.
    private static let minLetters = 8

    /// The share of the letters outside links, numbers and the like; 1 where there are hardly any.
    let share: Double
    /// Whether most of the letters are of languages without rules.
    let isForeign: Bool

    /// - Parameters:
    ///   - spelling: how words of the rules' languages are spelled.
    ///   - known: all languages that texts are told apart by.
    ///   - judged: the languages with rules.
    init(of text: AnalyzedText, spelling: Spelling, among known: Languages, judged: [Language]) {
        let latin = text.languages.ranked.first(where: known.isWorded)
        let isLatinJudged = latin.map(judged.contains) ?? true
        func isJudged(_ script: Script) -> Bool {
            if script == .latn { return isLatinJudged }
            guard case .some(.some(let language)) = text.languages.scripts[script] else { return false }
            return judged.contains(language)
        }
        var letters = 0
        var foreign = 0
        var understood = 0.0
        var isLetterBefore = false
        for token in text.tokens where token.kind == nil {
            let word = text.scalars(of: token)
            // Letters one by one are what is read where they stand too far apart to be words.
            let isLetter = word.count == 1 && !token.isDisguised
            defer { isLetterBefore = isLetter }
            guard let first = word.first(where: { !$0.isASCIIDigit }) else { continue }
            letters += word.count
            let script = Script(of: first)
            guard isJudged(script) else {
                foreign += word.count
                continue
            }
            if isLetter && isLetterBefore && script == .latn { continue }
            let isWord = token.isDisguised || script != .latn || spelling.allows(word)
            let confidence = text.readingConfidence(of: token.range)
            understood += Double(word.count) * Self.probability(isWord: isWord, confidence)
        }
        letters += text.screen?.unreadLetters ?? 0
        share = letters < Self.minLetters ? 1 : understood / Double(letters)
        isForeign = foreign * 2 > letters
    }

    /// The probability that a word is understood.
    ///
    /// For words on a picture it is the probability that they were read right: a logistic regression on the words of the screenshots
    /// above.
    /// - Parameters:
    ///   - isWord: whether it is spelled as words of the rules' languages are.
    ///   - confidence: the confidence with which it was read; nil for a word that somebody typed. Of those that aren't spelled so, most
    ///     are names, slang and abbreviations in genuine messages, and disguised words in others: they count less than half.
    private static func probability(isWord: Bool, _ confidence: Double?) -> Double {
        guard let confidence else { return isWord ? 1 : 0.4 }
        let score = isWord ? 6.0 * confidence - 4.0 : 8.0 * confidence - 6.7
        return 1 / (1 + exp(-score))
    }
}

extension Verdict {
    /// Takes a low risk back if too little was understood, and says why.
    mutating func limit(by understanding: Understanding, among known: Languages) {
        understood = understanding.share
        guard riskLevel == .low, understanding.share < Understanding.least else { return }
        if understanding.isForeign {
            takeBackLow(
                because: languages.detected.first.map {
                    Sentence(
                        VerdictText.noRulesForLanguage,
                        ["language": .language($0.code, english: known.name(of: $0))])
                } ?? Sentence(VerdictText.noRules))
        } else {
            let percent = Int((100 * understanding.share).rounded())
            takeBackLow(because: Sentence(VerdictText.fewWordsRead, ["percent": .number(percent)]))
        }
    }

    /// Makes a low risk an unknown one, and says why. An unknown one gets one more reason.
    package mutating func takeBackLow(because reason: Sentence) {
        switch riskLevel {
        case .medium, .high: return
        case .unknown: explanation.append(reason)
        case .low:
            riskLevel = .unknown
            confidence = 0
            category = .unknown
            decidedBy = []
            explanation = [reason] + (findings.contains { $0.weight > 0 } ? explanation : [])
        }
    }
}

/// Which languages a text is in, and which languages' rules judged it beside those for all texts.
package struct LanguageCoverage: Sendable, Equatable {
    /// The text's languages, the one with most evidence first; empty where the words don't tell.
    package var detected: [Language] = []
    /// The languages whose rules were tried on passages that may be in them, in alphabetical order.
    package var rules: [Language] = []
    /// Whether most of the text could be judged by its words. That is so for a text too short to tell its language: all rules for
    /// Latin letters were applied to it.
    package var isCovered = true

    init() {}

    /// - Parameter installed: languages that there are rules for.
    init(of text: TextLanguages, by installed: RuleLanguages) {
        detected = text.ranked
        // Whatever else the text holds, no language is left out: who wrote it could otherwise switch a language's rules off by adding
        // sentences in another.
        rules = zip(installed.all, installed.scripts).filter { language, script in
            script == .latn || text.scripts.keys.contains(script) || detected.contains(language)
        }.map(\.0)
        isCovered =
            !text.isCertain && !text.isUnknown || detected.first.map(installed.all.contains) ?? false
    }

    /// The languages whose rules were applied. Those for which the words speak come first.
    var byEvidence: [Language] { detected.filter(rules.contains) + rules.filter { !detected.contains($0) } }

    /// Whether rules of a language are applied to a passage. They aren't where the passage is certainly in others, which share words
    /// with it; whatever language the rest of the text is in doesn't count.
    /// - Parameter latin: the languages in Latin letters.
    func includes(
        _ language: Language, at passage: Range<Int>, of text: AnalyzedText, latin: [Language]
    ) -> Bool {
        if detected.contains(language) || !latin.contains(language) { return rules.contains(language) }
        let languages = text.languages(around: passage)
        return !languages.isCertain || languages.ranked.contains(language)
    }
}

/// The languages that there are rules for.
struct RuleLanguages: Sendable {
    /// In alphabetical order.
    let all: [Language]
    /// The script of each.
    let scripts: [Script]
    let latin: [Language]

    init(_ languages: Set<Language>, among known: Languages) {
        let all = languages.sorted()
        self.all = all
        scripts = all.map { known[$0]?.script ?? .other }
        latin = all.filter(known.isWorded)
    }
}
