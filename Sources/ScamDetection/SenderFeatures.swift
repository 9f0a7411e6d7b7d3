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

/// Features of a message's sender, compared with what the message claims.
extension FeatureContext {
    /// A message names its sender among this many first words. Chosen on the development messages.
    private static let introduction = 8
    /// A mail names its writer among this many first words, which are the subject and the sender's line. Chosen on the
    /// development pictures.
    private static let letterhead = 16
    /// In such a line the organisation's name is among this many first words: `From: PayPal`.
    private static let displayName = 3
    /// Between an organisation in a sender's displayed name and the address stand at most this many words: `Service`.
    private static let displayNameRest = 3

    /// The sender is a person whose name stands in the phone's address book.
    func savedContact() -> [Range<Int>] {
        // The title of a notification is an app's name as often as a person's.
        guard let screen = text.screen, screen.layout == .chat, let name = screen.sender,
            Sender.isPersonal(name),
            case .name(isOrganisation: false)? = Sender(of: screen, lexicon), let first = text.tokens.first
        else { return [] }
        return [screen.messages.first { !$0.isEmpty } ?? first.range]
    }

    /// A private number or a stranger's e-mail address writes in the name of an organisation that scams often claim
    /// to be.
    func senderUnlikeOrganisation() -> [Range<Int>] {
        guard let screen = text.screen, screen.layout != .plain else { return letterheadUnlikeOrganisation() }
        if screen.layout == .email { return mailUnlikeOrganisation() }
        guard let claim = claim(within: Self.introduction) else { return [] }
        switch Sender(of: screen, lexicon) {
        case .number: return [text.place(of: claim.tokens)]
        case .mail(let host): return isOrganisations(host) ? [] : [text.place(of: claim.tokens)]
        case .shortCode, .name, nil: return []
        }
    }

    /// The sender's number has the calling code of no country that the named organisation serves.
    func senderAbroad() -> [Range<Int>] {
        guard let screen = text.screen, let claim = claim(within: Self.introduction),
            case .number(let number)? = Sender(of: screen, lexicon),
            let countries = CallingCode(of: number)?.sharedBy
        else { return [] }
        let served = lexicon.organisations.entries[claim.organisation].countries
        guard !served.isEmpty, !served.contains("*"), !served.contains(where: countries.contains) else {
            return []
        }
        return [text.place(of: claim.tokens)]
    }

    /// The sender is a short code; networks lease them to registered companies only. Whom the owner answered more than once
    /// isn't one: what looks like a short code there is a counter or a rest of a number.
    func senderShortCode() -> [Range<Int>] {
        guard let screen = text.screen, screen.layout == .chat || screen.layout == .notification,
            screen.replies.count <= 1,
            case .shortCode? = Sender(of: screen, lexicon), let first = text.tokens.first
        else { return [] }
        return [screen.messages.first { !$0.isEmpty } ?? first.range]
    }

    /// A mail names an organisation as its writer, and comes from an address that belongs to no organisation.
    private func mailUnlikeOrganisation() -> [Range<Int>] {
        guard let claim = claim(within: Self.letterhead) else { return [] }
        let head = text.tokens.prefix(Self.letterhead)
        guard let token = head.first(where: { $0.kind == .email }),
            let mail = text.entities.first(where: { $0.range == token.range })
        else { return [] }
        let host = Self.host(ofMail: mail)
        return isOrganisations(host) ? [] : [text.place(of: claim.tokens), token.range]
    }

    /// A line like those above a mail, `PayPal Service <desk@mailer.top>`, has an organisation's name before an address that
    /// belongs to no organisation. The text was pasted, or its picture shows nothing else that tells a mail.
    private func letterheadUnlikeOrganisation() -> [Range<Int>] {
        let head = text.tokens.prefix(Self.letterhead)
        guard let index = head.firstIndex(where: { $0.kind == .email }) else { return [] }
        let range = text.tokens[index].range
        guard let mail = text.entities.first(where: { $0.range == range }),
            let claim = claim(within: min(index, Self.displayName)), claim.tokens.upperBound <= index,
            index - claim.tokens.upperBound <= Self.displayNameRest
        else { return [] }
        let named = text.place(of: claim.tokens)
        let between = text.text.utf8.dropFirst(named.upperBound).prefix(range.lowerBound - named.upperBound)
        // A sentence or a line that ends between them parts a name from an address.
        guard !between.contains(where: { $0 == UInt8(ascii: ".") || $0 == 0x0A }) else { return [] }
        let host = Self.host(ofMail: mail)
        return isOrganisations(host) || UnpublicHost.isUnpublic(host) ? [] : [named, range]
    }

    static func host(ofMail mail: Entity) -> String { String(mail.text.drop { $0 != "@" }.dropFirst()) }

    private func isOrganisations(_ host: String) -> Bool {
        let owners = lexicon.organisations.owners(of: host)
        return owners.contains { !lexicon.organisations.entries[$0].isOpen && !isMailService($0) }
    }

    private func isMailService(_ organisation: Int) -> Bool {
        lexicon.organisations.entries[organisation].kind == .mail
    }

    /// The first mention of an organisation that writes from its own address, if it stands among the first `limit`
    /// words.
    private func claim(within limit: Int) -> Organisations.Mention? {
        mentions.first { mention in
            mention.tokens.lowerBound < limit
                && lexicon.organisations.entries[mention.organisation].kind.writesFromOwnAddress
        }
    }
}

extension OrganisationKind {
    /// Whether organisations of this kind write from short codes, sender IDs and their own domains only.
    fileprivate var writesFromOwnAddress: Bool {
        switch self {
        case .bank, .payment, .crypto, .investment, .lending, .insurance, .toll, .tax, .government, .telecom,
            .utility, .carrier, .streaming, .technology, .security:
            true
        default: false
        }
    }
}
