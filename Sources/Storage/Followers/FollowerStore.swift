package import SystemSupport
package import Foundation

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
