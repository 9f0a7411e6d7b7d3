import TextAnalysis

/// Who a picture says that a message is from.
enum Sender {
    /// Digits with a plus before them if it shows one.
    case number(String)
    /// The host of an e-mail address.
    case mail(host: String)
    /// 3–8 digits, which only companies get.
    case shortCode
    /// A contact, a profile or a sender ID.
    case name(isOrganisation: Bool)

    /// Nil where the picture doesn't say.
    init?(of screen: ScreenContext, _ lexicon: Lexicon) {
        guard let sender = screen.sender else { return nil }
        let text = lexicon.analyzer.analyze(sender)
        guard let first = text.tokens.first else { return nil }
        if let number = text.entities.first(where: { $0.kind == .phone }) {
            self = .number(number.text)
        } else if let mail = text.entities.first(where: { $0.kind == .email }) {
            self = .mail(host: String(mail.text.drop { $0 != "@" }.dropFirst()))
        } else if text.tokens.count == 1, (3...8).contains(first.range.count),
            sender.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        {
            self = .shortCode
        } else {
            let mentions = lexicon.organisations.mentions(in: text, includesCommon: true)
            self = .name(isOrganisation: !mentions.isEmpty)
        }
    }

    /// Whether the phone knows no name for it.
    var isUnknown: Bool {
        switch self {
        case .number, .mail: true
        case .shortCode, .name: false
        }
    }

    /// Whether it is a person's name as people keep them: a few words, not all in capitals as sender IDs are.
    static func isPersonal(_ name: String) -> Bool {
        let words = name.split(separator: " ")
        return (1...4).contains(words.count) && name.contains(where: \.isLowercase)
            && name.allSatisfy { !$0.isNumber && $0 != "@" && $0 != "." }
    }
}
