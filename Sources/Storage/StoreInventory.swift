import Foundation
import GRDB

/// How much a store holds, as far as it can tell without looking at all of it.
package protocol StoreInventory: Sendable {
    func holdings() async throws(StoreError) -> [StoreHolding]
}

/// Entries of one kind. Whose they are isn't told.
package struct StoreHolding: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case results, preferences, subjects, followers
        case webhooks
        case deadLetters = "dead_letters"
    }

    package let kind: Kind
    /// Number of entries; nil where only their bytes are known.
    package var count: Int?
    /// Bytes that they take, about; nil where only their number is known.
    package var bytes: Int?
    /// The longest time that an entry is kept, from when it was stored or last used.
    package let kept: Duration

    init(_ kind: Kind, count: Int? = nil, bytes: Int? = nil, kept: Duration) {
        self.kind = kind
        self.count = count
        self.bytes = bytes
        self.kept = kept
    }
}

extension SQLiteStore: StoreInventory {
    /// The counts are those by which clients have their shares, which triggers keep: no table is gone through but the outbox, whose size
    /// is limited.
    package func holdings() async throws(StoreError) -> [StoreHolding] {
        let (totals, outbox) = try await read { db in
            (try ShareTable.totals(in: db), try OutboxTable.counts(in: db))
        }
        var holdings: [StoreHolding] = []
        // The number of results would need a walk through all of them.
        if configuration.retention > .zero {
            holdings.append(
                StoreHolding(.results, bytes: totals[.result] ?? 0, kept: configuration.retention))
        }
        return holdings
            + StoreHolding.entries(
                preferences: totals[.preference], subjects: totals[.subject], followers: totals[.follower],
                outbox, sharing: configuration.sharing, following: configuration.followers,
                sending: configuration.outbox)
    }
}

extension SharedStore: StoreInventory {
    /// Each number is the length of a set that Redis knows without counting. Results are in no common set, so they aren't told.
    package func holdings() async throws(StoreError) -> [StoreHolding] {
        // What is past its time stays in the sets until somebody adds to them.
        let now = "(\(milliseconds(Date()))"
        let replies = try await run(
            [keys.sharing + "preferences", keys.sharing + "subjects", keys.followers + "followers"].map {
                RedisCommand("ZCOUNT", $0, now, "+inf")
            })
        return StoreHolding.entries(
            preferences: replies[0].integer, subjects: replies[1].integer, followers: replies[2].integer,
            try await SharedOutbox(self).counts(), sharing: configuration.sharing,
            following: configuration.followers, sending: configuration.outbox)
    }
}

extension StoreHolding {
    fileprivate static func entries(
        preferences: Int?, subjects: Int?, followers: Int?, _ messages: OutboxCounts, sharing: SharingLimits,
        following: FollowerLimits, sending: OutboxLimits
    ) -> [StoreHolding] {
        [
            StoreHolding(.preferences, count: preferences ?? 0, kept: sharing.age),
            StoreHolding(.subjects, count: subjects ?? 0, kept: sharing.age),
            StoreHolding(.followers, count: followers ?? 0, kept: following.sessionAge),
            StoreHolding(.webhooks, count: messages.pending, kept: sending.age),
            StoreHolding(.deadLetters, count: messages.deadLetters, kept: sending.age),
        ]
    }
}
