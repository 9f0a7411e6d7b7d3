import Foundation
import Storage
import ScanService

/// What is kept, where, and for how long.
struct StorageSettings {
    /// nil where nothing is kept.
    let store: StoreConfiguration?
    let keepsResults: Bool
    let keepsText: Bool

    init(_ values: SettingValues) throws(SettingsError) {
        let days = try values.number(.retentionDays, 0...30)
        let limit = try values.number(.databaseLimit, 1...1 << 24) << 20
        let sweepInterval = try values.seconds(.sweepInterval, 1...86_400)
        let lockTimeout = try values.seconds(.databaseTimeout, 1...60)
        let queueLimit = try values.number(.databaseQueue, 1...1_000_000)
        keepsResults = days > 0
        keepsText = try values.flag(.storeText)
        // Empty is how a container says that it wants none, whose image names one.
        let path = values.text(.database).flatMap { $0.isEmpty ? nil : $0 }
        store = path.map { path in
            var store = StoreConfiguration(
                file: URL(fileURLWithPath: path), retention: .seconds(days * 86_400), sizeLimit: limit)
            store.sweepInterval = sweepInterval
            store.lockTimeout = lockTimeout
            store.queueLimit = queueLimit
            return store
        }
    }

    func recorder(in store: SQLiteStore?, publisher: WebhookPublisher?) -> ResultRecorder {
        ResultRecorder(
            store: store.map { ResultStore($0) }, keepsResults: keepsResults, keepsText: keepsText,
            publisher: publisher)
    }

    static let all: [Setting] = [
        .database, .retentionDays, .storeText, .sweepInterval, .databaseLimit, .databaseTimeout,
        .databaseQueue,
    ]
}

extension Setting {
    fileprivate static let database = Setting(
        "database", default: nil, "SQLite file for results of sessions [nothing is stored]")
    fileprivate static let retentionDays = Setting(
        "retention-days", default: "7", "days that results are kept, 0 to 30; 0 keeps none")
    fileprivate static let storeText = Setting(
        "store-text", default: "false",
        "whether the message's text is kept with its result, without numbers, addresses and accounts")
    fileprivate static let sweepInterval = Setting(
        "sweep-interval", default: "60", "seconds between two deletions of what is past its time")
    fileprivate static let databaseLimit = Setting(
        "database-limit", default: "4096", "largest database, in MiB; what doesn't fit isn't stored")
    fileprivate static let databaseTimeout = Setting(
        "database-timeout", default: "2", "seconds that another process's lock on the database is waited for")
    fileprivate static let databaseQueue = Setting(
        "database-queue", default: "1024", "operations that may wait for the database; more get a 503")
}
