import SystemSupport
import Foundation
import HTTPServer
import HTTPTypes
import Outbound
import ScamTaxonomy
import Storage
import StoreEngines
import Synchronization
import TestSupport
import Testing
import WebhookReceiver

@testable import ScanService

/// Tests of the outbox, the dispatcher and real receivers together.
@Suite("Webhook deliveries", .timeLimit(.minutes(2)))
struct DispatcherTests {
    private let home: EngineHome
    private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

    init() throws { home = try EngineHome() }

    private func store(
        _ engine: Engine, _ limits: OutboxLimits = OutboxLimits()
    ) async throws -> EngineStores {
        var configuration = StoreConfiguration(
            file: home.folder.appendingPathComponent("store.db"), retention: .seconds(86_400))
        configuration.outbox = limits
        return try await EngineStores(engine, in: home, configuration)
    }

    private func endpoint(_ url: String) throws -> WebhookEndpoint {
        let policy = DestinationPolicy(allowsLocal: true, allowsHTTP: true)
        return WebhookEndpoint(
            url: try OutboundURL(url, policy: policy), secrets: [try #require(WebhookSecret(Self.secret))])
    }

    private func dispatcher(
        _ store: EngineStores, to urls: [String: String], attempts: Int = 5,
        firstWait: Duration = .milliseconds(10), timeLimit: Duration = .seconds(5), concurrency: Int = 2,
        events: Events? = nil
    ) throws -> WebhookDispatcher {
        var settings = DeliverySettings()
        settings.transfer.policy = DestinationPolicy(allowsLocal: true, allowsHTTP: true)
        settings.transfer.timeLimit = timeLimit
        settings.schedule.firstWait = firstWait
        settings.schedule.longestWait = .milliseconds(100)
        settings.attempts = attempts
        settings.concurrency = concurrency
        settings.pollInterval = .milliseconds(200)
        return WebhookDispatcher(
            outbox: store.outbox, configured: try urls.mapValues { try endpoint($0) },
            settings: settings
        ) { events?.add($0) }
    }

    private final class Events: Sendable {
        private let all = Mutex<[DeliveryEvent]>([])
        func add(_ event: DeliveryEvent) { all.withLock { $0.append(event) } }
        var list: [DeliveryEvent] { all.withLock { $0 } }
    }

    private func put(
        _ store: EngineStores, for operators: [String], session: UUID = UUID(), body: String = "{}",
        isHigh: Bool = true, client: ClientID? = nil
    ) async throws -> OutboxReceipt {
        let (now, scan) = (Date(), UUID())
        return try await store.results.save(
            StoredResult(
                scan: scan, session: session, kind: .text, risk: "high", createdAt: now, body: Data("{}".utf8)
            ),
            publishing: OutboxEvent(
                id: scan, trigger: .verdict(isHigh: isHigh), session: session, time: now,
                body: Data(body.utf8),
                operators: operators, client: client), of: nil
        ).messages
    }

    @Test("A message arrives signed, and is then gone from the outbox", arguments: Engine.possible)
    func delivers(engine: Engine) async throws {
        let (store, receiver) = (try await store(engine), try WebhookReceiver())
        let dispatcher = try dispatcher(store, to: ["a": receiver.url()])
        await dispatcher.start()
        #expect(try await put(store, for: ["a"], body: #"{"n": 1}"#).queued == 1)
        dispatcher.wake()
        #expect(await isEventuallyTrue { receiver.messages.count == 1 })
        let message = try #require(receiver.messages.first)
        let id = try #require(message.fields["webhook-id"])
        let timestamp = try #require(message.fields["webhook-timestamp"].flatMap { Int($0) })
        #expect(UUID(uuidString: id) != nil && message.body == Data(#"{"n": 1}"#.utf8))
        #expect(abs(timestamp - Int(Date().timeIntervalSince1970)) < 60)
        #expect(
            message.fields["webhook-signature"]
                == WebhookSignature.value(
                    id: id, timestamp: timestamp, body: Array(message.body),
                    secrets: [try #require(WebhookSecret(Self.secret))]))
        #expect(
            try await isEventuallyTrue {
                try await store.outbox.counts() == OutboxCounts(pending: 0, deadLetters: 0)
            })
        await dispatcher.stop(grace: .seconds(5))
    }

    @Test(
        "Failures are tried again with the same id, then all waiting messages arrive in order",
        arguments: Engine.possible)
    func retries(engine: Engine) async throws {
        let store = try await store(engine)
        let receiver = try WebhookReceiver { _, number in
            ServerResponse(status: number < 3 ? .serviceUnavailable : .ok)
        }
        let events = Events()
        let dispatcher = try dispatcher(store, to: ["a": receiver.url()], attempts: 9, events: events)
        for number in 0..<4 { _ = try await put(store, for: ["a"], body: "\(number)") }
        await dispatcher.start()
        #expect(await isEventuallyTrue { receiver.messages.count == 7 })
        #expect(try await isEventuallyTrue { try await store.outbox.counts().pending == 0 })
        await dispatcher.stop(grace: .seconds(5))
        let bodies = receiver.messages.map { String(decoding: $0.body, as: UTF8.self) }
        // Each failure lets the next one be tried, so that one bad message doesn't hold up the others.
        #expect(bodies.prefix(3) == ["0", "1", "2"] && Set(bodies.suffix(4)) == ["0", "1", "2", "3"])
        for body in ["0", "1", "2"] {
            let ids = receiver.messages.filter { $0.body == Data(body.utf8) }.map { $0.fields["webhook-id"] }
            #expect(Set(ids).count == 1 && ids.count == 2)
        }
        let failures = events.list.filter {
            if case .failed(_, .refused(status: 503, retryAfter: nil)) = $0 { true } else { false }
        }
        #expect(failures.count == 3 && events.list.count == 7)
    }

    @Test(
        "After so many attempts a message is given up, can be looked at, and tried again by hand",
        arguments: Engine.possible)
    func deadLetters(engine: Engine) async throws {
        let store = try await store(engine)
        let isUp = Mutex(false)
        let isUpNow: @Sendable () -> Bool = { isUp.withLock { $0 } }
        let receiver = try WebhookReceiver { _, _ in
            ServerResponse(status: isUpNow() ? .ok : .internalServerError)
        }
        let dispatcher = try dispatcher(store, to: ["a": receiver.url()], attempts: 3)
        _ = try await put(store, for: ["a"])
        await dispatcher.start()
        let outbox = store.outbox
        #expect(
            try await isEventuallyTrue {
                try await outbox.counts() == OutboxCounts(pending: 0, deadLetters: 1)
            })
        #expect(receiver.messages.count == 3)
        let entry = try #require(try await outbox.list(limit: 10).first)
        #expect(entry.isDeadLetter && entry.attempts == 3 && entry.lastOutcome == "status 500")
        isUp.withLock { $0 = true }
        #expect(try await outbox.retry(entry.number + 1, at: Date()) == false)
        #expect(try await outbox.retry(entry.number, at: Date()))
        #expect(
            try await isEventuallyTrue {
                try await outbox.counts() == OutboxCounts(pending: 0, deadLetters: 0)
            })
        #expect(receiver.messages.count == 4)
        await dispatcher.stop(grace: .seconds(5))
    }

    @Test("410 gives up at once; so does a receiver that is known no more", arguments: Engine.possible)
    func gone(engine: Engine) async throws {
        let (store, receiver) = (
            try await store(engine), try WebhookReceiver { _, _ in ServerResponse(status: .gone) }
        )
        let dispatcher = try dispatcher(store, to: ["a": receiver.url()])
        _ = try await put(store, for: ["a", "b"])
        await dispatcher.start()
        #expect(
            try await isEventuallyTrue {
                try await store.outbox.counts() == OutboxCounts(pending: 0, deadLetters: 2)
            })
        let outcomes = try await store.outbox.list(limit: 10).map(\.lastOutcome)
        #expect(outcomes == ["status 410", "no such receiver"] && receiver.messages.count == 1)
        await dispatcher.stop(grace: .seconds(5))
    }

