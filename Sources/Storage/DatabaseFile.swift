import Foundation
import GRDB
import Glibc

/// Opens the database as the store wants it: private, safe on the disk, bounded, deleting for good, of this schema.
enum DatabaseFile {
    /// 4 MiB: what the log may keep on the disk after its content has been taken over.
    private static let journalSizeLimit = 4 << 20

    /// Blocks while other processes hold the database.
    static func open(_ configuration: StoreConfiguration) throws(StoreError) -> DatabasePool {
        try create(configuration.file)
        var options = Configuration()
        options.label = "store"
        options.busyMode = .timeout(configuration.lockTimeout / .seconds(1))
        options.maximumReaderCount = configuration.readers
        options.persistentReadOnlyConnections = true
        // Where a damaged disk lets even a rollback fail, GRDB would end the process.
        options.allowsUnsafeTransactions = true
        let lockTimeout = Int(configuration.lockTimeout / .milliseconds(1))
        options.prepareDatabase { db in
            // GRDB gives readers a time of its own.
            try db.execute(sql: "PRAGMA busy_timeout = \(lockTimeout)")
            // A page that makes no sense is said to be corrupt before it is believed.
            try db.execute(sql: "PRAGMA cell_size_check = ON")
            if db.configuration.readonly { return }
            // Only a database without tables takes this one.
            try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
            try db.execute(sql: "PRAGMA secure_delete = ON")
            try db.execute(sql: "PRAGMA journal_size_limit = \(journalSizeLimit)")
        }
        do {
            let migrator = StoreSchema.migrator
            var check = Configuration()
            check.readonly = true
            check.busyMode = options.busyMode
            let reader = try DatabaseQueue(path: configuration.file.path, configuration: check)
            // Before anything is written.
            if try reader.read({ try migrator.hasBeenSuperseded($0) }) {
                throw StoreError.unavailable(.newerSchema)
            }
            try reader.close()
            let pool = try DatabasePool(path: configuration.file.path, configuration: options)
            try pool.writeWithoutTransaction { db in
                // GRDB takes NORMAL, under which a power cut may cost what was acknowledged.
                try db.execute(sql: "PRAGMA synchronous = FULL")
                if let limit = configuration.sizeLimit {
                    let pageSize = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 4_096
                    try db.execute(sql: "PRAGMA max_page_count = \(max(1, limit / pageSize))")
                }
            }
            try migrator.migrate(pool)
            return pool
        } catch {
            throw StoreError(error)
        }
    }

    /// SQLite would make it readable for whomever the umask lets, and gives `-wal` and `-shm` the file's own mode.
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
        // One that was there before; fails where it is another user's, who decides.
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
        // The shared memory beside the database couldn't grow.
        case (.SQLITE_FULL, _), (_, .SQLITE_IOERR_SHMSIZE): self = .unavailable(.full)
        case (.SQLITE_CORRUPT, _), (.SQLITE_NOTADB, _): self = .unavailable(.corrupt)
        case (.SQLITE_CANTOPEN, _), (.SQLITE_READONLY, _), (.SQLITE_PERM, _), (.SQLITE_AUTH, _):
            self = .unavailable(.inaccessible)
        case (.SQLITE_IOERR, _): self = .unavailable(.inputOutput)
        default: self = .rejected(code: error.extendedResultCode.rawValue)
        }
    }
}
