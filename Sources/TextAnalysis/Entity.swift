/// Something in a text that is more than a word: it takes one place among the tokens.
package struct Entity: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case url, phone, money, code, email, duration, crypto
        /// A whole payload that is no link; it takes no place among the tokens, and what is in it may be further entities.
        case qr, barcode
    }

    package var kind: Kind
    /// UTF-8 offsets in the raw text.
    package var range: Range<Int>
    /// Its plain form: `https://usps.com/track`, `+14155550100`, `481920`.
    package var text: String
    /// Only for `url`.
    package var link: Link?
    /// Where the QR code or barcode is that it comes from; nil for what is written in the text.
    package var codeBox: Box?
    /// Only for `qr` and `barcode`: see `CodePayload.scheme`.
    package var scheme: String?
}

/// The parts of a URL or of a bare domain.
package struct Link: Sendable, Equatable {
    /// Lower case; `hxxp` is given as `http`. Nil where the text writes none.
    package var scheme: String?
    /// What stands before `@` in the authority.
    package var userinfo: String?
    /// Lower case, dots restored.
    package var host: String
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
