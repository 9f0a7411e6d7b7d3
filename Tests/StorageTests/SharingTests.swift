import SystemSupport
import Foundation
import ScamTaxonomy
import StoreEngines
import TestSupport
import Testing

@testable import Storage

@Suite("Preferences, subjects and screenshots")
struct SharingTests {
    private let workspace: Workspace
    private let owner = UUID()
    private let friend = UUID()
    private let stranger = UUID()

    init() throws {
        workspace = try Workspace()
    }

    private static func preferences(
        url: String = "https://hooks.example/", isOn: Bool = true, screenshots: Bool = true
    ) -> StoredPreferences {
        StoredPreferences(
            webhook: StoredWebhook(url: url, secret: "whsec_x"), notifications: isOn,
            screenshotEvents: screenshots, verdicts: .high)
    }

    private func screenshot(
        _ store: EngineStores, by session: UUID, at time: Date = Date(), of subject: String = "photo",
        isDismissal: Bool = false
    ) async throws -> ScreenshotChange {
        try await store.sharing.record(
            ScreenshotReport(subject: subject, session: session, takenAt: time, isDismissal: isDismissal),
            at: Date()
        ) { owner in
            OutboxEvent(
                id: UUID(), trigger: .screenshot, session: owner, time: Date(), body: Data("{}".utf8))
        }
    }

    private func share(_ store: EngineStores, preferences: StoredPreferences? = preferences()) async throws {
        let sharing = store.sharing
        let subject = StoredSubject(id: "photo", owner: owner, participants: [friend])
        #expect(try await sharing.put(subject, at: Date()) == .saved(subject))
        if let preferences { #expect(try await sharing.put(preferences, of: owner, at: Date())) }
    }

    @Test(
        "A participant's screenshot is noted with its time and told once; the latest time counts",
        arguments: Engine.possible)
    func noted(engine: Engine) async throws {
        let store = try await workspace.stores(engine)
        try await share(store)
        let time = Date(storedMilliseconds: Date().storedMilliseconds)
        var told = OutboxReceipt()
        told.queued = 1
        #expect(try await screenshot(store, by: friend, at: time) == .recorded(screenshotAt: time, told))
        #expect(try await screenshot(store, by: friend, at: time) == .ignored(screenshotAt: time))
        #expect(try await screenshot(store, by: friend, at: time - 60) == .recorded(screenshotAt: time, told))
        #expect(try await store.outbox.counts() == OutboxCounts(pending: 2, deadLetters: 0))
    }

    @Test(
        "A dismissal is told once beside its screenshot, and of an unknown screenshot in its place",
        arguments: Engine.possible)
    func dismissed(engine: Engine) async throws {
        let store = try await workspace.stores(engine)
        try await share(store)
        let time = Date(storedMilliseconds: Date().storedMilliseconds)
        var told = OutboxReceipt()
        told.queued = 1
        func report(_ time: Date, dismissed: Bool) async throws -> ScreenshotChange {
            try await screenshot(store, by: friend, at: time, isDismissal: dismissed)
        }
        let (recorded, ignored) = (
            ScreenshotChange.recorded(screenshotAt: time, told), ScreenshotChange.ignored(screenshotAt: time)
        )
        for (isDismissal, change) in [(false, recorded), (true, recorded), (true, ignored), (false, ignored)]
        {
            #expect(try await report(time, dismissed: isDismissal) == change)
        }
        for (isDismissal, change) in [(true, recorded), (true, ignored), (false, ignored), (true, ignored)] {
            #expect(try await report(time - 60, dismissed: isDismissal) == change)
        }
        #expect(try await store.outbox.counts().pending == 3)
        #expect(try await screenshot(store, by: owner, isDismissal: true) == ignored)
        #expect(try await store.results.deleteSession(friend)["screenshots"] == 2)
    }

    @Test("One's own is ignored, strangers and unknown subjects are refused", arguments: Engine.possible)
    func refused(engine: Engine) async throws {
        let store = try await workspace.stores(engine)
        try await share(store)
        #expect(try await screenshot(store, by: owner) == .ignored(screenshotAt: nil))
        #expect(try await screenshot(store, by: stranger) == .notParticipant)
        #expect(try await screenshot(store, by: friend, of: "other") == .unknownSubject)
        #expect(try await store.outbox.counts().pending == 0)
    }

    @Test(
        "Nobody is told where the preferences don't allow it; the time is noted all the same",
        arguments: Engine.possible)
    func preferencesDecide(engine: Engine) async throws {
        for preferences in [nil, Self.preferences(isOn: false), Self.preferences(screenshots: false)] {
            let store = try await Workspace().stores(engine)
            try await share(store, preferences: preferences)
            let time = Date(storedMilliseconds: Date().storedMilliseconds)
            #expect(
                try await screenshot(store, by: friend, at: time)
                    == .recorded(screenshotAt: time, OutboxReceipt()))
        }
    }

