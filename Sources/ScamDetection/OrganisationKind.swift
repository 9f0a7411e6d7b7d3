/// The field of work of an organisation.
package enum OrganisationKind: String, Sendable, CaseIterable {
    // Scams often claim to come from organisations of these kinds.
    case bank, payment, crypto, investment, lending, insurance
    case carrier, toll, tax, government
    case telecom, utility
    case marketplace, store, travel
    case social, messenger, mail, streaming, technology, security

    // Scams seldom claim to come from these kinds.
    case software, hosting, games, food, health, education, jobs, property, media, charity, lottery, other

    /// Whether messages often claim to come from this kind. Of other kinds more evidence is needed before a host with
    /// the name counts as an imitation.
    package var isOftenImitated: Bool {
        switch self {
        case .bank, .payment, .crypto, .investment, .lending, .insurance, .carrier, .toll, .tax, .government,
            .telecom, .utility, .marketplace, .store, .travel, .social, .messenger, .mail, .streaming,
            .technology,
            .security:
            true
        case .software, .hosting, .games, .food, .health, .education, .jobs, .property, .media, .charity,
            .lottery, .other:
            false
        }
    }

    /// Whether the kind handles money, parcels or papers, so that a mere path such as `/dhl/` on a stranger's site is
    /// telling.
    var isNamedInPaths: Bool {
        switch self {
        case .bank, .payment, .carrier, .toll, .tax, .government: true
        default: false
        }
    }
}
