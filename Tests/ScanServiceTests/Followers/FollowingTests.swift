import SystemSupport
import Foundation
@testable import ScanService
import Scanning
import Outbound
import ScamTaxonomy
import Storage
import Synchronization
import TestSupport
import Testing
import TypeSafeAPI

/// What followers are told of scans that a worker does, with nothing between service and store but Redis. What waits for them is read
/// where a carrier would take it.
@Suite(
    "Following scans", .enabled(if: RedisProcess.isPossible, "\(RedisProcess.skipped)"),
    .timeLimit(.minutes(2)))
struct FollowingTests {
    private let session = UUID()
    private let secret: PushSecret

    init() throws {
        secret = try PushSecret(text: PushSecret.newFile())
    }

    /// One server's part: its store, and what tells followers there.
    private struct Server {
        let store: SharedStore
        let following: ScanFollowing
        let jobs: SharedJobs

        var followers: any FollowerStore { SharedFollowers(store) }

        func crash() async {
            store.close()
            await following.stop()
        }
    }

    private func server(
        _ servers: SharedServers, lease: TimeInterval = 10, results: (any ResultStore)? = nil,
        starts: Bool = true
    ) async throws -> Server {
        let store = try await servers.store()
        var options = FollowerOptions(
            store: SharedFollowers(store), sharing: SharedSharing(store), sender: PushSender(PushSettings()),
            secret: secret)
        (options.lease, options.round, options.isAlone) = (lease, .milliseconds(50), false)
        options.limits.pause = .milliseconds(20)
        let jobs = try await servers.front()
        let following = ScanFollowing(
            options, writer: PushWriter(answers: AnswerTexts(ShippedTexts.library)), jobs: jobs,
            results: results, dispatcher: PushDispatcher(options) { _, _ in })
        if starts { await following.start() }
        return Server(store: store, following: following, jobs: jobs)
    }

    private func follow(
        _ target: FollowTarget, on server: Server, progress: Bool = true, carrier: PushCarrier = .ntfy
    ) async throws -> StoredFollower {
        let id = UUID()
        let address = try secret.seal(.ntfy(url: "https://ntfy.example/a", token: nil), for: id)
        let follower = StoredFollower(
            id: id, target: target, carrier: carrier.rawValue, address: address, language: "de",
            followsProgress: progress, createdAt: Date(storedMilliseconds: Date().storedMilliseconds),
            expiresAt: Date(storedMilliseconds: (Date() + 3_600).storedMilliseconds))
        #expect(try await server.followers.add(follower, by: nil) == .saved)
        return follower
    }

    private func submit(_ server: Server, _ id: UUID = UUID()) async throws -> FollowedScan {
        _ = try await server.jobs.submit(SharedServers.order(id))
        return FollowedScan(id: id, session: session, owner: nil)
    }

    /// Waits for the end of a scan, and returns all that was told until then.
    private func told(_ server: Server) async throws -> [PushContent] {
        var contents: [PushContent] = []
        try await holds {
            switch try await server.followers.nextPush(at: Date(), besides: OutboxBusy()) {
            case .send(let message, _, _):
                contents.append(try JSONDecoder().decode(PushContent.self, from: message.body))
                try await server.followers.finish(message)
            case .wait: break
            }
            return contents.last.map { $0.phase == .end || $0.phase == .alert } ?? false
        }
        return contents
    }

    private func isEmpty(_ server: Server) async throws -> Bool {
        if case .wait = try await server.followers.nextPush(at: Date() + 60, besides: OutboxBusy()) {
            true
        } else {
            false
        }
    }

    @Test("Start, progress and verdict are told in their order and in the follower's language")
    func verdict() async throws {
        let servers = try await SharedServers()
        let server = try await server(servers)
        _ = try await follow(.session(session), on: server)
        let gate = Gate()
        let worker = try await servers.worker("worker") { _, progress in
            progress(.reading(lines: 5, of: 10))
            await gate.pass()
            var response = ScanResponse.sample
            (response.riskLevel, response.scamType) = (.high, .delivery)
            return .success(response)
        }
        let scan = try await submit(server)
        await server.following.accepted(scan)
        try await holds { try await server.followers.waitingPushes() == 2 }
        gate.open()
        let told = try await told(server)
        #expect(told.map(\.phase).first == .start && told.last?.phase == .end)
        #expect(Set(told.map(\.scanID)) == [scan.id])
        #expect(told.dropFirst().dropLast().allSatisfy { $0.phase == .update && $0.percent == 50 })
        #expect(told.map(\.sequence) == told.map(\.sequence).sorted())
        #expect(told.first?.title == "Der Screenshot wird geprüft" && told.first?.state == .queued)
        let end = try #require(told.last)
        #expect(end.state == .done && end.level == "high" && end.scamType == "delivery" && end.failure == nil)
        #expect(end.title == "Hohes Risiko – Paket" && end.dismissAt.map { $0 > Date() + 14_000 } == true)
        #expect(try await isEmpty(server))
        await worker.worker.drain(grace: .zero)
        await server.following.stop()
    }

