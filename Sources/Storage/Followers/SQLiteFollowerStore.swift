package import SystemSupport
package import Foundation
import GRDB

package struct SQLiteFollowerStore: FollowerStore {
    private let store: SQLiteStore
    private var limits: FollowerLimits { store.configuration.followers }

    package init(_ store: SQLiteStore) {
        self.store = store
    }

    // MARK: Followers

    package func add(
        _ follower: StoredFollower, by client: ClientID?
    ) async throws(StoreError) -> FollowerChange {
        try await store.write { [limits] db in
            try FollowerTable.add(follower, by: client, limits: limits, in: db)
        }
    }

    /// The write is `immediate`, so that the old address doesn't remain in the log, not even encrypted.
    package func replace(_ follower: StoredFollower) async throws(StoreError) -> Bool {
        try await store.write(.immediate) { try FollowerTable.replace(follower, in: $0) }
    }

    package func followers(
        of target: FollowTarget, at now: Date
    ) async throws(StoreError) -> [StoredFollower] {
        try await store.read { try FollowerTable.followers(of: target, at: now, in: $0) }
    }

    package func remove(_ id: UUID, of target: FollowTarget) async throws(StoreError) -> Bool {
        try await store.write(.immediate) { try FollowerTable.remove(id, of: target, in: $0) }
    }

    // MARK: Scans

    package func begin(
        _ scan: FollowedScan, tellsStart: Bool, at now: Date, check: Date, make: @escaping PushMaker
    ) async throws(StoreError) -> Bool {
        // Most scans are followed by nobody, and cost no write.
        guard try await store.read({ try ActivityTable.isFollowed(scan, at: now, in: $0) }) else {
            return false
        }
        try await store.write { [limits] db in
            try ActivityTable.begin(
                scan, tellsStart: tellsStart, at: now, check: check, limits: limits, make: make, in: db)
        }
        return true
    }

    package func update(
        _ scan: UUID, step: Int, at now: Date, pause: @escaping @Sendable (StoredFollower) -> Duration,
        make: @escaping PushMaker
    ) async throws(StoreError) {
        try await store.write { db in
            try ActivityTable.update(scan, step: step, at: now, pause: pause, make: make, in: db)
        }
    }

    package func end(_ scan: UUID, at now: Date, make: @escaping PushMaker) async throws(StoreError) {
        try await store.write { try ActivityTable.end(scan, at: now, make: make, in: $0) }
    }

    package func alert(
        _ session: UUID, event: UUID, at now: Date, make: @escaping PushMaker
    ) async throws(StoreError) -> Int {
        let target = FollowTarget.session(session)
        if try await followers(of: target, at: now).isEmpty { return 0 }
        return try await store.write { [configuration = store.configuration] db in
            try ActivityTable.alert(
                session, event: event, at: now, configuration: configuration, make: make, in: db)
        }
    }

    package func keep(_ scans: [UUID], check: Date) async throws(StoreError) {
        try await store.write { try ActivityTable.keep(scans, check: check, in: $0) }
    }

    package func neglected(
        at now: Date, check: Date, limit: Int
    ) async throws(StoreError) -> [FollowedScan] {
        let isAny = try await store.read { db in
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM followed WHERE check_at <= ?)",
                arguments: [now.storedMilliseconds]) ?? false
        }
        guard isAny else { return [] }
        return try await store.write { db in
            try ActivityTable.neglected(at: now, check: check, limit: limit, in: db)
        }
    }

    // MARK: Messages

    package func nextPush(at now: Date, besides busy: OutboxBusy) async throws(StoreError) -> PushWork {
        let time = now.storedMilliseconds
        try await store.outboxClock.follow(time, in: store)
        return try await store.read { db in
            guard let receiver = try OutboxReceivers.ready(.followers, at: time, besides: busy, in: db),
                let message = try OutboxTable.first(for: receiver.endpoint, at: time, after: [:], in: db),
                case .follower(let id) = message.endpoint
            else {
                let next = try OutboxReceivers.nextReady(.followers, besides: busy, in: db)
                return .wait(until: next.map { Date(storedMilliseconds: max($0, time + 1)) })
            }
            // One past its time is still there for the messages that it was promised; the sweep deletes both.
            guard let follower = try FollowerTable.follower(id, at: .distantPast, in: db) else {
                return .wait(until: Date(storedMilliseconds: time + 1))
            }
            return .send(message, to: follower, client: receiver.host)
        }
    }

    package func finish(_ message: OutboxMessage) async throws(StoreError) {
        try await store.write { db in
            _ = try OutboxTable.delete(message.number, in: db)
            try OutboxReceivers.resetBackoff(message.endpoint.stored, in: db)
        }
    }

    package func failed(
        _ message: OutboxMessage, _ outcome: String, at now: Date, wait: Duration
    ) async throws(StoreError) {
        try await store.write { db in
            try OutboxReceivers.recordFailure(
                message.endpoint.stored,
                backoffUntil: now.storedMilliseconds + wait.storedMilliseconds, in: db)
            // It stays the first of those that are due.
            try OutboxTable.recordFailure(
                message, outcome, due: message.dueAt.storedMilliseconds, in: db)
        }
    }

    package func waitingPushes() async throws(StoreError) -> Int {
        try await store.read { try OutboxTable.waitingPushes(in: $0) }
    }
}
