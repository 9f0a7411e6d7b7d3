/// Why an operation on the store failed. Except with `erasurePending`, a failed write changed nothing.
package enum StoreError: Error, Sendable, Equatable {
    case unavailable(StoreFault)
    /// As many operations wait as the configuration allows.
    case overloaded
    /// The write is committed. What it deleted may still be found in the log, because another process reads the database.
    /// The same write can be sent again; it succeeds once the log is emptied.
    case erasurePending
    /// SQLite refused this operation only; its extended result code, or 0 where the error wasn't SQLite's.
    case rejected(code: Int32)
}

/// Why the store as a whole doesn't serve.
package enum StoreFault: String, Sendable, Equatable {
    /// Another process holds the database.
    case locked
    /// The disk is full, or the database has its largest size.
    case full
    /// The file is damaged or is no database. It isn't read or written until the server starts again.
    case corrupt
    /// A newer version of this program wrote the file. It isn't read or written until the server starts again.
    case newerSchema = "newer-schema"
    /// The file or its folder can't be opened or written.
    case inaccessible
    /// The operating system failed to read or write.
    case inputOutput = "input-output"

    /// Whether the fault may go away while the server runs.
    package var isTransient: Bool {
        switch self {
        case .locked, .full, .inaccessible, .inputOutput: true
        case .corrupt, .newerSchema: false
        }
    }

    /// Advice to the operator, without a full stop.
    package var remedy: String {
        switch self {
        case .locked: "end the other process that uses the database"
        case .full: "free space on the disk or raise database_mib"
        case .corrupt:
            "stop the server, move the file and its -wal and -shm away or restore a copy, start again"
        case .newerSchema: "run the version that wrote the database, or name another file"
        case .inaccessible: "let the server's user read and write the file and its folder"
        case .inputOutput: "look into the system's log for failures of the disk"
        }
    }
}

/// A change of the store as a whole, reported once for each change.
package enum StoreEvent: Sendable, Equatable {
    case failed(StoreFault)
    case recovered
}
