import TextAnalysis

/// What all features look at: the links of a text, and the organisations that it names.
final class FeatureContext {
    struct KnownLink {
        var range: Range<Int>
        var link: Link
        /// The indices of the organisations on whose domain the link lies.
        var owners: [Int]
        var isFromCode = false

        var isKnown: Bool { !owners.isEmpty }
    }

    let text: AnalyzedText
    let lexicon: Lexicon
    /// The links that the text carries and that lead somewhere on the Internet.
    let links: [KnownLink]
    /// The link in the browser's address bar; nil if there is none. Every page lies at some address, so that it is no link that somebody
    /// wrote: only its own form, and whose page lies there, say something.
    let page: KnownLink?
    /// Places where the text names organisations; names that are everyday words are left out.
    let mentions: [Organisations.Mention]
    let shape: MessageShape

    init(text: AnalyzedText, lexicon: Lexicon) {
        self.text = text
        self.lexicon = lexicon
        shape = MessageShape(text: text)
        mentions = lexicon.organisations.mentions(in: text)
        var links: [KnownLink] = text.entities.compactMap { entity in
            guard let link = entity.link, !UnpublicHost.isUnpublic(link.host) else { return nil }
            let owners = link.isAddress ? [] : lexicon.organisations.owners(of: link.host)
            return KnownLink(
                range: entity.range, link: link, owners: owners, isFromCode: entity.codeBox != nil)
        }
        let bar = text.screen?.address.flatMap { place in links.firstIndex { place.overlaps($0.range) } }
        page = bar.map { links.remove(at: $0) }
        self.links = links
    }

    func links(where holds: (KnownLink) -> Bool) -> [Range<Int>] { links.filter(holds).map(\.range) }

    /// The places of links, and of the page's own, whose form tells something.
    func addresses(where holds: (KnownLink) -> Bool) -> [Range<Int>] {
        ([page].compactMap(\.self) + links).filter(holds).map(\.range)
    }

    /// The text names an organisation, and no link leads to a known organisation's domain.
    func brandMismatch() -> [Range<Int>] {
        guard !links.isEmpty,
            !links.contains(where: { ($0.isKnown && !isFreelyHosted($0)) || bearsNamedName($0) })
        else { return [] }
        let named = mentions.first { !lexicon.organisations.entries[$0.organisation].domains.isEmpty }
        guard let named else { return [] }
        return [text.place(of: named.tokens)] + links.map(\.range)
    }

    /// The largest number of mentions that are shown as evidence. More would hide the rest of a message.
    private static let mostMentions = 3

    /// Places where the text names an organisation of one of the kinds.
    func names(_ kinds: [OrganisationKind]) -> [Range<Int>] {
        mentions.filter { kinds.contains(lexicon.organisations.entries[$0.organisation].kind) }.prefix(
            Self.mostMentions
        )
        .map { text.place(of: $0.tokens) }
    }

    func knownOrganisation() -> [Range<Int>] {
        let all = [page].compactMap(\.self) + links
        return all.allSatisfy(vouches) ? all.map(\.range) : []
    }

    /// Whether a known organisation, a school or an authority is responsible for the page behind the link. That isn't so where anybody
    /// can put a page, an account or a redirection.
    func vouches(_ known: KnownLink) -> Bool {
        (known.isKnown || isOfInstitution(known)) && !isShortened(known) && !isFreelyHosted(known)
            && !LinkShape.leadsOn(known.link.path)
            && !known.owners.contains { lexicon.organisations.entries[$0].isOpen }
    }

    /// Whether no known organisation is responsible for the page: its domain isn't listed, or anybody gets a page or
    /// redirection there.
    func isOfNobodyKnown(_ known: KnownLink) -> Bool {
        isShortened(known) || isFreelyHosted(known) || LinkShape.leadsOn(known.link.path)
            || (!known.isKnown && !isOfInstitution(known) && !bearsNamedName(known))
    }

    /// Whether the site bears exactly the name of an organisation that the text names, below an ending that isn't cheap, such as
    /// `cvs.co` for CVS. Few but the organisation itself ever hold such a domain: imitations add words or take cheap endings.
    private func bearsNamedName(_ known: KnownLink) -> Bool {
        guard !known.isKnown, !known.link.isAddress, !hasRiskySuffix(known), !isFreelyHosted(known) else {
            return false
        }
        let site = known.link.siteLabel
        return mentions.contains { mention in
            lexicon.organisations.entries[mention.organisation].domains.contains {
                $0.prefix { $0 != "." } == site
            }
        }
    }

    /// Labels that only schools, authorities and the military get, as an ending or before a country's ending.
    private static let institutions: Set<Substring> = ["edu", "ac", "gov", "gob", "gouv", "govt", "mil"]

    private func isOfInstitution(_ known: KnownLink) -> Bool {
        guard let domain = known.link.registrableDomain else { return false }
        let labels = domain.split(separator: ".")
        return labels.count > 1 && Self.institutions.contains(labels[1])
            && (labels.count == 2 || labels[2].utf8.count == 2)
    }

    /// Whether the link opens a chat or a group on a messenger.
    func leadsToMessenger(_ known: KnownLink) -> Bool {
        let host =
            known.link.host.hasPrefix("www.")
            ? String(known.link.host.dropFirst("www.".count)) : known.link.host
        return MessengerHost.named(host)?.opensChat == true && known.link.path.utf8.count > 1
    }

    /// QR codes that pay in a cryptocurrency when they are scanned, whether or not a scheme stands before the
    /// address.
    func cryptoPayments() -> [Range<Int>] {
        text.codes.filter { place in
            place.payload.isCryptoPayment
                || text.entities.contains {
                    $0.kind == .crypto && $0.codeBox != nil && $0.range.lowerBound == place.range.lowerBound
                }
        }
        .map(\.range)
    }

    /// A text consists of little but links if it has at most this many other words. Chosen on the development messages.
    static let fewWords = 4

    /// The text has links and at most `fewWords` words beside them.
    func onlyLink() -> [Range<Int>] {
        guard !links.isEmpty, text.tokens.count <= links.count + Self.fewWords else { return [] }
        let words = text.tokens.count { $0.kind == nil }
        return words <= Self.fewWords ? links.map(\.range) : []
    }

    func isShortened(_ known: KnownLink) -> Bool {
        Lexicon.domain(of: known.link.host, in: lexicon.shorteners) != nil
    }

    func isFreelyHosted(_ known: KnownLink) -> Bool { lexicon.freeHost(of: known.link.host) != nil }

    func hasRiskySuffix(_ known: KnownLink) -> Bool {
        guard !known.isKnown, !known.link.isAddress else { return false }
        return Lexicon.parents(of: known.link.host).contains(where: lexicon.isRisky)
    }

    /// The ports that don't make a link suspicious: those of HTTP and HTTPS, and none.
    static let usualPorts: Set<Int?> = [nil, 80, 443]

    private static let executableEndings = [".apk", ".exe", ".dmg", ".msi", ".scr"]

    func isExecutable(_ known: KnownLink) -> Bool {
        let path = known.link.path.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return Self.executableEndings.contains { path.hasSuffix($0) }
    }
}
