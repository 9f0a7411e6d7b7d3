package import Foundation

/// What a follower follows.
package enum FollowTarget: Sendable, Hashable {
    case scan(UUID)
    /// All scans of a session, and screenshots of what the session shares.
    case session(UUID)

    package var id: UUID {
        switch self {
        case .scan(let id), .session(let id): id
        }
    }
}

/// A place that is told how scans go, such as a phone or a browser.
package struct StoredFollower: Sendable, Equatable, CustomStringConvertible {
    package let id: UUID
    package let target: FollowTarget
    /// How it is reached, as the API names it.
    package let carrier: String
    /// Where it is reached, encrypted: the store can't read it.
    package let address: Data
    /// The language that it is told in, as a BCP 47 tag.
    package let language: String
    /// Whether it is told of start and progress; with false, of what has ended only.
    package let followsProgress: Bool
    package let createdAt: Date
    /// Time at which it is forgotten.
    package let expiresAt: Date

    package init(
        id: UUID, target: FollowTarget, carrier: String, address: Data, language: String,
        followsProgress: Bool, createdAt: Date, expiresAt: Date
    ) {
        self.id = id
        self.target = target
        self.carrier = carrier
        self.address = address
        self.language = language
        self.followsProgress = followsProgress
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    package var description: String { "a follower" }
}

package enum FollowerChange: Sendable, Equatable {
    case saved
    /// The scan or the session has as many followers as it may.
    case tooMany
    /// There is no room for another one, or its client has its share.
    case full
}

package struct FollowerLimits: Sendable {
    /// Largest number of followers of one scan or one session. A person's devices count.
    package var perTarget = 8
    /// Largest number of followers. One takes less than 1 kB, so all of them take 100 MB at most.
    package var entries = 100_000
    /// Largest number of scans that followers are told of at once, each counted for each of its followers. At most three messages
    /// wait for each, so there is room left for webhooks in the outbox.
    package var activities = 20_000
    /// Largest number of messages that wait for one follower where another one is added that belongs to no scan under way.
    package var alerts = 100
    /// How long a scan's follower is kept. No phone shows a scan's end for longer.
    package var scanAge: Duration = .seconds(86_400)
    /// How long a session's follower is kept after it was last told something.
    package var sessionAge: Duration = .seconds(90 * 86_400)
    /// Time from a scan's start to its first update, and the shortest between two of them that a server tells of. Phones draw their
    /// lock screens no more often.
    package var pause: Duration = .seconds(1)
    /// How long it is remembered that a follower was told of a scan's end: a day longer than a scan's follower is kept, so that a
    /// trigger that comes late tells nobody twice.
    package var memory: Duration = .seconds(2 * 86_400)

    package init() {}
}
