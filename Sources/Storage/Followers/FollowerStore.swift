package import Foundation
package import SystemSupport

/// A scan that somebody is told of.
package struct FollowedScan: Sendable, Equatable {
    package let id: UUID
    /// The session of the scan; nil for none.
    package let session: UUID?
    /// Name of the API key whose requests may see the scan; nil where the server asks for none.
    package let owner: String?

    package init(id: UUID, session: UUID?, owner: String?) {
        self.id = id
        self.session = session
        self.owner = owner
    }
}

/// What a message tells a follower.
package enum PushPhase: String, Sendable, CaseIterable {
    case start, update, end
    /// Something that has neither a beginning nor an end.
    case alert
}

/// Makes the body of a message; nil where the follower isn't to be told.
package typealias PushMaker = @Sendable (StoredFollower, PushPhase) -> Data?

package enum PushWork: Sendable {
    /// - Parameter client: names the client that registered the follower, without saying who it is.
    case send(OutboxMessage, to: StoredFollower, client: String)
    /// No message is due before this time; nil where no message waits.
    case wait(until: Date?)
}

/// Followers, which of them know of which scan, and the messages to them. Messages wait in the outbox. Each follower gets those of a
/// scan in their order: the start, updates, the end.
package protocol FollowerStore: Sendable {
    // MARK: Followers

    /// - Parameter client: the client whose share of the table is taken; nil for nobody's.
    func add(_ follower: StoredFollower, by client: ClientID?) async throws(StoreError) -> FollowerChange

    /// Replaces a follower's address, language and what it follows of its target.
    /// - Returns: false where the target has no such follower.
    func replace(_ follower: StoredFollower) async throws(StoreError) -> Bool

    /// Returns the followers of a scan or a session, oldest first. One past its time isn't among them.
    func followers(of target: FollowTarget, at now: Date) async throws(StoreError) -> [StoredFollower]

    /// Forgets a follower with all that waits for it. It returns false where the target has no such follower.
    func remove(_ id: UUID, of target: FollowTarget) async throws(StoreError) -> Bool

    // MARK: Scans

    /// Begins to tell of a scan. A follower who was told of it before isn't told again.
    /// - Parameters:
    ///   - tellsStart: whether those who follow progress get a message. Otherwise they are told of the end alone.
    ///   - check: time after which somebody else looks how the scan is, unless `keep` says otherwise.
    ///   - make: makes the message of the start; nil for a follower that isn't to be told of the scan at all.
    /// - Returns: whether anybody follows the scan.
    func begin(
        _ scan: FollowedScan, tellsStart: Bool, at now: Date, check: Date, make: @escaping PushMaker
    ) async throws(StoreError) -> Bool

    /// Tells of progress, in place of an update that still waits.
    /// - Parameters:
    ///   - step: grows with each update of the scan. One that isn't greater than the last one tells nobody.
    ///   - pause: the shortest time until the follower's next update.
    func update(
        _ scan: UUID, step: Int, at now: Date, pause: @escaping @Sendable (StoredFollower) -> Duration,
        make: @escaping PushMaker
    ) async throws(StoreError)

    /// Tells each follower of the scan's end that wasn't told before. Nobody is told anything of the scan later.
    func end(_ scan: UUID, at now: Date, make: @escaping PushMaker) async throws(StoreError)

    /// Tells a session's followers of something.
    /// - Parameter event: names what they are told, so that they are told once.
    /// - Returns: the number of messages.
    func alert(
        _ session: UUID, event: UUID, at now: Date, make: @escaping PushMaker
    ) async throws(StoreError) -> Int

    /// Says that somebody still tells of scans.
    /// - Parameter check: time after which somebody else looks how they are.
    func keep(_ scans: [UUID], check: Date) async throws(StoreError)

    /// Returns scans of which nobody has told for too long. They are the caller's until `check`.
    func neglected(at now: Date, check: Date, limit: Int) async throws(StoreError) -> [FollowedScan]

    // MARK: Messages

    /// Returns the next message to a follower.
    /// - Parameter busy: the followers that get none now, and as hosts the clients whose followers get none.
    func nextPush(at now: Date, besides busy: OutboxBusy) async throws(StoreError) -> PushWork

    /// Forgets a message that was delivered or is given up.
    func finish(_ message: OutboxMessage) async throws(StoreError)

    /// Records a failed attempt. The follower gets nothing until it is tried again, so that messages keep their order.
    func failed(
        _ message: OutboxMessage, _ outcome: String, at now: Date, wait: Duration
    ) async throws(StoreError)

    /// Number of messages that wait.
    func waitingPushes() async throws(StoreError) -> Int
}

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
