import SystemSupport
import Foundation
import StoreEngines
import Synchronization
import TestSupport
import Testing

@testable import Storage

@Suite("Followers and their messages")
struct FollowerStoreTests {
    private let workspace: Workspace
    private let scan = UUID()
    private let session = UUID()
    private let now = Date(storedMilliseconds: Date().storedMilliseconds)

    init() throws {
        workspace = try Workspace()
    }

    private func store(_ engine: Engine, _ limits: FollowerLimits = FollowerLimits()) async throws
        -> any FollowerStore
    {
        try #require(try await workspace.stores(engine, followers: limits).stores.followers)
    }

    private func follower(
        of target: FollowTarget, progress: Bool = true, address: String = "sealed",
        expires: TimeInterval = 3_600
    ) -> StoredFollower {
        StoredFollower(
            id: UUID(), target: target, carrier: "ntfy", address: Data(address.utf8), language: "de",
            followsProgress: progress, createdAt: now, expiresAt: now + expires)
    }

    private var followed: FollowedScan { FollowedScan(id: scan, session: session, owner: "desk") }

    /// Makes messages whose bodies say what they are.
    private static func make(_ detail: String = "") -> PushMaker {
        { _, phase in Data("\(phase)\(detail)".utf8) }
    }

    private static let second: @Sendable (StoredFollower) -> Duration = { _ in .seconds(1) }

    private func begin(_ store: any FollowerStore, at time: Date? = nil, tellsStart: Bool = true) async throws
        -> Bool
    {
        let time = time ?? now
        return try await store.begin(
            followed, tellsStart: tellsStart, at: time, check: time + 10, make: Self.make())
    }

    /// Sends what is due, and returns the bodies in their order.
    private func drain(_ store: any FollowerStore, at time: Date) async throws -> [String] {
        var bodies: [String] = []
        while case .send(let message, _, _) = try await store.nextPush(at: time, besides: OutboxBusy()) {
            bodies.append(String(decoding: message.body, as: UTF8.self))
            try await store.finish(message)
        }
        return bodies
    }

    @Test(
        "A follower is stored, listed, replaced and removed, at its own target only",
        arguments: Engine.possible)
    func life(engine: Engine) async throws {
        let store = try await store(engine)
        let (first, other) = (follower(of: .session(session)), follower(of: .scan(scan)))
        #expect(try await store.add(first, by: nil) == .saved)
        #expect(try await store.add(other, by: nil) == .saved)
        #expect(try await store.followers(of: .session(session), at: now) == [first])
        #expect(try await store.followers(of: .scan(scan), at: now) == [other])
        #expect(try await store.followers(of: .scan(session), at: now).isEmpty)
        let new = StoredFollower(
            id: first.id, target: first.target, carrier: "web_push", address: Data("new".utf8),
            language: "en",
            followsProgress: false, createdAt: first.createdAt, expiresAt: first.expiresAt + 60)
        #expect(try await store.replace(new))
        #expect(try await store.followers(of: .session(session), at: now) == [new])
        let stray = StoredFollower(
            id: first.id, target: .scan(scan), carrier: "ntfy", address: Data(), language: "en",
            followsProgress: true, createdAt: now, expiresAt: now + 60)
        #expect(try await store.replace(stray) == false)
        #expect(try await store.remove(first.id, of: .scan(scan)) == false)
        #expect(try await store.remove(first.id, of: .session(session)))
        #expect(try await store.remove(first.id, of: .session(session)) == false)
        #expect(try await store.followers(of: .session(session), at: now).isEmpty)
    }

