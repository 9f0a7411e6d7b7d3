import ArgumentParser
import Foundation
import Storage

/// `typesafe-server outbox`: shows what is still to be sent to webhooks or was given up, and tries or drops it. The server
/// may be running.
struct OutboxCommand: ParsableCommand {
    /// The argument that makes the server's program this command.
    static let name = "outbox"

    enum Action: String, ExpressibleByArgument, CaseIterable {
        case list, retry, drop
    }

    static let configuration = CommandConfiguration(
        commandName: "typesafe-server outbox",
        abstract: "Shows webhook messages that are waiting or were given up; tries them again or drops them.",
        discussion: """
            list prints a line a message: number, state, type, receiver, attempts, when it was made, when it is due or \
            how long it is kept, and the last outcome, separated by tabs. A running server notices within half a minute.

            Exit codes: 0 done, 1 no such message, 64 wrong usage, 69 the database can't be used.
            """)

    @Argument(help: "list, retry or drop.")
    var action = Action.list

    @Argument(help: "The message's number, for retry and drop.")
    var number: Int64?

    @Option(help: "The server's database [TYPESAFE_DATABASE].")
    var database: String?

    private static let listLimit = 100_000

    func validate() throws {
        if (action == .list) != (number == nil) {
            throw ValidationError("list takes no number; retry and drop take one.")
        }
    }

    static func start(_ arguments: [String]) async {
        let command: OutboxCommand
        do { command = try parse(arguments) } catch { exit(withError: error) }
        Glibc.exit(await command.run())
    }

    private func run() async -> Int32 {
        guard let path = database ?? ProcessInfo.processInfo.environment["TYPESAFE_DATABASE"] else {
            return Self.fail("name the database with --database or TYPESAFE_DATABASE", code: 64)
        }
        guard FileManager.default.fileExists(atPath: path) else {
            return Self.fail("\(path): no such file", code: 69)
        }
        // The longest retention there is: nothing that the server keeps is past its time here.
        let store = SQLiteStore(
            configuration: StoreConfiguration(
                file: URL(fileURLWithPath: path), retention: .seconds(30 * 86_400)))
        await store.open()
        do throws(StoreError) {
            let isDone = try await run(Outbox(store))
            await store.close()
            return isDone ? 0 : Self.fail("no such message", code: 1)
        } catch {
            return Self.fail("\(path): the database can't be used (\(error))", code: 69)
        }
    }

    private func run(_ outbox: Outbox) async throws(StoreError) -> Bool {
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

    private static func fail(_ reason: String, code: Int32) -> Int32 {
        LineWriter.standardError.write("typesafe-server outbox: \(reason)")
        LineWriter.standardError.flush()
        return code
    }
}
