import Foundation
import GRDB

/// The messages to followers. They are nobody's share: what a follower may have is bounded by what is told of a scan.
extension OutboxTable {
    /// - Parameters:
    ///   - event: the scan, or what names the event.
    ///   - due: time before which it isn't sent, in milliseconds since 1970; nil for as soon as what waits of the event was sent.
    static func insertPush(
        _ phase: PushPhase, of event: UUID, to follower: StoredFollower, _ body: Data, at now: Date,
        due: Int64? = nil, in db: Database
    ) throws {
        let (time, endpoint) = (now.storedMilliseconds, OutboxEndpoint.follower(follower.id).stored)
        // The clock may have been set back since the last one was written.
        let last = try Int64.fetchOne(
            db.cachedStatement(
                sql: "SELECT MAX(due_at) FROM outbox WHERE endpoint = ? AND event_id = ? AND dead_at IS NULL"),
            arguments: [endpoint, event])
        try db.cachedStatement(
            sql: """
                INSERT INTO outbox
                    (event_id, endpoint, session_id, type, body, created_at, expires_at, due_at, share)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            event, endpoint, follower.target.id, phase.rawValue, body, time,
            follower.expiresAt.storedMilliseconds, due ?? max(time, last ?? time), ShareTable.nobody,
        ])
        try OutboxReceivers.refresh(endpoint, in: db)
    }

    /// Removes the update of a scan that waits for a follower. One that is being sent just now is sent all the same.
    /// - Returns: when it was due; nil where none waited.
    static func removeUpdate(of scan: UUID, to follower: StoredFollower, in db: Database) throws -> Int64? {
        let endpoint = OutboxEndpoint.follower(follower.id).stored
        let condition = "endpoint = ? AND event_id = ? AND type = '\(PushPhase.update.rawValue)'"
        let due = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT due_at FROM outbox WHERE \(condition)"),
            arguments: [endpoint, scan])
        guard let due else { return nil }
        try db.cachedStatement(sql: "DELETE FROM outbox WHERE \(condition)").execute(arguments: [
            endpoint, scan,
        ])
        try OutboxReceivers.refresh(endpoint, in: db)
        return due
    }

    /// Whether a message that belongs to no scan under way may be added. Half of the outbox is left for others.
    static func hasRoomForAlert(
        to follower: StoredFollower, _ configuration: StoreConfiguration, in db: Database
    ) throws -> Bool {
        let count = try Int.fetchOne(
            db.cachedStatement(sql: "SELECT COUNT(*) FROM outbox WHERE endpoint = ?"),
            arguments: [OutboxEndpoint.follower(follower.id).stored])
        guard (count ?? 0) < configuration.followers.alerts else { return false }
        let all = try Int.fetchOne(db.cachedStatement(sql: "SELECT entries FROM outbox_size")) ?? 0
        return all < configuration.outbox.entries / 2
    }

    static func waitingPushes(in db: Database) throws -> Int {
        try Int.fetchOne(
            db,
            sql: "SELECT COUNT(*) FROM outbox WHERE endpoint GLOB '\(OutboxEndpoint.storedFollowers)'") ?? 0
    }
}
