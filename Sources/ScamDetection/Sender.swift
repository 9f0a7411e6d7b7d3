import TextAnalysis

enum Sender {
    /// The digits of a telephone number, with a plus before them if the picture shows one.
    case number(String)
    /// An e-mail address, of which only the host is kept.
    case mail(host: String)
    /// A number of `shortCodeDigits`, which only companies get.
    case shortCode
    /// The name of a contact or a profile, or a sender ID.
    case name(isOrganisation: Bool)

    /// The number of digits of a short code: the lengths that networks lease in most countries.
    private static let shortCodeDigits = 3...8
    /// The number of words of a person's name in an address book. Chosen on the development pictures.
    private static let nameWords = 1...5

    init?(of screen: ScreenContext, _ lexicon: Lexicon) {
        guard let sender = screen.sender else { return nil }
        let text = lexicon.analyzer.analyze(sender)
        guard let first = text.tokens.first else { return nil }
        if let number = text.entities.first(where: { $0.kind == .phone }) {
            self = .number(number.text)
        } else if let mail = text.entities.first(where: { $0.kind == .email }) {
            self = .mail(host: String(mail.text.drop { $0 != "@" }.dropFirst()))
        } else if text.tokens.count == 1, Self.shortCodeDigits.contains(first.range.count),
            sender.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        {
            self = .shortCode
        } else {
            let mentions = lexicon.organisations.mentions(in: text, includesCommon: true)
            self = .name(isOrganisation: !mentions.isEmpty)
        }
    }

    /// Whether the phone has no name for the sender.
    var isUnknown: Bool {
        switch self {
        case .number, .mail: true
        case .shortCode, .name: false
        }
    }

    /// Whether a name is a person's as people keep them: a few words without digits, and without the capitals inside
    /// words that sender IDs have.
    static func isPersonal(_ name: String) -> Bool {
        let words = name.split { $0 == " " || $0 == "-" || $0 == "'" || $0 == "\u{2019}" }
        return nameWords.contains(words.count) && name.contains(where: \.isLetter)
            && name.allSatisfy { !$0.isNumber && $0 != "@" && $0 != "." && $0 != "_" }
            && !words.contains { $0.drop { !$0.isLetter }.dropFirst().contains(where: \.isUppercase) }
    }
}