    @Test("Start, the latest update and the end come in this order", arguments: Engine.possible)
    func order(engine: Engine) async throws {
        let store = try await store(engine)
        #expect(try await begin(store) == false)
        #expect(try await store.add(follower(of: .scan(scan)), by: nil) == .saved)
        #expect(try await begin(store))
        #expect(try await begin(store))
        for step in [10, 20, 15] {
            try await store.update(
                scan, step: step, at: now + 0.1, pause: Self.second, make: Self.make("\(step)"))
        }
        #expect(try await store.waitingPushes() == 2)
        #expect(try await drain(store, at: now + 0.2) == ["start"])
        // An update comes a second after what came before, and its place is the last one's.
        #expect(try await drain(store, at: now + 1.1) == ["update20"])
        try await store.update(scan, step: 30, at: now + 1.2, pause: Self.second, make: Self.make("30"))
        #expect(try await drain(store, at: now + 1.5).isEmpty)
        try await store.end(scan, at: now + 1.6, make: Self.make())
        #expect(try await drain(store, at: now + 1.7) == ["end"])
        #expect(try await drain(store, at: now + 10).isEmpty)
    }

    @Test("A clock that is set back neither holds messages up nor changes their order")
    func clock() async throws {
        let stores = try await workspace.stores(.sqlite)
        let store = try #require(stores.stores.followers)
        #expect(try await store.add(follower(of: .scan(scan)), by: nil) == .saved)
        #expect(try await begin(store))
        guard case .send(let start, _, _) = try await store.nextPush(at: now, besides: OutboxBusy()) else {
            Issue.record("nothing is due")
            return
        }
        // It waits for an hour, and then comes the end, by a clock that was set back by a day.
        try await store.failed(start, "status 503", at: now, wait: .seconds(3_600))
        let before = now - 86_400
        try await store.end(scan, at: before, make: Self.make())
        #expect(try await drain(store, at: before + 0.1) == ["start", "end"])
        // The same where the server starts again with the other clock.
        let (again, other) = (UUID(), follower(of: .session(session)))
        #expect(try await store.add(other, by: nil) == .saved)
        _ = try await store.alert(session, event: again, at: now, make: Self.make("again"))
        await stores.close()
        let reopened = try await self.store(.sqlite)
        #expect(try await drain(reopened, at: before + 0.2) == ["alertagain"])
    }

