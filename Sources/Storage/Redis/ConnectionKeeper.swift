import Dispatch
import Synchronization

/// What a client says of its connection. Each is said once, not for each attempt.
package enum RedisEvent: Sendable, Equatable {
    case connected
    case failed(RedisFault)
}

/// Keeps one connection to the server, and makes a new one whenever it has ended.
final class ConnectionKeeper: Sendable {
    private struct State {
        var connection: RedisConnection?
        var fault = RedisFault.notConnectedYet
        var isClosed = false
        var task: Task<Void, Never>?
    }

    /// Pause before the first attempt to connect again, and the longest one, to which the pauses double. A server that is back
    /// is found within a second.
    private static let leastPause = Duration.milliseconds(50)
    private static let longestPause = Duration.seconds(1)

    private let access: RedisAccess
    private let onMessage: (@Sendable ([RedisValue]) -> Void)?
    private let onEvent: @Sendable (RedisEvent) async -> Void
    private let state = Mutex(State())
    /// Looking up a name and connecting block a thread, one for each keeper.
    private let queue = DispatchQueue(label: "typesafe.redis.connect")

    init(
        _ access: RedisAccess, onMessage: (@Sendable ([RedisValue]) -> Void)? = nil,
        onEvent: @escaping @Sendable (RedisEvent) async -> Void
    ) {
        self.access = access
        self.onMessage = onMessage
        self.onEvent = onEvent
    }

    func start() {
        state.withLock { state in
            if state.task == nil, !state.isClosed { state.task = Task { await self.keep() } }
        }
    }

    func close() {
        let (connection, task) = state.withLock { state in
            state.isClosed = true
            state.fault = .closed
            return (state.connection, state.task)
        }
        task?.cancel()
        connection?.close(.closed)
    }

    /// The connection of now. There is no waiting for one: while the server is away, every command fails at once.
    var connection: Result<RedisConnection, RedisError> {
        state.withLock { state in
            state.connection.map { .success($0) } ?? .failure(.unavailable(state.fault))
        }
    }

    private func keep() async {
        var pause = Self.leastPause
        var isKnownToFail = false
        while !Task.isCancelled {
            let fault: RedisFault
            do throws(RedisFault) {
                let connection = try await open()
                guard take(connection) else { return connection.close(.closed) }
                await onEvent(.connected)
                (pause, isKnownToFail) = (Self.leastPause, false)
                fault = await connection.ended()
            } catch {
                fault = error
            }
            lose(fault)
            if Task.isCancelled { return }
            if !isKnownToFail { await onEvent(.failed(fault)) }
            isKnownToFail = true
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, Self.longestPause)
        }
    }

    private func take(_ connection: RedisConnection) -> Bool {
        state.withLock { state in
            if state.isClosed { return false }
            state.connection = connection
            return true
        }
    }

    private func lose(_ fault: RedisFault) {
        state.withLock { state in
            state.connection = nil
            if !state.isClosed { state.fault = fault }
        }
    }

    private func open() async throws(RedisFault) -> RedisConnection {
        let greeting = try access.greeting()
        let connection = try await connect(to: try await primaryPlace(), onMessage)
        do throws(RedisFault) {
            try Self.check(await connection.send(greeting, within: RedisConnection.patience))
        } catch {
            connection.close(error)
            throw error
        }
        return connection
    }

    private func connect(
        to place: RedisURL.Place, _ onMessage: (@Sendable ([RedisValue]) -> Void)? = nil
    ) async throws(RedisFault) -> RedisConnection {
        let made: Result<RedisConnection, RedisFault> = await withCheckedContinuation { caller in
            queue.async { [access] in
                caller.resume(
                    returning: Result { () throws(RedisFault) in
                        try RedisConnection(to: place, access, onMessage: onMessage)
                    })
            }
        }
        return try made.get()
    }

    /// Where the primary server is now. The first sentinel that knows it decides. One that asks for a password is told the server's.
    private func primaryPlace() async throws(RedisFault) -> RedisURL.Place {
        guard case .sentinels(let hosts, let name) = access.url.place else { return access.url.place }
        var failure = RedisFault.noPrimary(name)
        for host in hosts {
            do throws(RedisFault) {
                let sentinel = try await connect(to: .host(host.name, port: host.port))
                defer { sentinel.close(.closed) }
                let question = RedisCommand("SENTINEL", "get-master-addr-by-name", name)
                var reply = await sentinel.send([question], within: RedisConnection.patience)
                if case .success(let values) = reply, case .refusal(let refusal)? = values.last,
                    refusal.code == "NOAUTH"
                {
                    reply = await sentinel.send(
                        try access.login() + [question], within: RedisConnection.patience)
                }
                if case .success(let values) = reply, case .refusal(let refusal)? = values.first {
                    failure = .refused(refusal)
                }
                guard case .success(let values) = reply, let address = values.last?.array,
                    address.count == 2, let primary = address[0].text, let port = address[1].integer,
                    let port = UInt16(exactly: port)
                else { continue }
                return .host(primary, port: port)
            } catch {
                failure = error
            }
        }
        throw failure
    }

    private static func check(_ replies: RedisConnection.Replies) throws(RedisFault) {
        switch replies {
        case .failure(.unavailable(let fault)): throw fault
        case .failure: throw .brokenReply
        case .success(let replies):
            for reply in replies.dropLast() {
                if case .refusal(let refusal) = reply { throw .refused(refusal) }
            }
            switch replies.last {
            // A user whose rights don't include the question may still do what is needed.
            case .refusal(let refusal) where refusal.code != "NOPERM": throw .refused(refusal)
            case .array(let role) where role.first?.text != "master": throw .isReplica
            default: return
            }
        }
    }
}
