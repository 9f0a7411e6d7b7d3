import Foundation
import GRDB
import Synchronization

/// Notices that the machine's clock was set back. Messages that were to wait for seconds would then wait for as long as the clock went
/// back, and what was written later would be due before them.
final class OutboxClock: Sendable {
    /// In milliseconds. Corrections of a clock that runs a little fast are smaller, and so is what one of two callers is late by, on a busy
    /// machine, with a time that it got before the other.
    private static let tolerance: Int64 = 10_000

    /// The latest time that was seen, in milliseconds since 1970; nil before the first.
    private let latest = Mutex<Int64?>(nil)

    /// Makes what waits due, if the clock was set back since the last call, or since the process before this one wrote a message.
    /// - Parameter now: in milliseconds since 1970.
    func follow(_ now: Int64, in store: SQLiteStore) async throws(StoreError) {
        let last = latest.withLock { latest in
            defer { latest = now }
            return latest
        }
        if let last, now + Self.tolerance >= last { return }
        do throws(StoreError) {
            try await store.write { db in
                if try last != nil || Self.isAhead(of: now, in: db) { try Self.makeAllDue(at: now, in: db) }
            }
        } catch {
            latest.withLock { $0 = last }
            throw error
        }
    }

    /// Whether a message was written at a later time than this.
    private static func isAhead(of now: Int64, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM outbox WHERE created_at > ?)", arguments: [now + tolerance]
        ) ?? false
    }

    private static func makeAllDue(at now: Int64, in db: Database) throws {
        try db.execute(
            sql: "UPDATE outbox SET due_at = ? WHERE due_at > ? AND dead_at IS NULL", arguments: [now, now])
        try db.execute(
            sql: "UPDATE outbox_receiver SET ready_at = ?, rests_until = 0 WHERE ready_at > ?",
            arguments: [now, now])
    }
}
