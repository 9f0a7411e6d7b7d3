import Foundation
import GRDB

extension SQLiteStore {
    /// Rows that one transaction deletes: others wait for it.
    private static let sweepBatch = 500
    /// Free pages are given back to the disk where they are more than one in so many.
    private static let freeShare = 4
    /// Pages given back at once.
    private static let vacuumBatch = 2_000

    /// Deletes what is past its time and gives back room. Can run at any time, and again.
    func sweep() async {
        let fault = fault
        guard fault == nil || fault == .full else { return }
        for group in StoreSchema.groups { await sweep(group) }
        _ = await commit { db in
            let free = try Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            if free > pages / Self.freeShare {
                try db.execute(sql: "PRAGMA incremental_vacuum(\(Self.vacuumBatch))")
            }
        }
    }

    func sweep(_ group: any TableGroup.Type) async {
        var deleted = Self.sweepBatch
        while deleted == Self.sweepBatch, !Task.isCancelled {
            let time = StoreTime(Date(), retention: configuration.retention)
            let result: Result<Int, StoreError> = await commit(erases: true) { db in
                try group.sweep(at: time, limit: Self.sweepBatch, in: db)
            }
            deleted = (try? result.get()) ?? 0
        }
    }
}
