/// How a host passes for that of an organisation it doesn't belong to.
package struct HostImitation: Sendable, Equatable {
    package enum Technique: String, Sendable, CaseIterable {
        /// `paypa1.com`, `xn--pypal-4ve.com`, `arnazon.com`
        case confusable
        /// `amazom.com`
        case misspelled
        /// `pay-pal.com`
        case hyphenated
        /// `usps-redelivery.top`, `securepaypal.com`, `dhl.parcel-track.top`
        case decorated
        /// `usps.top`, `paypal.pages.dev`
        case otherSuffix
        /// `paypal.com.evil.top`, `usps.evil.top`, `usps.com-track.top`
        case subdomain
        /// `parcels.com-track.top`, `site.co.jp.evil.top`
        case embeddedSuffix
        /// `evil.top/paypal.com/login`
        case path
    }

    package var technique: Technique
    /// Its place among the lexicon's organisations; nil for an embedded suffix before which no known name stands.
    package var organisation: Int?
}
