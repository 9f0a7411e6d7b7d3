/// A rule that matched, with the words that it matched.
public struct Finding: Codable, Sendable, Equatable {
    /// The rule's stable id, such as `ask.share-one-time-code`.
    public var rule: String
    /// What the message does, in a few words for people.
    public var title: String
    /// The rule's weight in log-odds. A negative weight speaks for a genuine message.
    public var weight: Double
    /// The words that matched, as they were read; absent for a finding about the whole message.
    public var quote: String?
    /// One box on the screenshot for each line of those words; empty for texts.
    public var boxes: [Box]

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case rule, title, weight, quote, boxes
    }

    /// Creates a value from its properties.
    public init(rule: String, title: String, weight: Double, quote: String?, boxes: [Box]) {
        self.rule = rule
        self.title = title
        self.weight = weight
        self.quote = quote
        self.boxes = boxes
    }
}

/// Findings on which the risk level depends: without them, and with all others as they are, it would be another one.
public struct DecidingFindings: Codable, Sendable, Equatable {
    /// The rules of the findings. One is enough by itself; of several, all would have to be absent.
    public var rules: [String]
    /// The risk level without them: a lower one, or without what speaks for a genuine message, a higher one.
    public var without: RiskLevel

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case rules, without
    }

    /// Creates a value from its properties.
    public init(rules: [String], without: RiskLevel) {
        self.rules = rules
        self.without = without
    }
}

extension [Finding] {
    /// The findings that say something new: of several rules that give the same reason, the strongest.
    package var onceEach: [Finding] {
        var said: Set<String> = []
        return filter { said.insert($0.title).inserted }
    }
}

/// Something in the message that means more than its words: a link, a number, an amount.
public struct Entity: Codable, Sendable, Hashable {
    /// What kind of thing the entity is, such as a link or a phone number.
    public var kind: EntityKind
    /// The entity's text, without line breaks and disguises.
    public var text: String
    /// The text as it was first read on the screenshot. It is absent unless the reading was corrected afterwards, for
    /// example from a zero to an `o`.
    public var seen: String?
    /// The ways in which the text was read, the likeliest first, where several readings of a word disagree; else absent.
    public var readings: [EntityReading]?
    /// The domain that somebody registered, by the Public Suffix List; absent unless the entity is a link.
    public var registrableDomain: String?
    /// Whether the entity was written in the message or came out of a QR code or barcode.
    public var source: EntitySource
    /// What the payload of a code is for, such as `wifi`, `bitcoin`, `upi` or `epc`; only for `qr` and `barcode`, and
    /// absent for plain text.
    public var scheme: String?
    /// The place of the code on the screenshot; absent unless the entity comes from a code.
    public var box: Box?
    /// ISO 3166-1 alpha-2 code of a phone number's country; absent unless the number has a calling code.
    public var country: String?
    /// ISO 4217 code of an amount's currency, or a cryptocurrency's common code; absent for other entities.
    public var currency: String?
    /// Number of units of the currency; absent unless the entity is an amount of money.
    public var amount: Double?
    /// The messenger that a link, a phone number or a handle leads to, such as `whatsapp`.
    public var messenger: String?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case kind, text, seen, readings
        case registrableDomain = "registrable_domain"
        case source, scheme, box, country, currency, amount, messenger
    }

    /// Creates a value from its properties.
    public init(
        kind: EntityKind, text: String, registrableDomain: String?, source: EntitySource = .text,
        scheme: String? = nil, box: Box? = nil, country: String? = nil, currency: String? = nil,
        amount: Double? = nil, messenger: String? = nil, seen: String? = nil,
        readings: [EntityReading]? = nil
    ) {
        self.kind = kind
        self.text = text
        self.seen = seen
        self.readings = readings
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

/// One of the ways in which an entity was read on the screenshot.
public struct EntityReading: Codable, Sendable, Hashable {
    /// The text, as it was read.
    public var value: String
    /// The probability that this reading is right, if one of them is, from 0 to 1.
    public var odds: Double

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case value, odds
    }

    /// Creates a value from its properties.
    public init(value: String, odds: Double) {
        self.value = value
        self.odds = odds
    }
}

/// Where an entity was found.
public enum EntitySource: String, Codable, Sendable, CaseIterable {
    case text
    /// The payload of a QR code or a barcode.
    case code
}

/// The languages of a message, and the languages whose rules judged it.
public struct LanguageUse: Codable, Sendable, Equatable {
    /// ISO 639-1 codes of the message's languages, starting with the language of most of the text; empty if the words
    /// don't show the language.
    public var detected: [String]
    /// The languages whose rules were tried on passages that may be in them; `any` stands for the rules that apply to all messages.
    public var rules: [String]
    /// Whether there are rules for the language of most of the message. `ScanResponse.understood` says how much of it could be
    /// judged.
    public var isCovered: Bool

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case detected, rules
        case isCovered = "covered"
    }

    /// Creates a value from its properties.
    public init(detected: [String], rules: [String], isCovered: Bool) {
        self.detected = detected
        self.rules = rules
        self.isCovered = isCovered
    }
}
