import ArgumentParser
import Foundation
import Storage

/// `typesafe-server outbox`: shows webhook messages that wait or were given up, and sends them again or drops them. The
/// server may be running.
struct OutboxCommand: AsyncParsableCommand, ConfigurableCommand {
    static let settings: [any ParsableArguments.Type] = [
        DatabaseSettings.self, SharedServerSettings.self,
    ]

    enum Action: String, ExpressibleByArgument, CaseIterable {
        case list, retry, drop
    }

    static let configuration = CommandConfiguration(
        commandName: "outbox",
        abstract: "Shows webhook messages that are waiting or were given up; tries them again or drops them.",
        discussion: """
            list prints a line a message: number, state, type, receiver, attempts, when it was made, when it is due or \
            how long it is kept, and the last outcome, separated by tabs. A running server notices within half a minute.

            Exit codes: 0 done, 1 no such message, 64 wrong usage, 69 the database or Redis can't be used.
            """)

    @Argument(help: "list, retry or drop.")
    var action = Action.list

    @Argument(help: "The message's number, for retry and drop.")
    var number: Int64?

    @OptionGroup var file: DatabaseSettings
    @OptionGroup var server: SharedServerSettings

    /// Largest number of messages that are listed: as many as the outbox holds unless a limit says otherwise.
    private static let listLimit = 100_000
    /// Longest retention of results that the server takes, so that opening the store here deletes nothing.
    private static let longestRetention = Duration.seconds(
        StorageSettings.retentionRange.upperBound * 86_400)

    func validate() throws {
        if (action == .list) != (number == nil) {
            throw ValidationError("list takes no number; retry and drop take one")
        }
    }

    func run() async throws {
        let (store, place) = try await open()
        let isDone: Bool
        do throws(StoreError) {
            isDone = try await run(store.stores.outbox)
        } catch {
            throw CommandFailure.unavailable("\(place) can't be used (\(error))")
        }
        await store.close()
        if !isDone { throw CommandFailure.failed("no such message") }
    }

    private func open() async throws -> (OpenStores, place: String) {
        if let url = server.url {
            let store = SharedStore(try server.configuration(url, retention: Self.longestRetention))
            await store.open()
            return (OpenStores(.shared(store)), "\(url)")
        }
        guard let url = file.url else {
            throw ValidationError(
                "name the database with --database or TYPESAFE_DATABASE, or the Redis server with --shared")
        }
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw CommandFailure.unavailable("\(url.path): no such file")
        }
        let store = SQLiteStore(
            configuration: StoreConfiguration(file: url, retention: Self.longestRetention))
        await store.open()
        return (OpenStores(.sqlite(store)), "\(url.path): the database")
    }

    private func run(_ outbox: any Outbox) async throws(StoreError) -> Bool {
        switch (action, number) {
        case (.retry, let number?): return try await outbox.retry(number, at: Date())
        case (.drop, let number?): return try await outbox.drop(number)
        case (.list, _), (_, nil):
            for entry in try await outbox.list(limit: Self.listLimit) {
                LineWriter.standardOutput.write(Self.line(entry))
            }
            LineWriter.standardOutput.flush()
            return true
        }
    }

    private static func line(_ entry: OutboxMessage) -> String {
        [
            "\(entry.number)", entry.isDeadLetter ? "given-up" : "waiting", entry.type, entry.endpoint.label,
            "\(entry.attempts)", entry.createdAt.formatted(.iso8601),
            (entry.isDeadLetter ? entry.expiresAt : entry.dueAt).formatted(.iso8601),
            entry.lastOutcome ?? "-",
        ].joined(separator: "\t")
    }
}
