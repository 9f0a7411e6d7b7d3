import Foundation
@testable import Storage
import Synchronization
import TestSupport
import Testing

@Suite("The store that servers share", .enabled(if: RedisProcess.isPossible, "\(RedisProcess.skipped)"))
struct SharedStoreTests {
    private final class Events: Sendable {
        private let events = Mutex<[SharedStoreEvent]>([])
        var all: [SharedStoreEvent] { events.withLock { $0 } }
        func add(_ event: SharedStoreEvent) { events.withLock { $0.append(event) } }
    }

    private let events = Events()
    private let session = UUID()

    private func store(_ server: RedisProcess, retention: Duration = .seconds(3_600)) async throws
        -> SharedStore
    {
        let access = try RedisAccess(url: RedisURL(server.url))
        let store = SharedStore(
            SharedConfiguration(access: access, prefix: "test", retention: retention)
        ) { [events] in events.add($0) }
        await store.open()
        return store
    }

    private func event(_ operators: [String] = ["a"]) -> OutboxEvent {
        OutboxEvent(
            id: UUID(), trigger: .verdict(isHigh: true), session: session, time: Date(),
            body: Data("{}".utf8),
            operators: operators)
    }

    @Test("What one server stores another one finds, with the time that Redis deletes it")
    func shared() async throws {
        let server = try await RedisProcess()
        let (one, other) = (try await store(server), try await store(server))
        let result = StoredResult.sample(session: session)
        try await one.stores.results.save(result, publishing: event(), of: nil)
        #expect(try await other.stores.results.latest(session: session) == result)
        #expect(try await other.stores.results.result(scan: result.scan) == result)
        #expect(try await other.stores.outbox.counts().pending == 1)
        // Whatever holds something of a scan has an end.
        for key in try await one.client.run(RedisCommand("KEYS", "*")).array?.compactMap(\.text) ?? [] {
            let left = try await one.client.run(RedisCommand("PTTL", key)).integer ?? -1
            let kind = try await one.client.run(RedisCommand("TYPE", key)).text
            // Sets of names have none: they are empty once the messages are gone.
            #expect(left > 0 || kind != "hash" || key.contains("receiver:"), "\(key)")
        }
        let index = "test:{session:\(session.uuidString.lowercased())}:results"
        let left = try #require(try await one.client.run(RedisCommand("PTTL", index)).integer)
        #expect((3_590_000...3_600_000).contains(left))
        #expect(try await other.stores.results.deleteSession(session)["results"] == 1)
        #expect(try await one.stores.results.latest(session: session) == nil)
        server.kill()
    }

    @Test("A result that comes again tells nobody twice")
    func toldOnce() async throws {
        let server = try await RedisProcess()
        let (one, other) = (try await store(server), try await store(server))
        let (result, event) = (StoredResult.sample(session: session), event(["a", "b"]))
        for store in [one, other, one] {
            let saved = try await store.stores.results.save(result, publishing: event, of: nil)
            #expect(saved.isSaved && saved.messages.queued == 2 && saved.messages.dropped == 0)
        }
        #expect(try await one.stores.outbox.counts().pending == 2)
        server.kill()
    }

    @Test(
        "A receiver is one server's until it is done or its lease is over; then another one sends the same message"
    )
    func takeover() async throws {
        let server = try await RedisProcess()
        let (one, other) = (try await store(server), try await store(server))
        _ = try await one.stores.results.publish(event())
        _ = try await one.stores.results.publish(event())
        func next(_ store: SharedStore, in seconds: Double = 0) async throws -> OutboxMessage? {
            let work = try await store.stores.outbox.next(at: Date() + seconds, besides: OutboxBusy())
            return if case .send(let message, _) = work { message } else { nil }
        }
        let taken = try #require(try await next(one))
        #expect(try await next(other) == nil)
        #expect(try await next(other, in: 59) == nil)
        let again = try #require(try await next(other, in: 61))
        #expect(again.number == taken.number)
        // The first server wakes up again. It takes nothing from the other one.
        try await one.stores.outbox.failed(taken, "timed out", at: Date(), wait: .zero) { _ in .zero }
        #expect(try await next(one) == nil)
        try await other.stores.outbox.delivered(again)
        let second = try #require(try await next(one))
        #expect(second.number != taken.number)
        try await one.stores.outbox.delivered(second)
        #expect(try await other.stores.outbox.counts() == OutboxCounts(pending: 0, deadLetters: 0))
        server.kill()
    }

