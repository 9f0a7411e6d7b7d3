package import Foundation

package struct StoreConfiguration: Sendable {
    /// The database file; SQLite puts `-wal` and `-shm` beside it. A missing folder or file is created.
    package var file: URL
    /// How long results are kept. With zero, none are kept.
    package var retention: Duration
    /// Largest size of the database file in bytes; nil for the limit of `CSQLiteVFS`, which is 128 GiB.
    package var sizeLimit: Int?
    /// How long an operation waits for another process that holds the database. A scan waits for its result to be stored,
    /// so this stays well below the time that clients wait for a scan.
    package var lockTimeout: Duration = .seconds(2)
    /// How long a store with a fault waits before it tries the database again.
    package var retryInterval: Duration = .seconds(1)
    /// How long the store waits between two sweeps; a result outlives its retention by that at most.
    package var sweepInterval: Duration = .seconds(60)
    /// Largest number of writes that wait, and of reads that wait or run. It bounds the memory of these operations.
    package var queueLimit = 1_024
    /// Number of connections that read. A read takes well under a millisecond, so two are enough for the HTTP server.
    package var readers = 2
    package var outbox = OutboxLimits()
    package var sharing = SharingLimits()
    package var followers = FollowerLimits()

    package init(file: URL, retention: Duration, sizeLimit: Int? = nil) {
        self.file = file
        self.retention = retention
        self.sizeLimit = sizeLimit
    }

    /// Number of bytes that the database and its log take on the disk now.
    package var bytesOnDisk: Int {
        ["", "-wal"].reduce(0) { sum, ending in
            let values = try? FileManager.default.attributesOfItem(atPath: file.path + ending)
            return sum + (values?[.size] as? Int ?? 0)
        }
    }
}
