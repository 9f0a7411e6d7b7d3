import Foundation
import TextAnalysis
import Texts

/// Judges short notices in an organisation's name that lead nowhere but to known organisations: to their own sites or their published numbers.
///
/// Whatever such a notice says of bills, parcels and charges, whoever follows it ends where the organisation's customers end, so that a
/// stranger gains nothing by sending it. That can't be bought: another link, number, mailbox or account undoes it, and so does an ask that an
/// answer fulfils, as an answer reaches whoever wrote.
struct OwnContacts {
    /// The reasons of asks that are fulfilled on the site that is named, or by a call to the number.
    private static let fulfilledThere = reasons([
        "asks-to-log-in", "asks-to-open-link", "pay-fine", "how-to-claim", "parcel-fee", "parcel-problem",
        "parcel-link", "points", "survey-reward",
    ])
    private static let calls = reasons(["asks-to-call", "charge-and-call", "worry-and-call"])
    /// The scams in an organisation's name that need a visit or a call to end well for their author.
    private static let types: Set<ScamType> = [
        .accountPhishing, .bankAlert, .delivery, .tollOrFine, .techSupport, .government, .refund, .prize,
        .subscription,
    ]
    /// A finding on a link of at least this weight, in log-odds, says that it isn't an honest one.
    private static let oddWeight = 1.0
    /// A finding of at least this weight, in log-odds, tells which kind of scam it would be. Weaker ones match by chance.
    private static let tellingWeight = 1.5
    /// A number that `PhoneRecognizer` doesn't take for one leaves at least this many digits in a row. Fewer are no number that a stranger gets.
    private static let fewestDigits = 3

    private static func reasons(_ keys: [String]) -> Set<Sentence> {
        Set(keys.map { Sentence(.reasons, key: $0) })
    }

    private let context: FeatureContext

    init(_ text: AnalyzedText, lexicon: Lexicon) { context = FeatureContext(text: text, lexicon: lexicon) }

    /// Whether nobody but known organisations gains by the message.
    /// - Parameter findings: those of all rules.
    func clear(_ findings: [Finding]) -> Bool {
        guard isNotice, leadsToOrganisations else { return false }
        return findings.allSatisfy { finding in
            guard finding.weight > 0 || finding.ask != .nothing else { return true }
            if finding.weight >= Self.tellingWeight, let type = finding.scamType, !Self.types.contains(type) {
                return false
            }
            switch finding.group {
            case .link: return finding.weight < Self.oddWeight
            case .ask: return isFulfilledThere(finding)
            default: return true
            }
        }
    }

    /// Whether it is short, and doesn't show that a private number or a stranger's mailbox sent it, or that it was answered.
    private var isNotice: Bool {
        guard !context.shape.brief().isEmpty else { return false }
        guard let screen = context.text.screen else { return true }
        return screen.replies.isEmpty && Sender(of: screen, context.lexicon)?.isUnknown != true
    }

    private func isFulfilledThere(_ finding: Finding) -> Bool {
        if Self.calls.contains(finding.reason) { return holdsOwnNumber || !holdsOtherDigits }
        return Self.fulfilledThere.contains(finding.reason) && !context.links.isEmpty
    }

    /// Whether there is a link or a number, and each belongs to a known organisation.
    private var leadsToOrganisations: Bool {
        guard !context.links.isEmpty || holdsOwnNumber else { return false }
        return !context.holdsWayToSender() && context.links.allSatisfy(isOwnSite) && readsAllLinks
            && !context.text.entities.contains { $0.codeBox != nil } && !spellsNumber
    }

    /// Whether the organisation itself wrote what stands at the link. Software and networks show what their members write there, and their hosts
    /// are what is left of a broken mail address; payment services and markets show members' invoices and offers.
    private func isOwnSite(_ known: FeatureContext.KnownLink) -> Bool {
        guard context.vouches(known), known.isKnown, known.link.userinfo == nil, !known.link.isObfuscated,
            !context.text.quote(known.range).contains(" ")
        else { return false }
        return known.owners.allSatisfy {
            switch context.lexicon.organisations.entries[$0].kind {
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
        let written = context.text.text.components(separatedBy: "//").count - 1
        return written <= context.links.count { $0.link.scheme != nil }
    }

    private var holdsOwnNumber: Bool {
        context.text.entities.contains { $0.kind == .phone && context.isOwnNumber($0) }
    }

    /// Whether a number is written with letters in it, as `1-888-SAFE-NOW`.
    private var spellsNumber: Bool {
        context.text.text.contains(#/\b\d{3}[\s.\-)]{1,2}[A-Z]{2,}-?[A-Z0-9]{2,}/#)
    }

    /// Whether words have digits that may be a number spelled so that it isn't taken for one.
    private var holdsOtherDigits: Bool {
        var run = 0
        var place = 0
        let entities = context.text.entities.map(\.range)
        for byte in context.text.text.utf8 {
            let isDigit = byte >= 0x30 && byte <= 0x39 && !entities.contains { $0.contains(place) }
            run = isDigit ? run + 1 : 0
            if run >= Self.fewestDigits { return true }
            place += 1
        }
        return false
    }
}

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

    /// Whether the text names a site, a number, a mailbox or an account by which somebody who isn't a known organisation is reached.
    func holdsWayToSender() -> Bool {
        links.contains { isOfNobodyKnown($0) || leadsToMessenger($0) }
            || text.entities.contains { entity in
                switch entity.kind {
                case .phone: !isOwnNumber(entity)
                case .handle, .crypto: true
                case .email: !isMailOfOrganisation(Self.host(ofMail: entity))
                default: false
                }
            }
    }
}
