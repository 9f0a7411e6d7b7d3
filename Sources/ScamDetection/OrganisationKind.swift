/// What an organisation does.
package enum OrganisationKind: String, Sendable, CaseIterable {
    // Whom scams claim to be.
    case bank, payment, crypto, investment, lending, insurance
    case carrier, toll, tax, government
    case telecom, utility
    case marketplace, store, travel
    case social, messenger, mail, streaming, technology, security

    // The rest.
    case software, hosting, games, food, health, education, jobs, property, media, charity, lottery, other

    /// Kinds that messages often claim to come from. Names of the others need more signs before a host that holds one
    /// counts as an imitation.
    package var isOftenImitated: Bool {
        switch self {
        case .bank, .payment, .crypto, .investment, .lending, .insurance, .carrier, .toll, .tax, .government,
            .telecom,
            .utility, .marketplace, .store, .travel, .social, .messenger, .mail, .streaming, .technology,
            .security:
            true
        case .software, .hosting, .games, .food, .health, .education, .jobs, .property, .media, .charity,
            .lottery,
            .other:
            false
        }
    }

    /// Kinds that handle money, parcels or papers, where a mere path such as `/dhl/` on a stranger's site is telling.
    var isNamedInPaths: Bool {
        switch self {
        case .bank, .payment, .carrier, .toll, .tax, .government: true
        default: false
        }
    }
}