    @Test("Two servers that tell of the same scan tell of one end, and who comes later hears the end alone")
    func onlyOnce() async throws {
        let servers = try await SharedServers()
        let (one, two) = (try await server(servers), try await server(servers))
        _ = try await follow(.session(session), on: one)
        let gate = Gate()
        let worker = try await servers.worker("worker") { _, _ in
            await gate.pass()
            return .success(.sample)
        }
        let scan = try await submit(one)
        await one.following.accepted(scan)
        await two.following.accepted(scan)
        gate.open()
        #expect(try await told(one).map(\.phase) == [.start, .end])
        let latest = try await two.jobs.latest(of: scan.id, owner: nil)
        let late = try await follow(.scan(scan.id), on: two)
        try await two.following.registered(FollowedScan(id: scan.id, session: nil, owner: nil), latest)
        guard
            case .send(let message, late, _) = try await two.followers.nextPush(
                at: Date(), besides: OutboxBusy())
        else {
            Issue.record("nobody told the late follower")
            return
        }
        #expect(message.type == "end")
        try await two.followers.finish(message)
        #expect(try await isEmpty(two))
        await worker.worker.drain(grace: .zero)
        for server in [one, two] { await server.following.stop() }
    }

    @Test("When the server that tells of a scan dies, another one goes on")
    func adoption() async throws {
        let servers = try await SharedServers()
        let first = try await server(servers, lease: 0.2)
        _ = try await follow(.session(session), on: first)
        let gate = Gate()
        let worker = try await servers.worker("worker") { _, _ in
            await gate.pass()
            return .success(.sample)
        }
        let scan = try await submit(first)
        await first.following.accepted(scan)
        await first.crash()
        let second = try await server(servers, lease: 0.2)
        gate.open()
        #expect(try await told(second).map(\.phase) == [.start, .end])
        #expect(try await isEmpty(second))
        await worker.worker.drain(grace: .zero)
        await second.following.stop()
    }

    @Test("A scan that nobody knows any more has failed: restarted; unless its result is stored")
    func lost() async throws {
        let servers = try await SharedServers()
        let first = try await server(servers, lease: 0.1, starts: false)
        let results = SharedResults(first.store)
        let ids = [UUID(), UUID()]
        for id in ids {
            _ = try await follow(.scan(id), on: first)
            let scan = FollowedScan(id: id, session: nil, owner: nil)
            // Begun by a server that died with all that Redis knew of the job.
            #expect(
                try await first.followers.begin(scan, tellsStart: true, at: Date(), check: Date()) {
                    _, phase in
                    PushWriter(answers: AnswerTexts(ShippedTexts.library)).start(
                        id, percent: 0, at: Date(), in: "en")
                })
        }
        var response = ScanResponse.sample
        (response.scanID, response.riskLevel) = (ids[1], .medium)
        try await results.save(
            StoredResult(
                scan: ids[1], session: session, kind: .image, risk: "medium", createdAt: Date(),
                body: WireCoding.encoder().encode(response)))
        let second = try await server(servers, lease: 0.1, results: results)
        var ends: [UUID: PushContent] = [:]
        while ends.count < 2 {
            for content in try await told(second) where content.phase == .end {
                if let id = content.scanID { ends[id] = content }
            }
        }
        #expect(ends[ids[0]]?.state == .failed && ends[ids[0]]?.failure == "restarted")
        #expect(ends[ids[1]]?.state == .done && ends[ids[1]]?.level == "medium")
        for server in [first, second] { await server.following.stop() }
    }

    @Test("Who wants no progress hears of what the session's preferences allow, once")
    func alerts() async throws {
        let servers = try await SharedServers()
        let server = try await server(servers)
        let quiet = try await follow(.session(session), on: server, progress: false)
        _ = try await follow(.session(session), on: server, carrier: .liveActivity)
        func finished(_ level: RiskLevel, _ id: UUID = UUID()) async throws -> Int {
            var response = ScanResponse.sample
            (response.scanID, response.riskLevel) = (id, level)
            await server.following.finished(response, of: session)
            return try await server.followers.waitingPushes()
        }
        let scan = UUID()
        #expect(try await finished(.low) == 0)
        #expect(try await finished(.medium) == 0)
        #expect(try await finished(.high, scan) == 1)
        #expect(try await finished(.high, scan) == 1)
        #expect(try await told(server).map(\.phase) == [.alert])
        let sharing = SharedSharing(server.store)
        func prefer(_ verdicts: VerdictPreference, screenshots: Bool = true, isOn: Bool = true) async throws {
            let preferences = StoredPreferences(
                webhook: nil, notifications: isOn, screenshotEvents: screenshots, verdicts: verdicts)
            #expect(try await sharing.put(preferences, of: session, at: Date()))
        }
        try await prefer(.medium)
        #expect(try await finished(.medium) == 1)
        _ = try await told(server)
        func noticed() async -> Bool {
            await server.following.noticed(
                ScreenshotFacts(subjectID: "album", screenshotAt: Date()), from: UUID(), for: session)
        }
        try await prefer(.off, screenshots: false)
        #expect(try await finished(.high) == 0)
        #expect(await noticed() == false)
        try await prefer(.off, isOn: false)
        #expect(await noticed() == false)
        try await prefer(.off)
        #expect(await noticed())
        let alert = try #require(try await told(server).first)
        #expect(alert.title == "Es gab einen Screenshot" && alert.body.contains("UTC") && alert.scanID == nil)
        // Because it was told something, it is kept for longer.
        let kept = try await server.followers.followers(of: .session(session), at: Date() + 30 * 86_400)
        #expect(kept.map(\.id) == [quiet.id])
        await server.following.stop()
    }
}
