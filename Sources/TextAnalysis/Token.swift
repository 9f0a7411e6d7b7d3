/// A word or an entity: one element of an analyzed text.
package struct Token: Sendable, Equatable {
    /// The ways in which a sender hides a word from filters.
    package enum Disguise: Sendable, Equatable {
        /// Some letters are of another script, or digits and signs stand in place of letters.
        case lookalike
        /// The same, but text recognition makes such mistakes too: `0` for `o`, `rn` for `m`.
        case misread
        /// Invisible characters stand inside the word, such as a zero-width space.
        case hidden
        /// Blanks or signs stand between all letters: `P a y P a l`.
        case spelledOut
        /// Blanks or signs divide the word into parts: `ver ify`; or no blank divides it from others: `verifynow`.
        case split
        /// Letters are repeated or have changed places: `veerriify`, `vreify`.
        case distorted
    }

    /// The key of the word, or of an entity's plain form. A disguised word has the key of the word that it is read as.
    package var key: WordKey
    /// The kind of the entity; nil if the token is a word.
    package var kind: EntityKind?
    /// The token's place in the raw text, in UTF-8 bytes.
    package var range: Range<Int>
    /// The number of the token's sentence, from 0 in the order of the text.
    package var sentence: Int
    /// The way in which the word was disguised; nil for a plain word and for an entity.
    package var disguise: Disguise?
    /// Whether an entity leads to an account on a messenger, whatever its kind.
    package var isHandle = false
    /// The token's place in the normalised text, in scalars.
    var span: Range<Int>

    package var isDisguised: Bool { disguise != nil }
}

/// A part of a text that is more than a word, such as a link or an amount. It takes one place among the tokens.
package struct Entity: Sendable, Equatable {
    package var kind: EntityKind
    /// The entity's place in the raw text, in UTF-8 bytes.
    package var range: Range<Int>
    /// The entity without disguise and formatting: `https://usps.com/track`, `+14155550100`, `481920`.
    package var text: String
    /// The parts of the link if the kind is `url`; nil for other kinds.
    package var link: Link?
    /// The place of the QR code or barcode that the entity comes from; nil for what is written in the text.
    package var codeBox: Box?
    package var details = Details()
    /// The scheme of a code's payload if the kind is `qr` or `barcode` (see `CodePayload.scheme`); nil for other kinds.
    package var scheme: String?

    /// Facts that an entity's text states. Each value is nil if the entity doesn't tell it.
    package struct Details: Sendable, Equatable {
        /// The country of a telephone number with a calling code, as ISO 3166-1 alpha-2.
        package var country: String?
        /// The currency of an amount, as ISO 4217 or a cryptocurrency's usual code.
        package var currency: String?
        /// The amount in units of `currency`, such as 4.35 for `$4.35`.
        package var amount: Double?
        /// The messenger that a link, a telephone number or a handle leads to.
        package var messenger: Messenger?
    }
}

/// The parts of a URL or of a host that stands alone.
package struct Link: Sendable, Equatable {
    /// The scheme in lower case; `http` for `hxxp`. Nil if the text writes none.
    package var scheme: String?
    /// The part before `@` in the authority; nil if there is none.
    package var userinfo: String?
    /// The host in lower case, with plain dots in place of disguised ones.
    package var host: String
    /// Whether the host is below a suffix of the Public Suffix List's private section, where anybody can register a name.
    package var isOnPrivateSuffix = false
    /// Whether one label of the host mixes Latin letters with those of another script.
    package var isMixedScript = false
    /// The public suffix with one label before it; nil for addresses and bare suffixes.
    package var registrableDomain: String?
    package var port: Int?
    /// Path, query and fragment as they are written; empty if the link has none.
    package var path: String
    /// Whether the host is an IP address, in any notation that browsers take.
    package var isAddress: Bool
    /// Whether the link is disguised: by `hxxp`, `[.]`, `(dot)`, or blanks inside the scheme.
    package var isObfuscated: Bool

    /// The first label of the registrable domain, such as `usps-help` of `usps-help.top`. If there is no such domain, the
    /// host's first label.
    package var siteLabel: Substring {
        (registrableDomain ?? host).prefix { $0 != "." }
    }
}
