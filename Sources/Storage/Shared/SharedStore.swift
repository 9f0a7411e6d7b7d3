import Crypto
import Foundation
import Synchronization
import SystemSupport

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

package struct SharedConfiguration: Sendable {
    package var access: RedisAccess
    /// What all keys begin with, so that several services can use one server.
    package var prefix: String
    /// How long results are kept. With zero, none are kept.
    package var retention: Duration
    package var outbox = OutboxLimits()
    package var sharing = SharingLimits()
    package var followers = FollowerLimits()
    /// How long a server has a receiver of webhooks for itself. It is longer than any delivery takes; when the server dies, others
    /// send to the receiver again after this time.
    package var lease = Duration.seconds(60)
    /// Longest time after which a server looks for messages that another one left.
    package var outboxCheck = Duration.seconds(5)

    package init(access: RedisAccess, prefix: String, retention: Duration) {
        self.access = access
        self.prefix = prefix
        self.retention = retention
    }
}

/// Whether what the server has acknowledged is there after it crashed. Its settings decide that.
package struct Durability: Sendable, Equatable {
    package enum Log: String, Sendable {
        /// The append-only file is on the disk before a command is acknowledged.
        case always
        /// The last second may be lost.
        case everySecond = "everysec"
        /// The system decides when the file reaches the disk.
        case system = "no"
        /// There is no append-only file: all since the last snapshot may be lost.
        case none = "off"
        /// The user of this server may not ask.
        case unknown
    }

    package let log: Log
    /// What the server removes when it is full. Anything but `noeviction` takes what was acknowledged.
    package let eviction: String

    /// Whether a crash loses nothing that was acknowledged.
    package var isComplete: Bool { log == .always && eviction == "noeviction" }

    /// - Parameter settings: the answer to `CONFIG GET`: names and values in turn, or a refusal.
    init(_ settings: RedisValue) {
        let words = (settings.array ?? []).compactMap(\.text)
        var values: [String: String] = [:]
        for index in stride(from: 0, to: words.count - 1, by: 2) { values[words[index]] = words[index + 1] }
        switch values["appendonly"] {
        case "yes": log = values["appendfsync"].flatMap(Log.init(rawValue:)) ?? .unknown
        case "no": log = .none
        default: log = .unknown
        }
        eviction = values["maxmemory-policy"] ?? "unknown"
    }
}

/// What a store asks a server at the start of each connection.
struct StoreFacts {
    let time: Int64
    let salt: [UInt8]
    let durability: Durability
    let memory: (used: Int, limit: Int)

    private static let saltBytes = 16

    init(_ client: RedisClient, _ keys: SharedKeys) async throws(RedisError) {
        let salt = (0..<Self.saltBytes).map { _ in UInt8.random(in: 0...255) }
        let replies = try await client.run([
            RedisCommand("TIME"), RedisCommand("SET", keys.salt, salt, "NX"), RedisCommand("GET", keys.salt),
            RedisCommand("CONFIG", "GET", "append*"), RedisCommand("CONFIG", "GET", "maxmemory-policy"),
            RedisCommand("INFO", "memory"),
        ])
        let parts = (replies[0].array ?? []).compactMap(\.integer)
        // A user who may not ask for the time gets this machine's.
        time =
            parts.count == 2 ? Int64(parts[0] * 1_000 + parts[1] / 1_000) : Date().storedMilliseconds
        // Where the server is full, shares differ from server to server until it isn't.
        self.salt = replies[2].bytes ?? salt
        memory = Self.memory(replies[5].text ?? "")
        durability = Durability(.array((replies[3].array ?? []) + (replies[4].array ?? [])))
    }
    /// - Parameter info: lines of names and values with a colon between them.
    private static func memory(_ info: String) -> (used: Int, limit: Int) {
        func number(_ name: String) -> Int {
            let line = info.split(whereSeparator: \.isNewline).first { $0.hasPrefix(name + ":") }
            return line.flatMap { Int($0.dropFirst(name.count + 1)) } ?? 0
        }
        return (number("used_memory"), number("maxmemory"))
    }
}
