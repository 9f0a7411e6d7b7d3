import CSQLiteVFS
import Foundation
import GRDB
import Glibc

/// Opens the database file: readable by its owner only, synced at each commit, bounded in size, overwriting what is
/// deleted, and with the current schema.
enum DatabaseFile {
    /// Bytes that the log keeps on the disk after a checkpoint that does not truncate it. SQLite's automatic checkpoints
    /// come at 1,000 pages, so a log of 4 MiB is written over again without growing.
    private static let journalSizeLimit = 4 << 20
    /// `PRAGMA user_version` of a file that holds no remains of rows that were moved before `CSQLiteVFS` was in use.
    private static let cleanVersion = 1

    /// Blocks while other processes hold the database, for `lockTimeout` at most.
    static func open(_ configuration: StoreConfiguration) throws(StoreError) -> DatabasePool {
        guard csv_register() == 0 else { throw .unavailable(.inaccessible) }
        try create(configuration.file)
        let options = options(configuration)
        do {
            let migrator = StoreSchema.migrator
            var check = Configuration()
            check.readonly = true
            check.busyMode = options.busyMode
            let reader = try DatabaseQueue(path: configuration.file.path, configuration: check)
            // A newer version's file is recognised before anything is written to it.
            let isNew = try reader.read { db in
                if try migrator.hasBeenSuperseded(db) { throw StoreError.unavailable(.newerSchema) }
                return try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_master") == 0
            }
            try reader.close()
            let pool = try DatabasePool(path: configuration.file.path, configuration: options)
            try pool.writeWithoutTransaction { db in
                // GRDB sets NORMAL, with which a power cut may lose what was acknowledged.
                try db.execute(sql: "PRAGMA synchronous = FULL")
                let pageLimit = configuration.sizeLimit.map { max(1, $0 / Int(CSV_PAGE_SIZE)) }
                try db.execute(
                    sql: "PRAGMA max_page_count = \(min(pageLimit ?? .max, Int(CSV_MAX_PAGES)))")
            }
            try migrator.migrate(pool)
            try pool.writeWithoutTransaction { try removeOldRemains(in: $0, isNew: isNew) }
            return pool
        } catch {
            throw StoreError(error)
        }
    }

    private static func options(_ configuration: StoreConfiguration) -> Configuration {
        var options = Configuration()
        options.label = "store"
        options.busyMode = .timeout(configuration.lockTimeout / .seconds(1))
        options.maximumReaderCount = configuration.readers
        options.persistentReadOnlyConnections = true
        // Otherwise GRDB ends the process where a damaged disk lets even a rollback fail.
        options.allowsUnsafeTransactions = true
        let lockTimeout = Int(configuration.lockTimeout / .milliseconds(1))
        options.prepareDatabase { db in
            // GRDB gives readers a timeout of its own.
            try db.execute(sql: "PRAGMA busy_timeout = \(lockTimeout)")
            // A page whose cells don't fit is reported as damaged instead of being read.
            try db.execute(sql: "PRAGMA cell_size_check = ON")
            if db.configuration.readonly { return }
            // These two have an effect only on a database without tables.
            try db.execute(sql: "PRAGMA page_size = \(CSV_PAGE_SIZE)")
            try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
            try db.execute(sql: "PRAGMA secure_delete = ON")
            try db.execute(sql: "PRAGMA journal_size_limit = \(journalSizeLimit)")
        }
        return options
    }

    /// Rewrites a file of an earlier version once. Where there is no room for that, the next start tries again.
    private static func removeOldRemains(in db: Database, isNew: Bool) throws {
        guard try Int.fetchOne(db, sql: "PRAGMA user_version") != cleanVersion else { return }
        if !isNew {
            do {
                try db.execute(sql: "VACUUM")
                try db.checkpoint(.truncate)
            } catch {
                return
            }
        }
        try db.execute(sql: "PRAGMA user_version = \(cleanVersion)")
    }

    /// SQLite would create the file with the umask's mode; it gives `-wal` and `-shm` the mode of the file.
    private static func create(_ file: URL) throws(StoreError) {
        let folder = file.deletingLastPathComponent()
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let descriptor = Glibc.open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            switch errno {
            case ENOSPC, EDQUOT: throw .unavailable(.full)
            default: throw .unavailable(.inaccessible)
            }
        }
        defer { close(descriptor) }
        // For a file that existed. Fails where the file is another user's, who then decides about its mode.
        _ = fchmod(descriptor, 0o600)
    }
}

extension StoreError {
    init(_ error: any Error) {
        if let error = error as? StoreError {
            self = error
            return
        }
        guard let error = error as? DatabaseError else {
            self = .rejected(code: 0)
            return
        }
        switch (error.resultCode, error.extendedResultCode) {
        case (.SQLITE_BUSY, _), (.SQLITE_LOCKED, _): self = .unavailable(.locked)
        // SQLITE_IOERR_SHMSIZE: the shared memory beside the database couldn't grow.
        case (.SQLITE_FULL, _), (_, .SQLITE_IOERR_SHMSIZE): self = .unavailable(.full)
        case (.SQLITE_CORRUPT, _), (.SQLITE_NOTADB, _): self = .unavailable(.corrupt)
        case (.SQLITE_CANTOPEN, _), (.SQLITE_READONLY, _), (.SQLITE_PERM, _), (.SQLITE_AUTH, _):
            self = .unavailable(.inaccessible)
        case (.SQLITE_IOERR, _): self = .unavailable(.inputOutput)
        default: self = .rejected(code: error.extendedResultCode.rawValue)
        }
    }
}