    /// A receiver that answers when the second value is finished.
    private static func slowReceiver() throws -> (WebhookReceiver, AsyncStream<Void>.Continuation) {
        let (release, hold) = AsyncStream<Void>.makeStream()
        let receiver = try WebhookReceiver { _, _ in
            for await _ in release { break }
            return ServerResponse(status: .ok)
        }
        return (receiver, hold)
    }

    @Test("A slow receiver holds up nobody else, and gets one message at a time", arguments: Engine.possible)
    func slow(engine: Engine) async throws {
        let store = try await store(engine)
        let (slow, hold) = try Self.slowReceiver()
        let quick = try WebhookReceiver()
        let dispatcher = try dispatcher(store, to: ["slow": slow.url(), "quick": quick.url()])
        for _ in 0..<5 { _ = try await put(store, for: ["slow", "quick"]) }
        await dispatcher.start()
        #expect(await isEventuallyTrue { quick.messages.count == 5 })
        #expect(slow.messages.count == 1)
        hold.finish()
        #expect(try await isEventuallyTrue { try await store.outbox.counts().pending == 0 })
        await dispatcher.stop(grace: .seconds(5))
    }

    @Test(
        "A host that is slow for many sessions holds up neither the operator's receivers nor other hosts",
        arguments: Engine.possible)
    func slowHost(engine: Engine) async throws {
        let store = try await store(engine)
        let (slow, hold) = try Self.slowReceiver()
        let quick = try WebhookReceiver()
        func register(_ url: String) async throws -> UUID {
            let session = UUID()
            let preferences = StoredPreferences(
                webhook: StoredWebhook(url: url, secret: Self.secret), notifications: true,
                screenshotEvents: true, verdicts: .high)
            #expect(try await store.sharing.put(preferences, of: session, at: Date()))
            return session
        }
        // Enough at once that one can't hold them all in memory; a name is the same host in any case.
        let many = 1_100
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<many {
                // The store takes 1,024 writes at once.
                if number >= 100 { try await group.next() }
                group.addTask {
                    let session = try await register(
                        slow.url(host: number % 2 == 0 ? "localhost" : "LocalHost"))
                    #expect(try await put(store, for: [], session: session).queued == 1)
                }
            }
            try await group.waitForAll()
        }
        let dispatcher = try dispatcher(
            store, to: ["operator": quick.url()], timeLimit: .seconds(100), concurrency: 8)
        await dispatcher.start()
        #expect(await isEventuallyTrue { slow.messages.count == 2 })
        let other = try await register(quick.url())
        for number in 1...5 {
            #expect(try await put(store, for: ["operator"], session: other).queued == 2)
            dispatcher.wake()
            #expect(await isEventuallyTrue { quick.messages.count == 2 * number })
        }
        #expect(slow.messages.count == 2)
        hold.finish()
        #expect(
            try await isEventuallyTrue(within: 90) { try await store.outbox.counts().pending == 0 })
        #expect(slow.messages.count == many)
        await dispatcher.stop(grace: .seconds(5))
    }

    @Test(
        "Sessions' messages leave room for the operator's, and push none of its dead letters out",
        arguments: Engine.possible)
    func reservedRoom(engine: Engine) async throws {
        var limits = OutboxLimits()
        limits.entries = 8
        let store = try await store(engine, limits)
        let session = UUID()
        let preferences = StoredPreferences(
            webhook: StoredWebhook(url: "https://receiver.example/", secret: Self.secret),
            notifications: true, screenshotEvents: true, verdicts: .high)
        #expect(try await store.sharing.put(preferences, of: session, at: Date()))
        for _ in 1...6 { #expect(try await put(store, for: [], session: session).queued == 1) }
        #expect(try await put(store, for: [], session: session).dropped == 1)
        for _ in 1...2 { #expect(try await put(store, for: ["operator"]).queued == 1) }
        #expect(try await put(store, for: ["operator"]).dropped == 1)
        let outbox = store.outbox
        let own = try #require(try await outbox.list(limit: 10).last)
        try await outbox.deadLetter(own, "status 500", at: Date())
        #expect(try await put(store, for: [], session: session).dropped == 1)
        #expect(try await put(store, for: ["operator"]).queued == 1)
    }

    @Test(
        "Clients take turns with the operator's receiver, and one of them fills half of the outbox",
        arguments: Engine.possible)
    func clients(engine: Engine) async throws {
        var limits = OutboxLimits()
        limits.entries = 100
        let (store, receiver) = (try await store(engine, limits), try WebhookReceiver())
        var much = 0
        while try await put(store, for: ["a"], body: "much", client: TwoClients.much).queued == 1 {
            much += 1
        }
        #expect((50...51).contains(much))
        for _ in 1...3 {
            #expect(try await put(store, for: ["a"], body: "little", client: TwoClients.little).queued == 1)
        }
        let dispatcher = try dispatcher(store, to: ["a": receiver.url()])
        await dispatcher.start()
        #expect(await isEventuallyTrue { receiver.messages.count == much + 3 })
        let bodies = receiver.messages.map { String(decoding: $0.body, as: UTF8.self) }
        #expect(Set(bodies.prefix(2)) == ["much", "little"])
        #expect(bodies.prefix(6).count { $0 == "little" } == 3)
        await dispatcher.stop(grace: .seconds(5))
        // What was delivered makes room again.
        #expect(try await put(store, for: ["a"], client: TwoClients.much).queued == 1)
    }

    @Test(
        "Two servers share the messages: each is sent once, and a receiver gets one at a time",
        .enabled(if: RedisProcess.isPossible, "\(RedisProcess.skipped)"))
    func together() async throws {
        let busy = Mutex<[String: Int]>([:])
        let receiver = try WebhookReceiver { message, _ in
            let count = busy.withLock { busy in
                busy[message.path, default: 0] += 1
                return busy[message.path, default: 0]
            }
            #expect(count == 1)
            // Long enough for the other server to look for messages.
            try? await Task.sleep(for: .milliseconds(2))
            busy.withLock { $0[message.path, default: 0] -= 1 }
            return ServerResponse(status: .noContent)
        }
        let urls = Dictionary(uniqueKeysWithValues: ["a", "b", "c"].map { ($0, receiver.url("/" + $0)) })
        var dispatchers: [WebhookDispatcher] = []
        let events = Events()
        let stores = [try await store(.redis), try await store(.redis)]
        for store in stores { dispatchers.append(try dispatcher(store, to: urls, events: events)) }
        for dispatcher in dispatchers { await dispatcher.start() }
        for number in 0..<50 {
            #expect(try await put(stores[number % 2], for: ["a", "b", "c"]).queued == 3)
            for dispatcher in dispatchers { dispatcher.wake() }
        }
        #expect(try await isEventuallyTrue { try await stores[0].outbox.counts().pending == 0 })
        #expect(await isEventuallyTrue { events.list.count == 150 })
        let sent = receiver.messages.map { "\($0.path) \($0.fields["webhook-id"] ?? "")" }
        #expect(sent.count == 150 && Set(sent).count == 150)
        for dispatcher in dispatchers { await dispatcher.stop(grace: .seconds(5)) }
    }

    @Test("What an earlier process left behind is sent by the next", arguments: Engine.possible)
    func restart(engine: Engine) async throws {
        let first = try await store(engine)
        for number in 0..<3 { _ = try await put(first, for: ["a"], body: "\(number)") }
        await first.close()
        let (second, receiver) = (try await store(engine), try WebhookReceiver())
        let dispatcher = try dispatcher(second, to: ["a": receiver.url()])
        await dispatcher.start()
        #expect(await isEventuallyTrue { receiver.messages.count == 3 })
        #expect(receiver.messages.map { String(decoding: $0.body, as: UTF8.self) } == ["0", "1", "2"])
        await dispatcher.stop(grace: .seconds(5))
    }

    @Test("A session's own webhook hears what its preferences allow", arguments: Engine.possible)
    func preferences(engine: Engine) async throws {
        let (store, receiver) = (try await store(engine), try WebhookReceiver())
        let (sharing, outbox, session) = (store.sharing, store.outbox, UUID())
        let webhook = StoredWebhook(url: receiver.url(), secret: Self.secret)
        func queued(_ isOn: Bool, _ verdicts: VerdictPreference, isHigh: Bool) async throws -> Int {
            let preferences = StoredPreferences(
                webhook: webhook, notifications: isOn, screenshotEvents: true, verdicts: verdicts)
            #expect(try await sharing.put(preferences, of: session, at: Date()))
            return try await put(store, for: [], session: session, isHigh: isHigh).queued
        }
        #expect(try await queued(true, .off, isHigh: true) == 0)
        #expect(try await queued(true, .high, isHigh: false) == 0)
        #expect(try await queued(false, .medium, isHigh: true) == 0)
        #expect(try await queued(true, .high, isHigh: true) == 1)
        #expect(try await queued(true, .medium, isHigh: false) == 1)
        let dispatcher = try dispatcher(store, to: [:])
        await dispatcher.start()
        #expect(await isEventuallyTrue { receiver.messages.count == 2 })
        #expect(try await isEventuallyTrue { try await outbox.counts().pending == 0 })
        await dispatcher.stop(grace: .seconds(5))
    }
}
