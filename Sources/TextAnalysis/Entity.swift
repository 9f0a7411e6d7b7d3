/// Something in a text that is more than a word: it takes one place among the tokens.
package struct Entity: Sendable, Equatable {
    package var kind: EntityKind
    /// UTF-8 offsets in the raw text.
    package var range: Range<Int>
    /// Its plain form: `https://usps.com/track`, `+14155550100`, `481920`.
    package var text: String
    /// Only for `url`.
    package var link: Link?
    /// Where the QR code or barcode is that it comes from; nil for what is written in the text.
    package var codeBox: Box?
    package var details = Details()
    /// Only for `qr` and `barcode`: see `CodePayload.scheme`.
    package var scheme: String?

    /// What an entity's parts say.
    package struct Details: Sendable, Equatable {
        /// For `phone` with a calling code: ISO 3166-1 alpha-2.
        package var country: String?
        /// For `money`: ISO 4217, or a cryptocurrency's usual code.
        package var currency: String?
        /// For `money`: how many of the currency.
        package var amount: Double?
        /// The service that a link, a phone number or a handle leads to.
        package var messenger: Messenger?
    }
}

/// The parts of a URL or of a bare domain.
package struct Link: Sendable, Equatable {
    /// Lower case; `hxxp` is given as `http`. Nil where the text writes none.
    package var scheme: String?
    /// What stands before `@` in the authority.
    package var userinfo: String?
    /// Lower case, dots restored.
    package var host: String
    /// Whether that is below a suffix of the Public Suffix List's private section, where anybody can register a name.
    package var isOnPrivateSuffix = false
    /// Whether a label mixes Latin letters with those of another script.
    package var isMixedScript = false
    /// One label below the public suffix; nil for addresses and bare suffixes.
    package var registrableDomain: String?
    package var port: Int?
    /// Path, query and fragment as written; empty if there are none.
    package var path: String
    /// An IPv4 address in any spelling.
    package var isAddress: Bool
    /// `hxxp`, `[.]`, `(dot)`, or blanks inside the scheme.
    package var isObfuscated: Bool

    /// The registrable domain's first label, `usps-help` of `usps-help.top`; the host's without one.
    package var siteLabel: Substring {
        (registrableDomain ?? host).prefix { $0 != "." }
    }
}
