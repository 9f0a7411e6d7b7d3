/// Why an operation on the store brought nothing. What was to be written is not there, in whole or in part.
package enum StoreError: Error, Sendable, Equatable {
    /// The store can't serve for now, or at all.
    case unavailable(StoreFault)
    /// More operations wait already than the configuration allows.
    case overloaded
    /// SQLite refused this operation alone; its extended result code, 0 where it was no error of SQLite's.
    case rejected(code: Int32)
}

/// What keeps the store from serving.
package enum StoreFault: String, Sendable, Equatable {
    /// Another process holds the database.
    case locked
    /// The disk is full, or the database is as large as it may get.
    case full
    /// The file is damaged or no database. Nothing is read or written any more until the server starts again.
    case corrupt
    /// A newer version of this program wrote it. As above.
    case newerSchema = "newer-schema"
    /// The file or its folder can't be opened or written.
    case inaccessible
    /// The operating system failed to read or write.
    case inputOutput = "input-output"

    /// Whether it may pass while the server runs.
    package var mayPass: Bool {
        switch self {
        case .locked, .full, .inaccessible, .inputOutput: true
        case .corrupt, .newerSchema: false
        }
    }

    /// What the operator can do about it.
    package var remedy: String {
        switch self {
        case .locked: "end the other process that uses the database"
        case .full: "free space on the disk or raise --database-limit"
        case .corrupt:
            "stop the server, move the file and its -wal and -shm away or restore a copy, start again"
        case .newerSchema: "run the version that wrote the database, or name another file"
        case .inaccessible: "let the server's user read and write the file and its folder"
        case .inputOutput: "look into the system's log for failures of the disk"
        }
    }
}

/// What happened to the store as a whole, once for each change.
package enum StoreEvent: Sendable, Equatable {
    case failed(StoreFault)
    case recovered
}
