import Foundation
import TextAnalysis

/// Features of short notices in an organisation's name that lead nowhere but to known organisations: whoever follows one ends where the
/// organisation's customers end.
extension FeatureContext {
    /// Whether an organisation that the text names, or to whose site it leads, publishes the number.
    func isOwnNumber(_ phone: Entity) -> Bool {
        let owners = lexicon.numbers.owners(of: phone.text)
        guard !owners.isEmpty else { return false }
        // A name with an everyday meaning, such as ING, is the organisation's beside its number.
        let named = lexicon.organisations.mentions(in: text, includesCommon: true)
        return named.contains { owners.contains($0.organisation) }
            || links.contains { vouches($0) && !$0.owners.allSatisfy { !owners.contains($0) } }
    }

    /// Whether only a known organisation's own people get a mailbox at the host. Mail and telephone companies give them to anybody.
    func isMailOfOrganisation(_ host: String) -> Bool {
        let kinds = lexicon.organisations.owners(of: host).map { lexicon.organisations.entries[$0].kind }
        return !kinds.isEmpty && !kinds.contains(.mail) && !kinds.contains(.telecom)
    }

    /// Whether a link leads to nobody known, or into a chat.
    var leadsToNobodyKnown: Bool { links.contains { isOfNobodyKnown($0) || leadsToMessenger($0) } }

    /// Whether the text names a site, a number, a mailbox or an account by which somebody who isn't a known organisation is reached.
    func holdsWayToSender() -> Bool {
        leadsToNobodyKnown
            || text.entities.contains { entity in
                switch entity.kind {
                case .phone: !isOwnNumber(entity)
                case .handle, .crypto: true
                case .email: !isMailOfOrganisation(Self.host(ofMail: entity))
                default: false
                }
            }
    }

    /// A number that `PhoneRecognizer` doesn't take for one leaves at least this many digits in a row. Fewer are no number that a stranger gets.
    private static let fewestDigits = 3

    /// A short text has a link or a number, each belongs to a known organisation, and no other way to anybody is written or spelled.
    func ownContacts() -> [Range<Int>] {
        guard !shape.brief().isEmpty, text.screen.map({ $0.replies.isEmpty }) ?? true else { return [] }
        let numbers = text.entities.filter { $0.kind == .phone && isOwnNumber($0) }.map(\.range)
        guard !links.isEmpty || !numbers.isEmpty, !holdsWayToSender(), links.allSatisfy(isOwnSite),
            readsAllLinks, !text.entities.contains(where: { $0.codeBox != nil }), !spellsNumber,
            !holdsOtherDigits
        else { return [] }
        return (links.map(\.range) + numbers).sorted { $0.lowerBound < $1.lowerBound }
    }

    /// A mail comes from an organisation that it names: all mail addresses on it are at such organisations' own hosts.
    func mailOfOwner() -> [Range<Int>] {
        guard text.screen?.layout == .email else { return [] }
        let named = Set(mentions.map(\.organisation) + links.flatMap(\.owners))
        let mails = text.entities.filter { $0.kind == .email }
        let areOwn = mails.allSatisfy { mail in
            let host = Self.host(ofMail: mail)
            return isMailOfOrganisation(host)
                && !named.isDisjoint(with: lexicon.organisations.owners(of: host))
        }
        return areOwn ? mails.map(\.range) : []
    }

    /// Whether the organisation itself wrote what stands at the link. Software and networks show what their members write there, and their hosts
    /// are what is left of a broken mail address; payment services and markets show members' invoices and offers.
    private func isOwnSite(_ known: KnownLink) -> Bool {
        guard vouches(known), known.isKnown, known.link.userinfo == nil, !known.link.isObfuscated,
            !text.quote(known.range).contains(" ")
        else { return false }
        return known.owners.allSatisfy {
            switch lexicon.organisations.entries[$0].kind {
            case .technology, .software, .hosting, .social, .messenger, .mail: false
            case .payment, .crypto: known.link.path.utf8.count <= 1
            case .marketplace: !known.link.path.utf8.contains(where: Self.isMadeUp)
            default: true
            }
        }
    }

