import Synchronization
package import SystemSupport

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

/// Tells of messages on channels that come and go, over one connection.
///
/// A signal has no content: it says that there may be something new, and that its user should read what it doesn't know. It also
/// comes once the channel is subscribed, at first and after each loss of the connection, because messages meanwhile are lost.
package final class RedisSubscriber: Sendable {
    private let listeners: ChannelListeners
    private let keeper: ConnectionKeeper

    package init(_ access: RedisAccess) {
        let listeners = ChannelListeners()
        let keeper = ConnectionKeeper(access, onMessage: { listeners.signal($0) }) { [weak listeners] event in
            if event == .connected { listeners?.subscribeAgain() }
        }
        listeners.keeper.withLock { $0 = keeper }
        (self.listeners, self.keeper) = (listeners, keeper)
        keeper.start()
    }

    deinit { close() }

    package func close() {
        keeper.close()
        listeners.keeper.withLock { $0 = nil }
    }

    /// Signals of one channel, until its reader ends. Signals that nobody has read yet are one.
    package func signals(of channel: String) -> AsyncStream<Void> { listeners.add(channel) }
}

private final class ChannelListeners: Sendable {
    private struct State {
        var channels: [String: [UInt64: AsyncStream<Void>.Continuation]] = [:]
        var nextListener: UInt64 = 0
    }

    private let state = Mutex(State())
    /// Set once, after both exist.
    let keeper = Mutex<ConnectionKeeper?>(nil)

    func add(_ channel: String) -> AsyncStream<Void> {
        // One signal is as good as many.
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { listener in
            let number = state.withLock { state in
                state.nextListener += 1
                state.channels[channel, default: [:]][state.nextListener] = listener
                // Under the lock, so that the server hears of a channel in the order in which it came and went. A further
                // listener of a known channel gets its first signal by the confirmation too.
                post("SUBSCRIBE", channel)
                return state.nextListener
            }
            listener.onTermination = { [weak self] _ in self?.remove(number, of: channel) }
        }
    }

    private func remove(_ number: UInt64, of channel: String) {
        state.withLock { state in
            state.channels[channel]?[number] = nil
            guard state.channels[channel]?.isEmpty == true else { return }
            state.channels[channel] = nil
            post("UNSUBSCRIBE", channel)
        }
    }

    func subscribeAgain() {
        state.withLock { state in
            for channel in state.channels.keys { post("SUBSCRIBE", channel) }
        }
    }

    /// - Parameter message: the kind of message, the channel and the content, or for confirmations a number.
    func signal(_ message: [RedisValue]) {
        guard message.first?.text != "unsubscribe", message.count > 1, let channel = message[1].text
        else { return }
        for listener in state.withLock({ Array(($0.channels[channel] ?? [:]).values) }) { listener.yield() }
    }

    private func post(_ command: String, _ channel: String) {
        let connection = try? keeper.withLock { $0 }?.connection.get()
        connection?.post(RedisCommand(command, channel))
    }
}

/// Why there is no connection to the server, or why it ended.
package enum RedisFault: Error, Sendable, Equatable {
    case notConnectedYet
    case socket(SocketError)
    case closedByServer
    /// No reply came within the time that a command has.
    case tooSlow
    /// The reply's bytes are no reply, or it is larger than any that is expected.
    case brokenReply
    /// The server refused the name, the password, the database or the role of a primary server.
    case refused(RedisRefusal)
    case isReplica
    /// No sentinel knows a primary server of this name.
    case noPrimary(String)
    /// The password's file can't be read.
    case noPassword(path: String)
    /// TLS was asked for, and the server doesn't speak it, or not in time.
    case noTLS
    /// Nobody who is trusted vouches for the server's certificate, or it is another host's.
    case untrusted
    /// The authorities' file can't be read.
    case noAuthorities(path: String)
    /// This process ended the connection.
    case closed
}

extension RedisFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notConnectedYet: "not connected yet"
        case .socket(let error): error.description
        case .closedByServer: "the server closed the connection"
        case .tooSlow: "no reply in time"
        case .brokenReply: "a reply that isn't one of Redis"
        case .refused(let refusal): refusal.description
        case .isReplica: "the server is a replica"
        case .noPrimary(let name): "no sentinel knows a primary server \(name)"
        case .noPassword(let path): "the password can't be read from \(path)"
        case .noTLS: "the server doesn't speak TLS"
        case .untrusted: "the server's certificate isn't trusted"
        case .noAuthorities(let path): "the authorities can't be read from \(path)"
        case .closed: "closed"
        }
    }
}

package enum RedisError: Error, Sendable, Equatable {
    /// The server can't be asked now. Whether it did the command is open where the connection ended meanwhile.
    case unavailable(RedisFault)
    /// More commands wait for replies than a connection may hold.
    case tooManyCommands
    case refused(RedisRefusal)
    /// The reply has another form than the command's replies have.
    case unexpectedReply

    /// Whether the same command can be done later.
    package var isPassing: Bool {
        switch self {
        case .unavailable, .tooManyCommands: true
        case .refused(let refusal): refusal.isPassing
        case .unexpectedReply: false
        }
    }
}

extension RedisError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unavailable(let fault): "Redis: \(fault)"
        case .tooManyCommands: "Redis: too many commands wait"
        case .refused(let refusal): "Redis: \(refusal)"
        case .unexpectedReply: "Redis: an unexpected reply"
        }
    }
}