    @Test("While Redis is away everything fails at once; it is back within seconds, and each is said once")
    func away() async throws {
        let server = try await RedisProcess()
        let store = try await store(server)
        server.kill()
        #expect(await isEventuallyTrue { store.fault == .unreachable })
        for _ in 0..<10 {
            await #expect(throws: StoreError.unavailable(.unreachable)) {
                try await store.stores.results.save(.sample(session: session))
            }
        }
        try await server.start()
        let clock = ContinuousClock()
        let back = try await clock.measure { try #require(await isEventuallyTrue { store.fault == nil }) }
        #expect(back < .seconds(5))
        try await store.stores.results.save(.sample(session: session))
        #expect(events.all.count == 3)
        guard case .failed = events.all[1] else { return #expect(Bool(false), "\(events.all)") }
        server.kill()
    }

    @Test(
        "A full Redis refuses what is new, answers what is known, and deletes; it serves again once it has room"
    )
    func full() async throws {
        let server = try await RedisProcess()
        let store = try await store(server)
        let results = store.stores.results
        let result = StoredResult.sample(session: session)
        try await results.save(result)
        try await store.client.run(RedisCommand("CONFIG", "SET", "maxmemory", 1))
        for _ in 0..<3 {
            await #expect(throws: StoreError.unavailable(.full)) {
                try await results.save(.sample(session: session))
            }
        }
        #expect(store.fault == .full)
        #expect(try await results.latest(session: session) == result)
        #expect(try await results.deleteSession(session)["results"] == 1)
        try await store.client.run(RedisCommand("CONFIG", "SET", "maxmemory", 0))
        #expect(await isEventuallyTrue(within: 5) { store.fault == nil })
        try await results.save(.sample(session: session))
        #expect(events.all.count == 3)
        guard case .refuses(.full, _) = events.all[1] else { return #expect(Bool(false), "\(events.all)") }
        server.kill()
    }

    @Test("One client has half of a full Redis' memory, and leaves room for others")
    func clients() async throws {
        let server = try await RedisProcess(["--save", "", "--maxmemory", "12mb"])
        let results = try await store(server).stores.results
        var stored = 0
        while try await results.save(
            .sample(session: session, bytes: 100_000), publishing: nil, of: TwoClients.much
        ).isSaved { stored += 1 }
        #expect((30...60).contains(stored))
        #expect(
            try await results.save(.sample(session: UUID()), publishing: nil, of: TwoClients.little).isSaved)
        server.kill()
    }

    @Test(
        "Whether a crash loses something follows from Redis' settings",
        arguments: [
            (["--appendonly", "yes", "--appendfsync", "always"], Durability.Log.always, true),
            (["--appendonly", "yes", "--appendfsync", "everysec"], .everySecond, false),
            (["--appendonly", "no"], .none, false),
            (
                ["--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "allkeys-lru"],
                .always, false
            ),
        ])
    func durability(settings: [String], log: Durability.Log, isComplete: Bool) async throws {
        let server = try await RedisProcess(settings)
        let store = try await store(server)
        let durability = try #require(store.durability)
        #expect(durability.log == log && durability.isComplete == isComplete)
        let result = StoredResult.sample(session: session)
        try await store.stores.results.save(result, publishing: event(), of: nil)
        server.kill()
        guard isComplete else { return }
        #expect(await isEventuallyTrue { store.fault != nil })
        try await server.start()
        #expect(await isEventuallyTrue { store.fault == nil })
        #expect(try await store.stores.results.latest(session: session) == result)
        #expect(try await store.stores.outbox.counts().pending == 1)
        server.kill()
    }

    @Test("A user of Redis who may not ask for settings is served, and its durability is unknown")
    func lowRights() async throws {
        let server = try await RedisProcess([
            "--save", "", "--user", "scanner", "on", ">secret", "~test:*", "+@all", "-@admin", "-@dangerous",
        ])
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try "secret".write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let url = server.url.replacing("unix:", with: "unix://scanner@")
        let store = SharedStore(
            SharedConfiguration(
                access: try RedisAccess(url: RedisURL(url), passwordFile: file.path), prefix: "test",
                retention: .seconds(60)))
        await store.open()
        #expect(
            store.fault == nil && store.durability?.log == .unknown && store.durability?.isComplete == false)
        try await store.stores.results.save(.sample(session: session), publishing: event(), of: nil)
        server.kill()
    }
}
