import TextAnalysis

/// What a message's sender says about what it claims.
extension FeatureContext {
    /// Messages name whom they speak for in their first words.
    private static let introduction = 8
    /// Mails say who wrote them above the text.
    private static let letterhead = 16

    /// A person's name that the phone knows.
    func savedContact() -> [Range<Int>] {
        // A notification's title is the app's name as often as a person's.
        guard let screen = text.screen, screen.layout == .chat, let name = screen.sender,
            Sender.isPersonal(name),
            case .name(isOrganisation: false)? = Sender(of: screen, lexicon), let first = text.tokens.first
        else { return [] }
        return [screen.messages.first { !$0.isEmpty } ?? first.range]
    }

    /// A private number or a stranger's e-mail address speaks for an organisation that scams often claim to be.
    func senderUnlikeOrganisation() -> [Range<Int>] {
        guard let screen = text.screen else { return [] }
        if screen.layout == .email { return mailUnlikeOrganisation() }
        guard let claim = claim(within: Self.introduction) else { return [] }
        switch Sender(of: screen, lexicon) {
        case .number: return [text.place(of: claim.tokens)]
        case .mail(let host): return isOrganisations(host) ? [] : [text.place(of: claim.tokens)]
        case .shortCode, .name, nil: return []
        }
    }

    /// The number's calling code is none of a country that the named organisation serves.
    func senderAbroad() -> [Range<Int>] {
        guard let screen = text.screen, let claim = claim(within: Self.introduction),
            case .number(let number)? = Sender(of: screen, lexicon),
            let countries = CallingCodes.countries(of: number)
        else { return [] }
        let served = lexicon.organisations.entries[claim.organisation].countries
        guard !served.isEmpty, !served.contains("*"), !served.contains(where: countries.contains) else {
            return []
        }
        return [text.place(of: claim.tokens)]
    }

    /// A number of a few digits, which networks lease to registered companies only.
    func senderShortCode() -> [Range<Int>] {
        guard let screen = text.screen, screen.layout == .chat || screen.layout == .notification,
            case .shortCode? = Sender(of: screen, lexicon), let first = text.tokens.first
        else { return [] }
        return [screen.messages.first { !$0.isEmpty } ?? first.range]
    }

    /// A mail names an organisation as its writer, and comes from an address that is nobody's.
    private func mailUnlikeOrganisation() -> [Range<Int>] {
        guard let claim = claim(within: Self.letterhead) else { return [] }
        let head = text.tokens.prefix(Self.letterhead)
        guard let token = head.first(where: { $0.kind == .email }),
            let mail = text.entities.first(where: { $0.range == token.range })
        else { return [] }
        let host = String(mail.text.drop { $0 != "@" }.dropFirst())
        return isOrganisations(host) ? [] : [text.place(of: claim.tokens), token.range]
    }

    private func isOrganisations(_ host: String) -> Bool {
        let owners = lexicon.organisations.owners(of: host)
        return owners.contains { !lexicon.organisations.entries[$0].isOpen && !isMailService($0) }
    }

    private func isMailService(_ organisation: Int) -> Bool {
        lexicon.organisations.entries[organisation].kind == .mail
    }

    /// The first naming of an organisation that is often imitated, if it stands close to the start.
    private func claim(within limit: Int) -> Organisations.Mention? {
        mentions.first { mention in
            mention.tokens.lowerBound < limit
                && lexicon.organisations.entries[mention.organisation].kind.writesFromOwnAddress
        }
    }
}

extension OrganisationKind {
    /// Kinds that write to everybody from short codes, sender IDs and their own domains.
    fileprivate var writesFromOwnAddress: Bool {
        switch self {
        case .bank, .payment, .crypto, .investment, .lending, .insurance, .toll, .tax, .government, .telecom,
            .utility, .carrier, .streaming, .technology, .security:
            true
        default: false
        }
    }
}
