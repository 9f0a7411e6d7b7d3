import CSQLiteVFS
import Foundation
import GRDB
import Glibc

/// Opens the database file. Only its owner can read the file. Each commit is synced, the size is bounded, deleted
/// content is overwritten, and the schema is the current one.
enum DatabaseFile {
    /// Size in bytes to which the log is cut after a checkpoint that doesn't empty it. SQLite makes a checkpoint after
    /// 1,000 pages by itself, so a log of 4 MiB is written over again and doesn't grow.
    private static let journalSizeLimit = 4 << 20
    /// The `PRAGMA user_version` of a file without remains of rows that were moved before `CSQLiteVFS` existed.
    private static let cleanVersion = 1

    /// Opens the database. It blocks while other processes hold the database, for `lockTimeout` at most.
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
                // GRDB sets NORMAL. With that, a power cut may lose a write that was reported as done.
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
        // Without this option, GRDB ends the process where a damaged disk makes even a rollback fail.
        options.allowsUnsafeTransactions = true
        let lockTimeout = Int(configuration.lockTimeout / .milliseconds(1))
        options.prepareDatabase { db in
            // GRDB sets a time-out of its own for readers, which this one replaces.
            try db.execute(sql: "PRAGMA busy_timeout = \(lockTimeout)")
            // With this check, a page whose cells don't fit is reported as damaged instead of being read.
            try db.execute(sql: "PRAGMA cell_size_check = ON")
            if db.configuration.readonly { return }
            // These two settings have an effect only on a database without tables.
            try db.execute(sql: "PRAGMA page_size = \(CSV_PAGE_SIZE)")
            try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
            try db.execute(sql: "PRAGMA secure_delete = ON")
            try db.execute(sql: "PRAGMA journal_size_limit = \(journalSizeLimit)")
        }
        return options
    }

    /// Rewrites the file of an earlier version, once. Where the disk has no room for that, the next start tries it
    /// again.
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

    /// Creates the file with its mode. SQLite would create it with the mode of the umask. SQLite gives `-wal` and
    /// `-shm` the mode of the file.
    private static func create(_ file: URL) throws(StoreError) {
        let folder = file.deletingLastPathComponent()
        // Only the last folder: a mistyped path would begin an empty database somewhere else.
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        let descriptor = Glibc.open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            switch errno {
            case ENOSPC, EDQUOT: throw .unavailable(.full)
            default: throw .unavailable(.inaccessible)
            }
        }
        defer { close(descriptor) }
        // This sets the mode of a file that existed before. It fails where the file belongs to another user, who then
        // decides on its mode.
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
        // SQLITE_IOERR_SHMSIZE means that the shared memory beside the database couldn't grow.
        case (.SQLITE_FULL, _), (_, .SQLITE_IOERR_SHMSIZE): self = .unavailable(.full)
        case (.SQLITE_CORRUPT, _), (.SQLITE_NOTADB, _): self = .unavailable(.corrupt)
        case (.SQLITE_CANTOPEN, _), (.SQLITE_READONLY, _), (.SQLITE_PERM, _), (.SQLITE_AUTH, _):
            self = .unavailable(.inaccessible)
        case (.SQLITE_IOERR, _): self = .unavailable(.inputOutput)
        default: self = .rejected(code: error.extendedResultCode.rawValue)
        }
    }
}
