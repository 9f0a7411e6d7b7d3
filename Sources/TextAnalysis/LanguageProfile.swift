/// What is known of one language: the contents of its file in `Resources/languages`.
package struct LanguageProfile: Sendable {
    package var language: Language
    /// The language's English name as it stands within a sentence: `German`.
    package var name: String
    package var script: Script
    /// Names of Tesseract's data for the language, such as `deu`. Empty where Tesseract has none.
    package var tessdata: [String] = []
    /// Whether the line model of `Resources/tessdata` knows all of the language's letters.
    package var usesLineModel: Bool
    /// Whether short notices and phones themselves are mostly in this language: less evidence is asked for it.
    package var isDefault = false
    /// Whether it writes all nouns with a capital, so that a capital shows no name.
    package var capitalisesNouns = false
    /// Whether it writes compounds as one word, which lists of words lack.
    package var writesCompounds = false
    /// Letters of the language that other languages of its script may lack.
    package var letters: Set<UInt32> = []
    /// A further script whose characters its texts hold: Han in Japanese.
    package var mixedWith: Script?
    /// Words that hardly any sentence does without, in lower case, also without accents where text recognition may leave
    /// them out. Only languages in Latin letters have any.
    package var functionWords: Set<String> = []
    /// Further words that are frequent in messages: they tell short texts apart.
    package var messageWords: [String] = []
    /// Words and phrases that phones and apps write, by list.
    package var screenPhrases: [ScreenPhraseList: [String]] = [:]
    /// Words beside which names and postal addresses stand, by list.
    package var personalWords: [PersonalWordList: [String]] = [:]
    /// Words by which texts are cut into words, sentences and links, by list.
    package var textWords: [TextWordList: [String]] = [:]
    /// Names of currencies and large numbers with what they stand for, by list.
    package var moneyWords: [MoneyWordList: [String]] = [:]

    package init(language: Language, name: String, script: Script) {
        self.language = language
        self.name = name
        self.script = script
        usesLineModel = script == .latn
    }
}

/// A list of words or phrases that phones and apps write themselves. The raw values are the keys below `screen:` in language
/// files.
package enum ScreenPhraseList: String, Sendable, CaseIterable {
    /// Words of lines that say when, how or whether something was sent: `today`, `march`, `delivered`.
    case timestamps
    /// Words that are a date by themselves: `yesterday`.
    case days
    /// Words for the day of the picture: `today`.
    case today
    /// Words that state a notification's age by themselves: `now`.
    case ages
    /// Words that follow an age: the `ago` of `5 min ago`.
    case ago
    /// Units of time that follow a number in an age: `min`.
    case ageUnits = "age_units"
    /// Words that follow the time of a clock: `pm`.
    case clockSuffixes = "clock_suffixes"
    /// Complete messages of one or two letters: `ok`.
    case shortAnswers = "short_answers"
    /// Hints that an app shows in an empty input field: `type a message`.
    case placeholders
    /// Remarks that an app shows within a conversation: `the sender is not in your contacts`.
    case notices
    /// Labels of buttons and tabs: `report spam`.
    case buttons
    /// Labels of quick settings, and texts below a list of notifications: `bluetooth`.
    case controls
    /// Texts below the name in a conversation's header: `last seen`.
    case presence
    /// Labels of the wide keys in a keyboard's lowest row: `space`.
    case keys
    /// Words with which the lines above an e-mail begin: `subject:`.
    case mailLabels = "mail_labels"
    /// Words with which the line that names an e-mail's sender begins: `from:`.
    case mailSenders = "mail_senders"
    /// Complete lines that mail apps show around an e-mail: `inbox`.
    case mailMarks = "mail_marks"
    /// Words that name the owner as an e-mail's recipient: `to me`.
    case mailRecipients = "mail_recipients"
    /// Labels of the buttons below an e-mail: `reply all`.
    case mailAnswers = "mail_answers"
}

