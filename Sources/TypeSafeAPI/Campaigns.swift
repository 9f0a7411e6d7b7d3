public import Foundation

/// The response to `GET /campaigns`: messages that came several times or were confirmed, the most frequent first.
public struct Campaigns: Codable, Sendable, Equatable {
    /// Up to 100.
    public var campaigns: [SeenMessage]

    /// Creates a value from its properties.
    public init(campaigns: [SeenMessage]) { self.campaigns = campaigns }

    package enum CodingKeys: String, CodingKey, CaseIterable { case campaigns }
}

/// What a server knows of a message that came several times. It has no word of it.
public struct SeenMessage: Codable, Sendable, Equatable {
    /// Names it: what `POST /feedback` with `teach` answers for the same message.
    public var id: UUID
    /// How often it or a near copy came.
    public var count: Int
    /// When it first came, to the second.
    public var first: Date
    /// When it last came, to the second.
    public var last: Date
    /// The highest risk that it was judged as, `medium` or `high`; absent where it never came since it was confirmed.
    public var level: RiskLevel?
    /// What was confirmed; absent where nothing was, or as many people say this as that.
    public var confirmed: ExpectedVerdict?
    /// By what it wants to be answered or paid: `link`, `phone`, `email`, `handle`, `wallet`, `account`.
    public var contacts: [String]

    /// Creates a value from its properties.
    public init(
        id: UUID, count: Int, first: Date, last: Date, level: RiskLevel?, confirmed: ExpectedVerdict?,
        contacts: [String]
    ) {
        (self.id, self.count, self.first, self.last) = (id, count, first, last)
        (self.level, self.confirmed, self.contacts) = (level, confirmed, contacts)
    }

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case id, count, first, last, level, confirmed, contacts
    }
}