    /// Whether a byte of a path is a digit or a capital, as in the numbers of offers.
    private static func isMadeUp(_ byte: UInt8) -> Bool {
        byte >= 0x30 && byte <= 0x39 || byte >= 0x41 && byte <= 0x5A
    }

    /// Whether all that looks like a link's beginning was read as one: a blank or a strange sign in an address hides its rest.
    private var readsAllLinks: Bool {
        let written = text.text.components(separatedBy: "//").count - 1
        return written <= links.count { $0.link.scheme != nil }
    }

    /// Whether a number is written with letters in it, as `1-888-SAFE-NOW`.
    private var spellsNumber: Bool {
        text.text.contains(#/\b\d{3}[\s.\-)]{1,2}[A-Z]{2,}-?[A-Z0-9]{2,}/#)
    }

    /// Whether words have digits that may be a number spelled so that it isn't taken for one.
    private var holdsOtherDigits: Bool {
        var run = 0
        var place = 0
        let entities = text.entities.map(\.range)
        for byte in text.text.utf8 {
            let isDigit = byte >= 0x30 && byte <= 0x39 && !entities.contains { $0.contains(place) }
            run = isDigit ? run + 1 : 0
            if run >= Self.fewestDigits { return true }
            place += 1
        }
        return false
    }
}

/// Features of the order of a conversation's messages, and of the address in a browser's bar.
extension FeatureContext {
    /// The conversation begins with a message from a sender who isn't among the contacts.
    func firstContact() -> [Range<Int>] {
        guard let screen = text.screen, let first = screen.messages.first, screen.answers.first != 0,
            let sender = Sender(of: screen, lexicon), sender.isUnknown, !first.isEmpty
        else { return [] }
        return [first]
    }

    /// A sender who isn't among the contacts wrote more than once without an answer.
    func unanswered() -> [Range<Int>] {
        guard let screen = text.screen, screen.messages.count > 1, screen.answers.isEmpty,
            let sender = Sender(of: screen, lexicon), sender.isUnknown,
            let last = screen.messages.last, !last.isEmpty
        else { return [] }
        return [last]
    }

    /// As often as this, who wrote to the owner was answered, so that it is a talk.
    private static let fewestAnswers = 2

    /// The owner answered more than once.
    func answered() -> [Range<Int>] {
        guard let screen = text.screen, screen.answerCount >= Self.fewestAnswers else { return [] }
        return shape.whole
    }

    /// A page names its owner among its first words, of which this many are looked at. Chosen on the development pictures.
    private static let pageTitle = 25

    /// The page shows the name of an organisation that is often imitated as its own, in a line of few words, and lies at an address that
    /// no known organisation owns.
    func pageMismatch() -> [Range<Int>] {
        guard let page, !page.isKnown || isFreelyHosted(page) else { return [] }
        let mention = mentions.first {
            let entry = lexicon.organisations.entries[$0.organisation]
            return !entry.domains.isEmpty && entry.kind.isOftenImitated
                && $0.tokens.lowerBound < Self.pageTitle
                && standsAsName(text.place(of: $0.tokens))
        }
        guard let mention else { return [] }
        return [page.range, text.place(of: mention.tokens)].sorted { $0.lowerBound < $1.lowerBound }
    }

    /// Whether the place is a line's beginning, and the line has few words.
    private func standsAsName(_ place: Range<Int>) -> Bool {
        let (line, start) = text.line(around: place)
        return start == place.lowerBound && line.split(separator: " ").count <= Self.fewWords
    }

    /// The address in the browser's bar lies on a known organisation's own domain.
    func pageOfOwner() -> [Range<Int>] {
        guard let page, vouches(page) else { return [] }
        return [page.range]
    }
}
