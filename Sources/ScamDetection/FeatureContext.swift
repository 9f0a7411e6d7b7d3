import TextAnalysis

/// A text's links and the organisations it names, worked out once for all detectors.
struct FeatureContext {
    struct KnownLink {
        var range: Range<Int>
        var link: Link
        /// The organisations whose domain it is on.
        var owners: [Int]
        var isFromCode = false

        var isKnown: Bool { !owners.isEmpty }
    }

    let text: AnalyzedText
    let lexicon: Lexicon
    let links: [KnownLink]
    /// Where the text names organisations, everyday words left out.
    let mentions: [Organisations.Mention]
    var shape: MessageShape { MessageShape(text: text) }

    init(text: AnalyzedText, lexicon: Lexicon) {
        self.text = text
        self.lexicon = lexicon
        mentions = lexicon.organisations.mentions(in: text)
        links = text.entities.compactMap { entity in
            guard let link = entity.link else { return nil }
            let owners = link.isAddress ? [] : lexicon.organisations.owners(of: link.host)
            return KnownLink(
                range: entity.range, link: link, owners: owners, isFromCode: entity.codeBox != nil)
        }
    }

    func links(where holds: (KnownLink) -> Bool) -> [Range<Int>] { links.filter(holds).map(\.range) }

    /// An organisation is named, and no link is on its or any other known organisation's domain.
    func brandMismatch() -> [Range<Int>] {
        guard !links.isEmpty, !links.contains(where: { $0.isKnown && !isFreelyHosted($0) }) else { return [] }
        let named = mentions.first { !lexicon.organisations.entries[$0.organisation].domains.isEmpty }
        guard let named else { return [] }
        return [text.place(of: named.tokens)] + links.map(\.range)
    }

    /// Where organisations of these kinds are named.
    func names(_ kinds: Set<OrganisationKind>) -> [Range<Int>] {
        mentions.filter { kinds.contains(lexicon.organisations.entries[$0.organisation].kind) }.prefix(3)
            .map { text.place(of: $0.tokens) }
    }

    func knownOrganisation() -> [Range<Int>] {
        links.allSatisfy(vouches) ? links.map(\.range) : []
    }

    /// Whether the organisation itself wrote what is behind the link: not so where anybody can put a page, an
    /// account or a redirection.
    func vouches(_ known: KnownLink) -> Bool {
        known.isKnown && !isShortened(known) && !isFreelyHosted(known)
            && !known.owners.contains { lexicon.organisations.entries[$0].isOpen }
    }

    /// Whether nobody known answers for the page: its domain isn't listed, or anybody gets a page or redirection there.
    func isOfNobodyKnown(_ known: KnownLink) -> Bool {
        isShortened(known) || isFreelyHosted(known) || (!known.isKnown && !isOfInstitution(known))
    }

    /// Endings, alone or before a country's, that only schools, authorities and the military get.
    private static let institutions: Set<Substring> = ["edu", "ac", "gov", "gob", "gouv", "govt", "mil"]

    private func isOfInstitution(_ known: KnownLink) -> Bool {
        guard let domain = known.link.registrableDomain else { return false }
        let labels = domain.split(separator: ".")
        return labels.count > 1 && Self.institutions.contains(labels[1])
            && (labels.count == 2 || labels[2].utf8.count == 2)
    }

    private static let messengerHosts: Set<String> = [
        "wa.me", "api.whatsapp.com", "chat.whatsapp.com", "t.me", "telegram.me", "telegram.dog",
        "line.me", "lin.ee", "m.me", "signal.me", "signal.group", "zangi.com", "discord.gg", "viber.com",
        "invite.viber.com", "wechat.com", "u.wechat.com", "join.skype.com",
    ]

    /// Whether the link opens a chat or a group.
    func leadsToMessenger(_ known: KnownLink) -> Bool {
        let host = known.link.host.hasPrefix("www.") ? String(known.link.host.dropFirst(4)) : known.link.host
        return Self.messengerHosts.contains(host) && known.link.path.utf8.count > 1
    }

    /// Codes that pay in a cryptocurrency when they are scanned, with or without a scheme before the address.
    func cryptoPayments() -> [Range<Int>] {
        text.codes.filter { place in
            place.payload.isCryptoPayment
                || text.entities.contains {
                    $0.kind == .crypto && $0.codeBox != nil && $0.range.lowerBound == place.range.lowerBound
                }
        }
        .map(\.range)
    }

    /// A link and at most four words.
    func onlyLink() -> [Range<Int>] {
        guard !links.isEmpty, text.tokens.count <= links.count + 4 else { return [] }
        let words = text.tokens.count { $0.kind == nil }
        return words <= 4 ? links.map(\.range) : []
    }

    func isShortened(_ known: KnownLink) -> Bool { Self.isListed(known.link, in: lexicon.shorteners) }

    func isFreelyHosted(_ known: KnownLink) -> Bool { Self.isListed(known.link, in: lexicon.freeHosts) }

    /// The log-odds from which an ending is risky.
    private static let riskySuffix = 1.0

    func hasRiskySuffix(_ known: KnownLink) -> Bool {
        guard !known.isKnown, !known.link.isAddress else { return false }
        return Self.parents(of: known.link.host).contains {
            lexicon.suffixRisks[String($0), default: 0] >= Self.riskySuffix
        }
    }

    private static let executableEndings = [".apk", ".exe", ".dmg", ".msi", ".scr"]

    func isExecutable(_ known: KnownLink) -> Bool {
        let path = known.link.path.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return Self.executableEndings.contains { path.hasSuffix($0) }
    }

    private static func isListed(_ link: Link, in domains: Set<String>) -> Bool {
        domains.contains(link.host) || parents(of: link.host).contains { domains.contains(String($0)) }
    }

    /// `b.c` and `c` for `a.b.c`; at most the last six.
    private static func parents(of host: String) -> [Substring] {
        var parents: [Substring] = []
        var rest = host[...]
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            parents.append(rest)
        }
        return parents.suffix(6)
    }
}
