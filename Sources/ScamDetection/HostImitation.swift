/// A host that passes for one of an organisation to which it doesn't belong.
package struct HostImitation: Sendable, Equatable {
    package enum Technique: String, Sendable, CaseIterable {
        /// Letters are replaced by similar ones, as in `paypa1.com`, `xn--pypal-4ve.com` and `arnazon.com`.
        case confusable
        /// The name has a spelling mistake, as in `amazom.com`.
        case misspelled
        /// Hyphens stand within the name, as in `pay-pal.com`.
        case hyphenated
        /// Other words stand around the name, as in `usps-redelivery.top`, `securepaypal.com` and `dhl.parcel-track.top`.
        case decorated
        /// The name has another ending than the real domain, as in `usps.top` and `paypal.pages.dev`.
        case otherSuffix
        /// The name or the domain is a subdomain, as in `paypal.com.evil.top`, `usps.evil.top` and `usps.com-track.top`.
        case subdomain
        /// An ending stands in the middle of the host, as in `parcels.com-track.top` and `site.co.jp.evil.top`.
        case embeddedSuffix
        /// The name or the domain stands in the path, as in `evil.top/paypal.com/login`.
        case path
    }

    package var technique: Technique
    /// The index of the imitated organisation in the lexicon; nil for an ending in the middle of a host without a known name
    /// before it.
    package var organisation: Int?
}
