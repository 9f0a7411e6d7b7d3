import Synchronization

/// Asks one server. Commands of all tasks share one connection, which comes back by itself. While it is away, every command
/// fails at once.
///
/// A command that waits for something, such as `XREADGROUP … BLOCK`, holds up all that come after it, so it needs a client of its
/// own.
package final class RedisClient: Sendable {
    private let keeper: ConnectionKeeper
    private let held = Mutex<[RedisCommand]>([])
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
        let held = held.withLock { held in
            defer { held = [] }
            return held
        }
        let all = held + commands
        // Others may have sent what was held.
        if all.isEmpty { return [] }
        commandCount.add(all.count, ordering: .relaxed)
        tripCount.add(1, ordering: .relaxed)
        let replies = try await keeper.connection.get().send(all, within: limit).get()
        guard replies.count == all.count else { throw .unexpectedReply }
        return Array(replies[held.count...])
    }

    // MARK: Commands that can wait

    /// How long a command waits for others to be sent with.
    private static let longestHold = Duration.milliseconds(50)
    /// Commands that wait at most: a few large readings.
    private static let mostHeld = 16

    /// Sends a command together with the next ones, or alone after a moment. Nobody hears of its reply, and where the server is away it
    /// is lost.
    package func runSoon(_ command: RedisCommand) {
        let count = held.withLock { held in
            held.append(command)
            return held.count
        }
        guard count == 1 || count == Self.mostHeld else { return }
        Task { [weak self] in
            if count == 1 { try? await Task.sleep(for: Self.longestHold) }
            _ = try? await self?.send([], within: Self.patience)
        }
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
