/// What is known of one language: the contents of its file in `Resources/languages`.
package struct LanguageProfile: Sendable {
    package var language: Language
    /// English name, as a sentence uses it: `German`.
    package var name: String
    package var script: Script
    /// Names of Tesseract's data for the language, such as `deu`. Empty where Tesseract has none.
    package var tessdata: [String] = []
    /// Whether short notices and phones themselves are mostly in this language: less evidence is asked for it.
    package var isDefault = false
    /// Letters of its script that other languages of the script may lack.
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

    package init(language: Language, name: String, script: Script) {
        self.language = language
        self.name = name
        self.script = script
    }
}

/// A list of words or phrases that phones and apps write themselves. The raw values are the keys below `screen:` in language
/// files.
package enum ScreenPhraseList: String, Sendable, CaseIterable {
    /// Words of lines that say when, how or whether something was sent: `today`, `march`, `delivered`.
    case timestamps
    /// Words that are a date by themselves: `yesterday`.
    case days
    /// Words that stand for a notification's age: `now`.
    case ages
    /// Words behind an age: the `ago` of `5 min ago`.
    case ago
    /// Units behind a number in an age: `min`.
    case ageUnits = "age_units"
    /// What stands behind a clock's time: `pm`.
    case clockSuffixes = "clock_suffixes"
    /// Messages of a letter or two: `ok`.
    case shortAnswers = "short_answers"
    /// Texts of an empty input field: `type a message`.
    case placeholders
    /// What apps write into the frame of a conversation: `the sender is not in your contacts`.
    case notices
    /// Texts of buttons and tabs: `report spam`.
    case buttons
    /// Texts of quick settings, and what stands below a list of notifications: `bluetooth`.
    case controls
    /// What stands under the name in a conversation's header: `last seen`.
    case presence
    /// Wide keys of a keyboard's lowest row: `space`.
    case keys
    /// Rows of a keyboard's letters: `qwertyuiop`.
    case keyRows = "key_rows"
    /// Beginnings of the lines above an e-mail: `subject:`.
    case mailLabels = "mail_labels"
    /// Beginnings of the line that names an e-mail's sender: `from:`.
    case mailSenders = "mail_senders"
    /// Whole lines around an e-mail: `inbox`.
    case mailMarks = "mail_marks"
    /// What stands for the owner as an e-mail's recipient: `to me`.
    case mailRecipients = "mail_recipients"
    /// Buttons below an e-mail: `reply all`.
    case mailAnswers = "mail_answers"
}
