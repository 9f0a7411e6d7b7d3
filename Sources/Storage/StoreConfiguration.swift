package import Foundation

/// Where the database is and what bounds it.
package struct StoreConfiguration: Sendable {
    /// The database; SQLite puts `-wal` and `-shm` beside it. Folder and file are made where they are missing.
    package var file: URL
    /// How long results are kept; zero keeps none.
    package var retention: Duration
    /// Bytes of the database file; nil for no limit but the disk's.
    package var sizeLimit: Int?
    /// How long an operation waits for another process that holds the database.
    package var lockTimeout: Duration = .seconds(2)
    /// Until a store that failed is tried again.
    package var retryInterval: Duration = .seconds(1)
    /// Between two sweeps of what is past its time.
    package var sweepInterval: Duration = .seconds(60)
    /// Operations that may wait.
    package var queueLimit = 1_024
    /// Connections that read at once.
    package var readers = 2
    package var outbox = OutboxLimits()
    package var sharing = SharingLimits()

    package init(file: URL, retention: Duration, sizeLimit: Int? = nil) {
        self.file = file
        self.retention = retention
        self.sizeLimit = sizeLimit
    }

    /// Of the database and its log, as they lie there now.
    package var bytesOnDisk: Int {
        ["", "-wal"].reduce(0) { sum, ending in
            let values = try? FileManager.default.attributesOfItem(atPath: file.path + ending)
            return sum + (values?[.size] as? Int ?? 0)
        }
    }
}