    @Test(
        "However many say that a scan has ended, its followers hear it once, and nothing later",
        arguments: Engine.possible)
    func ends(engine: Engine) async throws {
        let store = try await store(engine)
        let quiet = follower(of: .session(session), progress: false)
        for follower in [follower(of: .scan(scan)), quiet] {
            #expect(try await store.add(follower, by: nil) == .saved)
        }
        #expect(try await begin(store))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask { [scan, now] in
                    try await store.end(scan, at: now + Double(number) / 100, make: Self.make())
                }
            }
            try await group.waitForAll()
        }
        try await store.update(scan, step: 99, at: now + 1, pause: Self.second, make: Self.make())
        #expect(try await begin(store, at: now + 2))
        #expect(try await drain(store, at: now + 10).sorted() == ["alert", "end", "start"])
    }

    @Test(
        "A message that failed holds up the others of its follower, in their order, and nobody else's",
        arguments: Engine.possible)
    func failures(engine: Engine) async throws {
        let store = try await store(engine)
        let (down, up) = (follower(of: .scan(scan)), follower(of: .session(session)))
        for follower in [down, up] { #expect(try await store.add(follower, by: nil) == .saved) }
        #expect(try await begin(store))
        var seen: Set<UUID> = []
        while case .send(let message, let follower, _) = try await store.nextPush(
            at: now, besides: OutboxBusy())
        {
            seen.insert(follower.id)
            if follower == down {
                try await store.failed(message, "unreachable", at: now, wait: .seconds(60))
            } else {
                try await store.finish(message)
            }
        }
        #expect(seen == [down.id, up.id])
        try await store.end(scan, at: now + 1, make: Self.make())
        #expect(try await drain(store, at: now + 2) == ["end"])
        guard case .wait(let until?) = try await store.nextPush(at: now + 2, besides: OutboxBusy()) else {
            Issue.record("nothing waits")
            return
        }
        #expect(until <= now + 61)
        guard case .send(let message, down, _) = try await store.nextPush(at: now + 61, besides: OutboxBusy())
        else {
            Issue.record("the failed message isn't tried again")
            return
        }
        #expect(message.attempts == 1 && message.type == "start")
        var busy = OutboxBusy()
        busy.receivers = [.follower(down.id)]
        guard case .wait = try await store.nextPush(at: now + 61, besides: busy) else {
            Issue.record("a busy follower gets another message")
            return
        }
        try await store.finish(message)
        #expect(try await drain(store, at: now + 61) == ["end"])
    }

    @Test(
        "Where enough is sent to a client's followers, the next message is another client's",
        arguments: Engine.possible)
    func clients(engine: Engine) async throws {
        let store = try await store(engine)
        let (many, few) = (UUID(), UUID())
        for (session, client, count) in [(many, "many", 8), (few, "few", 1)] {
            for _ in 0..<count {
                let follower = follower(of: .session(session))
                #expect(try await store.add(follower, by: ClientID(client)) == .saved)
            }
        }
        // The message to the client with few followers is the last.
        for (second, session) in [many, few].enumerated() {
            _ = try await store.alert(
                session, event: UUID(), at: now + TimeInterval(second), make: Self.make())
        }
        var busy = OutboxBusy()
        var clients: [String] = []
        while case .send(let message, let follower, let client) = try await store.nextPush(
            at: now + 5, besides: busy)
        {
            #expect((follower.target == .session(few)) == (clients.count == 2))
            busy.receivers.insert(message.endpoint)
            clients.append(client)
            if clients.count == 2 { busy.hosts = [client] }
        }
        #expect(clients.count == 3 && clients[0] == clients[1] && clients[2] != clients[0])
    }

    @Test("A scan of which nobody tells is found again, by one who looks", arguments: Engine.possible)
    func neglect(engine: Engine) async throws {
        let store = try await store(engine)
        #expect(try await store.add(follower(of: .scan(scan)), by: nil) == .saved)
        #expect(try await begin(store))
        #expect(try await store.neglected(at: now + 9, check: now + 19, limit: 10).isEmpty)
        try await store.keep([scan], check: now + 20)
        #expect(try await store.neglected(at: now + 19, check: now + 29, limit: 10).isEmpty)
        #expect(try await store.neglected(at: now + 21, check: now + 31, limit: 10) == [followed])
        #expect(try await store.neglected(at: now + 21, check: now + 31, limit: 10).isEmpty)
        // Whatever the clock says, a server that starts alone finds all of them.
        #expect(try await store.neglected(at: .distantFuture, check: now + 40, limit: 10) == [followed])
        try await store.end(scan, at: now + 41, make: Self.make())
        #expect(try await store.neglected(at: .distantFuture, check: now + 60, limit: 10).isEmpty)
    }

    @Test("An event is told once to each of a session's followers", arguments: Engine.possible)
    func alerts(engine: Engine) async throws {
        var limits = FollowerLimits()
        limits.alerts = 2
        let store = try await store(engine, limits)
        let event = UUID()
        #expect(try await store.alert(session, event: event, at: now, make: Self.make()) == 0)
        for _ in 0..<2 { #expect(try await store.add(follower(of: .session(session)), by: nil) == .saved) }
        let stray = follower(of: .session(UUID()))
        #expect(try await store.add(stray, by: nil) == .saved)
        #expect(try await store.alert(session, event: event, at: now, make: { _, _ in nil }) == 0)
        #expect(try await store.alert(session, event: event, at: now, make: Self.make()) == 2)
        #expect(try await store.alert(session, event: event, at: now, make: Self.make()) == 0)
        #expect(try await store.alert(session, event: UUID(), at: now, make: Self.make()) == 2)
        // Each follower has as many waiting as it may.
        #expect(try await store.alert(session, event: UUID(), at: now, make: Self.make()) == 0)
        #expect(try await drain(store, at: now) == ["alert", "alert", "alert", "alert"])
    }

    @Test(
        "The numbers of followers and of open scans are bounded, and each client has its share",
        arguments: Engine.possible)
    func limits(engine: Engine) async throws {
        var limits = FollowerLimits()
        (limits.perTarget, limits.entries, limits.activities) = (2, 8, 1)
        let store = try await store(engine, limits)
        for _ in 0..<2 {
            #expect(try await store.add(follower(of: .scan(scan)), by: TwoClients.much) == .saved)
        }
        #expect(try await store.add(follower(of: .scan(scan)), by: TwoClients.much) == .tooMany)
        var count = 2
        while try await store.add(follower(of: .scan(UUID())), by: TwoClients.much) == .saved { count += 1 }
        #expect((4...5).contains(count))
        #expect(try await store.add(follower(of: .scan(UUID())), by: TwoClients.much) == .full)
        #expect(try await store.add(follower(of: .scan(UUID())), by: TwoClients.little) == .saved)
        #expect(try await begin(store))
        #expect(try await drain(store, at: now) == ["start"])
    }

    @Test("A follower past its time is not there, and takes nobody's place", arguments: Engine.possible)
    func expiry(engine: Engine) async throws {
        var limits = FollowerLimits()
        limits.perTarget = 1
        let store = try await store(engine, limits)
        #expect(try await store.add(follower(of: .scan(scan), expires: 60), by: nil) == .saved)
        #expect(try await store.followers(of: .scan(scan), at: now + 60).isEmpty)
        #expect(try await begin(store, at: now + 60) == false)
        let next = StoredFollower(
            id: UUID(), target: .scan(scan), carrier: "ntfy", address: Data(), language: "en",
            followsProgress: true, createdAt: now + 61, expiresAt: now + 120)
        #expect(try await store.add(next, by: nil) == .saved)
        #expect(try await store.followers(of: .scan(scan), at: now + 62) == [next])
    }

    @Test("A follower goes with its messages, and with its session", arguments: Engine.possible)
    func deletion(engine: Engine) async throws {
        let stores = try await workspace.stores(engine).stores
        let store = try #require(stores.followers)
        let gone = follower(of: .scan(scan))
        for follower in [gone, follower(of: .session(session)), follower(of: .session(UUID()))] {
            #expect(try await store.add(follower, by: nil) == .saved)
        }
        #expect(try await begin(store))
        #expect(try await store.waitingPushes() == 2)
        #expect(try await store.remove(gone.id, of: .scan(scan)))
        #expect(try await store.waitingPushes() == 1)
        // A scan's follower goes with the session of the scan, too.
        let other = follower(of: .scan(scan))
        #expect(try await store.add(other, by: nil) == .saved)
        #expect(try await stores.results.deleteSession(session)["followers"] == 2)
        #expect(try await store.waitingPushes() == 0)
        #expect(try await store.followers(of: .scan(scan), at: now).isEmpty)
        try await store.end(scan, at: now + 1, make: Self.make())
        #expect(try await drain(store, at: now + 2).isEmpty)
        // Webhooks' operators see nothing of all that.
        #expect(try await stores.outbox.list(limit: 10).isEmpty)
    }

    @Test("Who follows a scan that has ended hears of its end alone", arguments: Engine.possible)
    func late(engine: Engine) async throws {
        let store = try await store(engine)
        #expect(try await store.add(follower(of: .scan(scan)), by: nil) == .saved)
        #expect(try await begin(store, tellsStart: false))
        try await store.end(scan, at: now, make: Self.make())
        #expect(try await drain(store, at: now) == ["end"])
    }

    @Test("Messages wait for a server that starts again", arguments: Engine.possible)
    func restart(engine: Engine) async throws {
        let stores = try await workspace.stores(engine)
        let store = try #require(stores.stores.followers)
        #expect(try await store.add(follower(of: .scan(scan)), by: nil) == .saved)
        #expect(try await begin(store))
        await stores.close()
        let again = try #require(try await workspace.stores(engine).stores.followers)
        // What each takes for Redis' time differs by milliseconds.
        #expect(try await drain(again, at: now + 1) == ["start"])
        try await again.end(scan, at: now + 2, make: Self.make())
        #expect(try await drain(again, at: now + 3) == ["end"])
    }
}