/// A list of words by which a person's name or postal address is found. The raw values are the keys below `personal:` in language
/// files.
package enum PersonalWordList: String, Sendable, CaseIterable {
    /// Words with which a message addresses somebody: `dear`.
    case greetings
    /// Words in a name's place that name nobody: the `customer` of `dear customer`.
    case addressees
    /// Words before a name: `mrs`.
    case titles
    /// Words that join names: `and`.
    case conjunctions
    /// Words before a noun, which is no name then: `your`.
    case determiners
    /// Words behind a name that go on with what somebody does: `will`.
    case auxiliaries
    /// Words of menus, buttons and headings: `settings`.
    case interface
    /// Words of forms beside or above what is somebody's own: `passenger`.
    case labels
    /// Frequent words that are names too: `grace`.
    case wordNames = "word_names"
    /// Words with a capital that name nobody: languages, countries, feasts, messengers.
    case properWords = "proper_words"
    /// The names of months, whole and short.
    case months
    /// Words for streets: behind a street's name (`street`), before it (`rue*`), or its ending (`*strasse`).
    case streets
}

/// A list of words by which texts are cut into words, sentences and links. The raw values are the keys below `text:` in language files.
package enum TextWordList: String, Sendable, CaseIterable {
    /// Words that lose their end before an apostrophe and are words of their own there: the `l` of `l'adresse`.
    case elisions
    /// What stands behind the apostrophe of a word for `I`, as which an `l` may be meant: the `ll` of `i'll`.
    case contractions
    /// Words of two or three letters behind which a full stop ends no sentence: `mr`.
    case abbreviations
    /// Words that end a sentence, none of them a site that people link to without a path: the `thanks` of `Thanks.Me`.
    case sentenceEnds = "sentence_ends"
    /// Top-level domains that are everyday words, so that a missing blank makes a link of two words: `me`.
    case suffixWords = "suffix_words"
    /// Those that messages glue to words more often than they link to such a site without a path: `at`.
    case gluedSuffixes = "glued_suffixes"
}

/// A list of names of currencies or large numbers. The raw values are the keys below `money:` in language files; entries are a name, a
/// colon, and a currency's code (that of ISO 4217, or `BTC`, `ETH`, `USDT`, `USDC`) or a factor.
package enum MoneyWordList: String, Sendable, CaseIterable {
    /// Signs and letters before an amount; those of one character that is no letter stand behind it too: `$:USD`, `us$:USD`.
    case symbols
    /// Codes before or behind an amount. Their names may stand for themselves: `usd`, `rm:MYR`.
    case codes
    /// Codes that are everyday words too, so that they count in capitals only: `try`.
    case shoutedCodes = "shouted_codes"
    /// Words behind an amount: `dollars:USD`.
    case words
    /// Words for a hundredth of a currency's unit: `cents:USD`.
    case hundredths
    /// Words behind a number and a blank that multiply it: `lakh:1e5`.
    case scales
    /// Letters directly behind a number that multiply it: `k:1e3`.
    case gluedScales = "glued_scales"
}

/// A language, named by its ISO 639 code such as `en`. What is known of a language stands in its file: see `Languages`.
package struct Language: Sendable, Hashable, Comparable, ExpressibleByStringLiteral {
    /// Two or three lower-case letters: ISO 639-1, or ISO 639-3 where that has none.
    package let code: String

    package init(_ code: String) { self.code = code }

    package init(stringLiteral code: String) { self.init(code) }

    package static func < (one: Language, other: Language) -> Bool { one.code < other.code }
}

/// Phrases to compare texts with, in lower case. A phrase that ends in `*` stands for every text that begins with it.
package struct PhraseSet: Sendable {
    private var wholes: Set<String> = []
    private var beginnings: [String] = []

    init(_ phrases: some Sequence<String>) {
        for phrase in phrases {
            if phrase.hasSuffix("*") {
                beginnings.append(String(phrase.dropLast()))
            } else {
                wholes.insert(phrase)
            }
        }
    }

    package func contains(_ text: some StringProtocol) -> Bool {
        wholes.contains(String(text)) || beginnings.contains(where: text.hasPrefix)
    }
}
