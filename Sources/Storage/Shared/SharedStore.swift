import SystemSupport
import Crypto
import Foundation
import Synchronization

/// A change between serving and not serving. It is reported once for each change.
package enum SharedStoreEvent: Sendable, Equatable {
    case failed(RedisFault)
    /// The server can be reached, and refuses to write.
    case refuses(StoreFault, RedisRefusal)
    case serves(Durability)
}

/// What servers remember together, in one Redis server. While that can't be used, every operation fails at once with
/// `StoreError.unavailable`.
package final class SharedStore: Sendable {
    /// How long a store that is refused to write waits before it tries again.
    private static let probeInterval = Duration.seconds(1)
    /// How often clock and settings are asked for again. Either may be changed while both run.
    private static let factsInterval = Duration.seconds(60)

    private struct State {
        /// The reason why the store doesn't serve; nil while it serves.
        var fault: StoreFault? = .unreachable
        /// By how much Redis' clock is ahead of this machine's, in milliseconds.
        var clockOffset: Int64 = 0
        var durability: Durability?
        /// Decides which of the shares a client has, the same on all servers.
        var salt: [UInt8] = []
        /// Bytes of Redis' memory: those used when it was asked and what this server stored since, and its `maxmemory`, 0 for none.
        var memory = (used: 0, limit: 0)
        var isClosed = false
    }

    package let configuration: SharedConfiguration
    package let client: RedisClient
    package let keys: SharedKeys
    /// Tells this process from others that take messages.
    let server = UUID().key
    private let observer: @Sendable (SharedStoreEvent) -> Void
    private let events: AsyncStream<RedisEvent>
    private let state = Mutex(State())

    /// - Parameter observer: called when the store begins to fail, and when it serves again.
    package init(
        _ configuration: SharedConfiguration,
        observer: @escaping @Sendable (SharedStoreEvent) -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.observer = observer
        keys = SharedKeys(prefix: configuration.prefix)
        // Only the latest state counts.
        let (events, heard) = AsyncStream.makeStream(
            of: RedisEvent.self, bufferingPolicy: .bufferingNewest(1))
        self.events = events
        client = RedisClient(configuration.access) { heard.yield($0) }
    }

    /// The reason why the store doesn't serve; nil while it serves.
    package var fault: StoreFault? { state.withLock { $0.fault } }

    /// What is known of the server's settings; nil before the first connection.
    package var durability: Durability? { state.withLock { $0.durability } }

    /// Returns once the server was reached, or the first attempt failed. Later attempts go on by themselves.
    package func open() async {
        await withCheckedContinuation { opened in
            Task { [weak self, events] in
                var opened: CheckedContinuation<Void, Never>? = opened
                for await event in events {
                    await self?.heard(event)
                    opened?.resume()
                    opened = nil
                }
            }
        }
        Task { [weak self] in
            while (try? await Task.sleep(for: Self.factsInterval)) != nil {
                guard let self, await self.asksAgain() else { return }
            }
        }
    }

    /// Later operations fail.
    package func close() {
        state.withLock { $0.isClosed = true }
        client.close()
    }

    private func asksAgain() async -> Bool {
        let (isClosed, known) = state.withLock { ($0.isClosed, $0.durability) }
        if isClosed { return false }
        // Without an answer, the connection's own events say what there is to say.
        guard fault == nil, let facts = try? await StoreFacts(client, keys) else { return true }
        learn(facts)
        if facts.durability != known { observer(.serves(facts.durability)) }
        return true
    }

    private func learn(_ facts: StoreFacts) {
        state.withLock { state in
            state.clockOffset = facts.time - Date().storedMilliseconds
            (state.durability, state.salt, state.memory) = (facts.durability, facts.salt, facts.memory)
        }
    }

    private func heard(_ event: RedisEvent) async {
        switch event {
        case .failed(let fault):
            state.withLock { $0.fault = .unreachable }
            observer(.failed(fault))
        case .connected:
            // Where this fails, the connection has ended, and the next event says so.
            guard let facts = try? await StoreFacts(client, keys) else { return }
            learn(facts)
            state.withLock { $0.fault = nil }
            observer(.serves(facts.durability))
        }
    }

    // MARK: Time and shares

    /// Redis' time in milliseconds since 1970. The clocks of servers may differ, so theirs decide nothing.
    func milliseconds(_ date: Date) -> Int64 {
        date.storedMilliseconds + state.withLock { $0.clockOffset }
    }

    var now: Int64 { milliseconds(Date()) }

    func date(_ milliseconds: Int64) -> Date {
        Date(storedMilliseconds: milliseconds - state.withLock { $0.clockOffset })
    }

    /// One of 1,024 shares, by a hash that nobody can compute without the salt, so that an entry tells nobody whose it is.
    func share(of client: ClientID?) -> Int {
        guard let client else { return -1 }
        let digest = SHA256.hash(data: state.withLock { $0.salt } + client.name.utf8)
        return digest.prefix(2).reduce(0) { $0 << 8 | Int($1) } % 1_024
    }

    var memory: (used: Int, limit: Int) { state.withLock { $0.memory } }

    func took(_ bytes: Int) { state.withLock { $0.memory.used += bytes } }

    // MARK: Asking

    /// Runs commands that belong together, of which none may be refused.
    func run(_ commands: [RedisCommand]) async throws(StoreError) -> [RedisValue] {
        let replies: [RedisValue]
        do throws(RedisError) { replies = try await client.run(commands) } catch { throw failure(error) }
        for reply in replies {
            if case .refusal(let refusal) = reply { throw failure(.refused(refusal)) }
        }
        return replies
    }

    func run(
        _ script: RedisScript, _ key: String, _ arguments: [any RedisArgument]
    ) async throws(StoreError) -> RedisValue {
        try await run([RedisCommand(script, keys: [key], arguments)])[0]
    }

    /// Notes that the server refuses to write, and says so once. Operations are tried all the same, because reading and deleting go on.
    private func failure(_ error: RedisError) -> StoreError {
        let failure = StoreError(error)
        guard case .refused(let refusal) = error, case .unavailable(let fault) = failure,
            fault != .unreachable
        else { return failure }
        let isNew = state.withLock { state in
            defer { if state.fault == nil { state.fault = fault } }
            return state.fault == nil
        }
        if isNew {
            observer(.refuses(fault, refusal))
            Task { [weak self] in
                repeat {
                    try? await Task.sleep(for: Self.probeInterval)
                } while await self?.isRefused() == true
            }
        }
        return failure
    }

    /// Tries to write. It returns false where the server takes writes again, or can't be reached.
    private func isRefused() async -> Bool {
        do throws(RedisError) {
            try await client.run(RedisCommand("SET", keys.probe, "", "PX", 1_000))
        } catch .refused {
            return true
        } catch {
            return false
        }
        let durability = state.withLock { state in
            state.fault = nil
            return state.durability
        }
        if let durability { observer(.serves(durability)) }
        return false
    }
}
