public import Foundation

/// The response to `GET /memory/lists`: lists of confirmed scams that other installations made.
public struct MemoryLists: Codable, Sendable, Equatable {
    /// The key that signs the server's own lists, in Base64 for URLs. Who uses them needs it.
    public var signer: String
    /// Up to 8.
    public var lists: [MemoryListFacts]

    /// Creates a value from its properties.
    public init(signer: String, lists: [MemoryListFacts]) { (self.signer, self.lists) = (signer, lists) }

    package enum CodingKeys: String, CodingKey, CaseIterable { case signer, lists }
}

/// A list of confirmed scams, as a server uses it.
public struct MemoryListFacts: Codable, Sendable, Equatable {
    /// The key that signed it, in Base64 for URLs. A later list of the same key replaces it.
    public var signer: String
    /// Who made it, in their own words: 1 to 60 letters, digits, spaces, dots, hyphens and underscores.
    public var name: String
    /// When it was made, to the second.
    public var made: Date
    /// From when on it says nothing any longer, to the second.
    public var expires: Date
    /// Number of messages.
    public var count: Int
    /// Whether it is past its time.
    public var stale: Bool

    /// Creates a value from its properties.
    public init(signer: String, name: String, made: Date, expires: Date, count: Int, stale: Bool) {
        (self.signer, self.name, self.made, self.expires) = (signer, name, made, expires)
        (self.count, self.stale) = (count, stale)
    }

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case signer, name, made, expires, count, stale
    }
}
