import Foundation
import GRDB

extension SQLiteStore {
    /// Largest number of rows that one transaction deletes, so that other writes wait for a few milliseconds only.
    private static let sweepBatch = 500
    /// Free pages are given back to the disk where they are more than the file's pages divided by this number.
    private static let freePageRatio = 4
    /// Largest number of pages that one sweep gives back to the disk (8 MiB). Other writes wait only for a few
    /// milliseconds then.
    private static let vacuumBatch = 2_000

    /// Deletes what is past its retention, and gives free pages back to the disk. It can be called at any time.
    func sweep() async {
        let fault = fault
        guard fault == nil || fault == .full else { return }
        for group in StoreSchema.groups { await sweep(group) }
        _ = await commit(.immediate) { db in
            let free = try Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            if free > pages / Self.freePageRatio {
                try db.execute(sql: "PRAGMA incremental_vacuum(\(Self.vacuumBatch))")
            }
        }
    }

    func sweep(_ group: any TableGroup.Type) async {
        var deleted = Self.sweepBatch
        while deleted == Self.sweepBatch, !Task.isCancelled {
            let time = StoreTime(Date(), retention: configuration.retention)
            let result: Result<Int, StoreError> = await commit(.deferred) { db in
                try group.sweep(at: time, limit: Self.sweepBatch, in: db)
            }
            deleted = (try? result.get()) ?? 0
        }
    }
}
