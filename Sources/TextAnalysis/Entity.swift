/// A part of a text that is more than a word, such as a link or an amount. It takes one place among the tokens.
package struct Entity: Sendable, Equatable {
    package var kind: EntityKind
    /// The place in the raw text, in UTF-8 bytes.
    package var range: Range<Int>
    /// The plain form: `https://usps.com/track`, `+14155550100`, `481920`.
    package var text: String
    /// The parts of an entity of the kind `url`; nil for others.
    package var link: Link?
    /// The place of the QR code or barcode that the entity comes from; nil for what is written in the text.
    package var codeBox: Box?
    package var details = Details()
    /// The scheme of a `qr` or `barcode`: see `CodePayload.scheme`. Nil for other kinds.
    package var scheme: String?

    /// What the parts of an entity say. Each value is nil where the entity doesn't tell.
    package struct Details: Sendable, Equatable {
        /// The country of a telephone number with a calling code, as ISO 3166-1 alpha-2.
        package var country: String?
        /// The currency of an amount, as ISO 4217 or a cryptocurrency's usual code.
        package var currency: String?
        /// The amount, in units of the currency.
        package var amount: Double?
        /// The service that a link, a telephone number or a handle leads to.
        package var messenger: Messenger?
    }
}

/// The parts of a URL or of a host that stands alone.
package struct Link: Sendable, Equatable {
    /// The scheme in lower case; `http` for `hxxp`. Nil where the text writes none.
    package var scheme: String?
    /// The part before `@` in the authority; nil where there is none.
    package var userinfo: String?
    /// The host in lower case, with plain dots for disguised ones.
    package var host: String
    /// Whether the host is below a suffix of the Public Suffix List's private section, where anybody can register a name.
    package var isOnPrivateSuffix = false
    /// Whether a label mixes Latin letters with those of another script.
    package var isMixedScript = false
    /// The public suffix with one label before it; nil for addresses and bare suffixes.
    package var registrableDomain: String?
    package var port: Int?
    /// Path, query and fragment as they are written; empty if there are none.
    package var path: String
    /// Whether the host is an IP address, in any spelling.
    package var isAddress: Bool
    /// Whether the link is disguised: by `hxxp`, `[.]`, `(dot)`, or blanks inside the scheme.
    package var isObfuscated: Bool

    /// The first label of the registrable domain, such as `usps-help` of `usps-help.top`; of the host where there is none.
    package var siteLabel: Substring {
        (registrableDomain ?? host).prefix { $0 != "." }
    }
}
