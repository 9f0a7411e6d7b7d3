import Synchronization

/// Asks one server. Commands of all tasks share one connection, which comes back by itself. While it is away, every command
/// fails at once.
///
/// A command that waits for something, such as `XREADGROUP … BLOCK`, holds up all that come after it, so it needs a client of its
/// own.
package final class RedisClient: Sendable {
    private let keeper: ConnectionKeeper
    private let commandCount = Atomic<Int>(0)
    private let tripCount = Atomic<Int>(0)

    /// - Parameter onEvent: is told when the server can be asked, and when not any more.
    package init(_ access: RedisAccess, onEvent: @escaping @Sendable (RedisEvent) async -> Void = { _ in }) {
        keeper = ConnectionKeeper(access, onEvent: onEvent)
        keeper.start()
    }

    deinit { keeper.close() }

    /// Fails what is open, and all further commands.
    package func close() { keeper.close() }

    package var isConnected: Bool { (try? keeper.connection.get()) != nil }

    /// Number of commands since the start, and of times that a caller waited for the server.
    package var counts: (commands: Int, trips: Int) {
        (commandCount.load(ordering: .relaxed), tripCount.load(ordering: .relaxed))
    }

    /// Longest time that a caller waits for the replies, unless it says another.
    package static let patience = RedisConnection.patience

    /// Sends commands together, and returns their replies in order, refusals among them. A script that the server doesn't know is
    /// sent again with its source, after the others.
    package func run(
        _ commands: [RedisCommand], within limit: Duration = patience
    ) async throws(RedisError) -> [RedisValue] {
        if commands.isEmpty { return [] }
        var replies = try await send(commands, within: limit)
        for (index, command) in commands.enumerated() {
            guard case .refusal(let refusal) = replies[index], refusal.code == "NOSCRIPT",
                let withSource = command.withSource
            else { continue }
            replies[index] = try await send([withSource()], within: limit)[0]
        }
        return replies
    }

    private func send(
        _ commands: [RedisCommand], within limit: Duration
    ) async throws(RedisError) -> [RedisValue] {
        commandCount.add(commands.count, ordering: .relaxed)
        tripCount.add(1, ordering: .relaxed)
        let replies = try await keeper.connection.get().send(commands, within: limit).get()
        guard replies.count == commands.count else { throw .unexpectedReply }
        return replies
    }

    /// - Throws: also where the server refuses the command.
    @discardableResult
    package func run(
        _ command: RedisCommand, within limit: Duration = patience
    ) async throws(RedisError) -> RedisValue {
        guard let reply = try await run([command], within: limit).first else { throw .unexpectedReply }
        if case .refusal(let refusal) = reply { throw .refused(refusal) }
        return reply
    }
}
