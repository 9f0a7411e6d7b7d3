/// The stores of one engine.
package struct Stores: Sendable {
    package let results: any ResultStore
    package let sharing: any SharingStore
    package let outbox: any Outbox
    /// Nil where the engine can keep none.
    package let followers: (any FollowerStore)?
    package let inventory: any StoreInventory
}

extension SQLiteStore {
    package var stores: Stores {
        Stores(
            results: SQLiteResultStore(self), sharing: SQLiteSharingStore(self), outbox: SQLiteOutbox(self),
            followers: SQLiteFollowerStore(self), inventory: self)
    }
}

extension SharedStore {
    package var stores: Stores {
        Stores(
            results: SharedResults(self), sharing: SharedSharing(self), outbox: SharedOutbox(self),
            followers: SharedFollowers(self), inventory: self)
    }
}

/// The reason why an operation on the store failed. A failed write changed nothing, except with `erasurePending`.
package enum StoreError: Error, Sendable, Equatable {
    case unavailable(StoreFault)
    /// The number of waiting operations has reached the configured limit.
    case overloaded
    /// The write is committed. What it deleted may still be found in the log, because another process reads the database.
    /// The same write can be sent again; it succeeds once the log is emptied.
    case erasurePending
    /// SQLite refused this operation and the store still serves. The code is SQLite's extended result code, or 0 where
    /// the error came from elsewhere.
    case rejected(code: Int32)
}

/// The reason why the store as a whole doesn't serve.
package enum StoreFault: String, Sendable, Equatable {
    /// Another process holds the lock on the database.
    case locked
    /// The disk is full, or the database has reached its largest size.
    case full
    /// The file is damaged or is no database. It isn't read or written until the server starts again.
    case corrupt
    /// A newer version of this program wrote the file. It isn't read or written until the server starts again.
    case newerSchema = "newer-schema"
    /// The program can't open or write the file, or its folder.
    case inaccessible
    /// The operating system reported an error of reading or writing.
    case inputOutput = "input-output"
    /// The server that servers share can't be reached, or isn't ready.
    case unreachable

    /// Whether the fault may end while the server runs.
    package var isTransient: Bool {
        switch self {
        case .locked, .full, .inaccessible, .inputOutput, .unreachable: true
        case .corrupt, .newerSchema: false
        }
    }

    /// Advice for the server's operator. It has no full stop at its end.
    package var remedy: String {
        switch self {
        case .locked: "end the other process that uses the database"
        case .full: "free space on the disk or raise database_mib"
        case .corrupt:
            "stop the server, move the file and its -wal and -shm away or restore a copy, start again"
        case .newerSchema: "run the version that wrote the database, or name another file"
        case .inaccessible: "let the server's user read and write the file and its folder"
        case .unreachable: "look whether the server of --shared runs and can be reached"
        case .inputOutput: "look into the system's log for failures of the disk"
        }
    }
}

/// A change between serving and not serving. It is reported once for each change.
package enum StoreEvent: Sendable, Equatable {
    case failed(StoreFault)
    case recovered
}

extension StoreError {
    init(_ error: RedisError) {
        switch error {
        case .unavailable: self = .unavailable(.unreachable)
        case .tooManyCommands: self = .overloaded
        case .unexpectedReply: self = .rejected(code: 0)
        case .refused(let refusal):
            switch refusal.code {
            case "OOM": self = .unavailable(.full)
            // These end the connection, and the next one may lead to another server.
            case "READONLY", "LOADING", "MASTERDOWN": self = .unavailable(.unreachable)
            default: self = refusal.isPassing ? .unavailable(.inputOutput) : .rejected(code: 0)
            }
        }
    }
}