    @Test("A participant's screenshots of a day are bounded", arguments: Engine.possible)
    func bounded(engine: Engine) async throws {
        let store = try await workspace.stores(engine)
        try await share(store)
        let last = Date()
        for second in 0..<SharingLimits().screenshots {
            _ = try await screenshot(store, by: friend, at: last - Double(second))
        }
        for isDismissal in [false, true] {
            let change = try await screenshot(
                store, by: friend, at: Date() - 1_000, isDismissal: isDismissal)
            guard case .ignored = change else {
                Issue.record("not ignored")
                return
            }
        }
        // The bound is on screenshots; of one that was reported, the dismissal still counts.
        guard case .recorded = try await screenshot(store, by: friend, at: last, isDismissal: true) else {
            Issue.record("not recorded")
            return
        }
    }

    @Test(
        "Another session's subject of the same id takes nothing away, and both owners are told",
        arguments: Engine.possible)
    func squatted(engine: Engine) async throws {
        let store = try await workspace.stores(engine)
        let sharing = store.sharing
        let early = StoredSubject(id: "photo", owner: stranger, participants: [stranger])
        #expect(try await sharing.put(early, at: Date()) == .saved(early))
        try await share(store)
        #expect(try await sharing.put(Self.preferences(), of: stranger, at: Date()))
        let time = Date(storedMilliseconds: Date().storedMilliseconds)
        var told = OutboxReceipt()
        told.queued = 1
        #expect(try await screenshot(store, by: friend, at: time) == .recorded(screenshotAt: time, told))
        #expect(try await screenshot(store, by: stranger, at: time) == .ignored(screenshotAt: nil))
        let shared = StoredSubject(id: "photo", owner: stranger, participants: [friend])
        #expect(try await sharing.put(shared, at: Date()) == .saved(shared))
        told.queued = 2
        #expect(
            try await screenshot(store, by: friend, at: time + 1) == .recorded(screenshotAt: time + 1, told))
    }

    @Test("Only its owner changes a subject; participants can be taken out", arguments: Engine.possible)
    func subjects(engine: Engine) async throws {
        let store = try await workspace.stores(engine)
        try await share(store)
        let sharing = store.sharing
        let taken = StoredSubject(id: "photo", owner: stranger, participants: [stranger])
        #expect(try await sharing.put(taken, at: Date()) == .saved(taken))
        guard case .recorded = try await screenshot(store, by: friend) else {
            Issue.record("the friend no longer shares it")
            return
        }
        let changed = StoredSubject(id: "photo", owner: owner, participants: [])
        guard case .saved(let saved) = try await sharing.put(changed, at: Date()) else {
            Issue.record("not saved")
            return
        }
        #expect(saved.participants == [] && saved.screenshotAt != nil)
        #expect(try await screenshot(store, by: friend) == .notParticipant)
    }

    @Test(
        "Preferences and subjects have a limit; what is known can still be changed",
        arguments: Engine.possible)
    func limits(engine: Engine) async throws {
        var configuration = workspace.configuration()
        configuration.sharing.entries = 1
        let store = try await workspace.stores(engine, configuration)
        try await share(store)
        let sharing = store.sharing
        #expect(try await sharing.put(Self.preferences(), of: owner, at: Date()))
        #expect(try await sharing.put(Self.preferences(), of: friend, at: Date()) == false)
        let other = StoredSubject(id: "other", owner: owner, participants: [])
        #expect(try await sharing.put(other, at: Date()) == .tooMany)
    }

    @Test(
        "One client has half of the preferences and of the subjects, and deleting makes room again",
        arguments: Engine.possible)
    func clients(engine: Engine) async throws {
        var configuration = workspace.configuration()
        configuration.sharing.entries = 8
        let sharing = try await workspace.stores(engine, configuration).sharing
        let (much, little) = (TwoClients.much, TwoClients.little)
        var sessions: [UUID] = []
        func register(_ client: ClientID, _ session: UUID = UUID()) async throws -> Bool {
            let isKept = try await sharing.put(Self.preferences(), of: session, at: Date(), by: client)
            let subject = StoredSubject(id: "photo", owner: session, participants: [])
            let change = try await sharing.put(subject, at: Date(), by: client)
            #expect(isKept == (change != .tooMany))
            if isKept { sessions.append(session) }
            return isKept
        }
        while try await register(much) {}
        #expect(sessions.count == 5)
        #expect(try await register(little))
        #expect(try await register(much, sessions[0]), "known ones can still be changed")
        let results = try await workspace.stores(engine, configuration).results
        for session in sessions[1...3] { _ = try await results.deleteSession(session) }
        #expect(try await register(much))
    }

    @Test(
        "The outbox has a limit: what was given up goes first, then new messages are dropped",
        arguments: Engine.possible)
    func outboxLimits(engine: Engine) async throws {
        var configuration = workspace.configuration()
        configuration.outbox.entries = 2
        configuration.outbox.perSession = 1
        let store = try await workspace.stores(engine, configuration)
        let outbox = store.outbox
        func put(_ operators: [String]) async throws -> OutboxReceipt {
            try await store.results.publish(
                OutboxEvent(
                    id: UUID(), trigger: .verdict(isHigh: true), session: owner, time: Date(), body: Data(),
                    operators: operators))
        }
        #expect(try await store.sharing.put(Self.preferences(), of: owner, at: Date()))
        #expect(try await put([]).queued == 1)
        #expect(try await put([]).dropped == 1)
        #expect(try await put(["a"]) == Self.receipt(queued: 1, dropped: 1))
        #expect(try await put(["b"]) == Self.receipt(queued: 0, dropped: 2))
        let first = try #require(try await outbox.list(limit: 1).first)
        try await outbox.deadLetter(first, "status 500", at: Date())
        #expect(try await put(["c"]).queued == 1)
        #expect(try await outbox.list(limit: 9).map(\.endpoint) == [.configured("a"), .configured("c")])
    }

    private static func receipt(queued: Int, dropped: Int) -> OutboxReceipt {
        var receipt = OutboxReceipt()
        receipt.queued = queued
        receipt.dropped = dropped
        return receipt
    }

    @Test(
        "Another webhook doesn't get what was meant for the one before; a new secret signs what waits",
        arguments: Engine.possible)
    func changedWebhook(engine: Engine) async throws {
        let store = try await workspace.stores(engine)
        try await share(store)
        _ = try await screenshot(store, by: friend)
        let sharing = store.sharing
        #expect(try await sharing.put(Self.preferences(), of: owner, at: Date()))
        #expect(try await store.outbox.counts().pending == 1)
        #expect(try await sharing.put(Self.preferences(url: "https://other.example/"), of: owner, at: Date()))
        #expect(try await store.outbox.counts().pending == 0)
    }

    @Test(
        "Deleting a session takes preferences, subjects, participation and messages along",
        arguments: Engine.possible)
    func deletion(engine: Engine) async throws {
        let store = try await workspace.stores(engine)
        try await share(store)
        _ = try await screenshot(store, by: friend)
        let results = store.results
        let byFriend = try await results.deleteSession(friend)
        #expect(byFriend["participations"] == 1 && byFriend["screenshots"] == 1)
        #expect(byFriend["subjects"] == nil)
        let byOwner = try await results.deleteSession(owner)
        #expect(byOwner["subjects"] == 1 && byOwner["preferences"] == 1 && byOwner["webhook_messages"] == 1)
        #expect(try await workspace.leftovers(store) == [])
    }

    @Test("Time takes what isn't used any more and what was given up", arguments: Engine.possible)
    func expiry(engine: Engine) async throws {
        var configuration = workspace.configuration()
        configuration.sharing.age = .seconds(10)
        configuration.outbox.age = .seconds(10)
        let store = try await workspace.stores(engine, configuration)
        let sharing = store.sharing
        let past = Date() - 60
        #expect(try await sharing.put(Self.preferences(), of: owner, at: past))
        let subject = StoredSubject(id: "photo", owner: owner, participants: [friend])
        #expect(try await sharing.put(subject, at: past) == .saved(subject))
        _ = try await store.results.publish(
            OutboxEvent(
                id: UUID(), trigger: .verdict(isHigh: true), session: stranger, time: past, body: Data(),
                operators: ["a", "b"]))
        let entry = try #require(try await store.outbox.list(limit: 1).first)
        try await store.outbox.deadLetter(entry, "status 500", at: past)
        try await store.sweep()
        // Only the dispatcher makes dead letters of waiting messages.
        #expect(try await store.outbox.list(limit: 9).map(\.endpoint) == [.configured("b")])
        #expect(try await sharing.put(subject, at: Date()) == .saved(subject))
        #expect(try await store.outbox.webhook(of: owner) == nil)
    }

    @Test("A receiver that failed rests with all its messages, others don't", arguments: Engine.possible)
    func rests(engine: Engine) async throws {
        let store = try await workspace.stores(engine)
        let outbox = store.outbox
        for operators in [["a", "b"], ["a"]] {
            _ = try await store.results.publish(
                OutboxEvent(
                    id: UUID(), trigger: .verdict(isHigh: true), session: owner, time: Date(), body: Data(),
                    operators: operators))
        }
        func next(_ busy: Set<OutboxEndpoint> = [], in seconds: Double = 1) async throws -> OutboxMessage? {
            var all = OutboxBusy()
            all.receivers = busy
            let next = try await outbox.next(at: Date() + seconds, besides: all)
            return if case .send(let entry, _) = next { entry } else { nil }
        }
        let first = try #require(try await next())
        #expect(first.endpoint == .configured("a"))
        try await outbox.failed(first, "timed out", at: Date(), wait: .seconds(100)) { .seconds(100 * $0) }
        #expect(try await next()?.endpoint == .configured("b"))
        #expect(try await next([.configured("b")]) == nil)
        let again = try #require(try await next([.configured("b")], in: 150))
        // The message without an attempt is older in due time, so it comes first.
        #expect(again.endpoint == .configured("a") && again.number != first.number && again.attempts == 0)
        try await outbox.failed(again, "timed out", at: Date(), wait: .seconds(100)) { .seconds(100 * $0) }
        #expect(try await next([.configured("b")], in: 150) == nil)
        let later = try #require(try await next([.configured("b")], in: 250))
        #expect(later.number == first.number && later.attempts == 1 && later.lastOutcome == "timed out")
        try await outbox.delivered(later)
        #expect(try await next([.configured("b")], in: 250)?.number == again.number)
    }
}
