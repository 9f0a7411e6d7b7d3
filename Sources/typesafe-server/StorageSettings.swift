import ArgumentParser
import Foundation
import Storage

/// What is stored, where, and for how long.
struct StorageSettings: ParsableArguments {
    /// Days that results may be kept. The upper bound limits what a stolen database reveals.
    static let retentionRange = 0...30
    private static let secondsPerDay = 86_400

    @OptionGroup var file: DatabaseSettings

    @Option(help: ArgumentHelp("days that results are kept, 0 to 30; 0 keeps none", valueName: "days"))
    var retentionDays = 7

    @Option(
        help: ArgumentHelp(
            "whether the message's text is kept with its result, without numbers, addresses and accounts",
            valueName: "bool"))
    var storeText = false

    @Option(
        help: ArgumentHelp(
            "folder for feedback on wrong verdicts, for `typesafe rules review` [no feedback is kept]",
            valueName: "dir"))
    var feedbackDirectory: String?

    func validate() throws {
        guard Self.retentionRange.contains(retentionDays) else {
            throw ValidationError("--retention-days takes 0 to \(Self.retentionRange.upperBound)")
        }
    }

    var retention: Duration { .seconds(retentionDays * Self.secondsPerDay) }

    /// The store's configuration; nil where nothing is stored.
    func configuration(_ limits: Limits) -> StoreConfiguration? {
        file.url.map { url in
            var configuration = StoreConfiguration(
                file: url, retention: retention,
                sizeLimit: limits.databaseSize)
            configuration.outbox = limits.outbox
            return configuration
        }
    }
}

/// The database file.
struct DatabaseSettings: ParsableArguments {
    @Option(
        help: ArgumentHelp("SQLite file for results of sessions [nothing is stored]", valueName: "file"))
    var database: String?

    var url: URL? {
        database.flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0) }
    }
}
