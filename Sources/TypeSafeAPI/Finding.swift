/// One rule that matched, and where.
public struct Finding: Codable, Sendable, Equatable {
    /// The rule's stable id, such as `ask.share-one-time-code`.
    public var rule: String
    /// What the message does, in a few plain words.
    public var title: String
    /// The rule's weight in log-odds; negative speaks for a genuine message.
    public var weight: Double
    /// The words that matched, as read; absent for findings about the message as a whole.
    public var quote: String?
    /// Where those words stand on the picture, a box a line; empty for texts.
    public var boxes: [Box]

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case rule, title, weight, quote, boxes
    }

    /// Makes a finding.
    public init(rule: String, title: String, weight: Double, quote: String?, boxes: [Box]) {
        self.rule = rule
        self.title = title
        self.weight = weight
        self.quote = quote
        self.boxes = boxes
    }
}

/// A rectangle in pixels of the upright picture; the origin is its top left corner.
public struct Box: Codable, Sendable, Hashable {
    /// Left edge.
    public var x: Int
    /// Top edge.
    public var y: Int
    /// In pixels.
    public var width: Int
    /// In pixels.
    public var height: Int

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case x, y, width, height
    }

    /// Makes a box.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

/// Something with a meaning of its own that stands in the message.
public struct Entity: Codable, Sendable, Hashable {
    /// What it is.
    public var kind: EntityKind
    /// As it stands in the message, with line breaks and tricks undone.
    public var text: String
    /// As the picture's reader first read it, where it corrected that: a zero to an `o`, a line read a second time.
    public var seen: String?
    /// For links: the domain somebody registered, by the Public Suffix List.
    public var registrableDomain: String?
    /// Whether it was written in the message or came out of a code on the picture.
    public var source: EntitySource
    /// For `qr` and `barcode`: what the payload is for, such as `wifi`, `bitcoin`, `upi`, `epc`; absent for plain text.
    public var scheme: String?
    /// For what came out of a code: where the code is on the picture.
    public var box: Box?
    /// For phone numbers with a calling code: the country, ISO 3166-1 alpha-2.
    public var country: String?
    /// For amounts of money: ISO 4217, or a cryptocurrency's usual code.
    public var currency: String?
    /// For amounts of money: how many of the currency.
    public var amount: Double?
    /// The messenger that a link, a phone number or a handle leads to, such as `whatsapp`.
    public var messenger: String?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case kind, text, seen
        case registrableDomain = "registrable_domain"
        case source, scheme, box, country, currency, amount, messenger
    }

    /// Makes an entity.
    public init(
        kind: EntityKind, text: String, registrableDomain: String?, source: EntitySource = .text,
        scheme: String? = nil, box: Box? = nil, country: String? = nil, currency: String? = nil,
        amount: Double? = nil, messenger: String? = nil, seen: String? = nil
    ) {
        self.kind = kind
        self.text = text
        self.seen = seen
        self.registrableDomain = registrableDomain
        self.source = source
        self.scheme = scheme
        self.box = box
        self.country = country
        self.currency = currency
        self.amount = amount
        self.messenger = messenger
    }
}

/// Where an entity was found.
public enum EntitySource: String, Codable, Sendable, CaseIterable {
    case text
    /// A QR code or a barcode.
    case code
}
