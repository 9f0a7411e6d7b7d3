import Foundation
@testable import Outbound
import TestSupport
import Testing

/// Tests of pushes to an APNs of the tests' own, over HTTP/2 and TLS.
@Suite("Pushes to Apple devices", .enabled(if: PushPeers.arePossible, Comment(rawValue: PushPeers.skipped)))
struct APNsTests {
    @Test("An activity is started by a push, goes on and ends with the verdict")
    func life() async throws {
        let apns = try await FakeAPNs()
        let sender = PushSender(try apns.settings())
        let scan = UUID()
        let now = Date()
        let start = PushAddress.liveActivity(updateToken: nil, startToken: "aa11")
        let running = PushAddress.liveActivity(updateToken: "bb22", startToken: "aa11")
        let queued = PushContent.sample(
            .start, scan: scan, state: .queued, percent: 0, level: nil, at: now, sequence: 1)
        let half = PushContent.sample(
            .update, scan: scan, state: .running, percent: 50, level: nil, at: now, sequence: 2)
        let end = PushContent.sample(.end, scan: scan, at: now)
        let ids = [UUID(), UUID(), UUID()]
        #expect(await sender.send(queued, to: start, id: ids[0]) == .delivered)
        #expect(await sender.send(half, to: running, id: ids[1]) == .delivered)
        #expect(await sender.send(end, to: running, id: ids[2]) == .delivered)

        let requests = try await eventually { apns.requests.count == 3 ? apns.requests : nil }
        #expect(requests.map(\.device) == ["aa11", "bb22", "bb22"])
        #expect(requests.map { $0.aps["event"] as? String } == ["start", "update", "end"])
        #expect(requests.map { $0.fields["apns-priority"] } == ["10", "5", "10"])
        #expect(requests.map { $0.fields["apns-id"] } == ids.map { $0.uuidString.lowercased() })
        #expect(requests.allSatisfy { $0.fields["apns-push-type"] == "liveactivity" })
        #expect(requests.allSatisfy { $0.fields["content-type"] == "application/json" })
        let first = requests[0].aps
        #expect(first["attributes-type"] as? String == "TypeSafeScan")
        #expect(
            (first["attributes"] as? [String: String]) == ["scanID": scan.uuidString.lowercased()])
        #expect((first["alert"] as? [String: String])?["title"] == "High risk")
        #expect(first["stale-date"] as? Int == Int((now + 60).timeIntervalSince1970))
        #expect(requests[1].aps["alert"] == nil && requests[1].aps["attributes"] == nil)
        #expect(requests[1].state["percent"] as? Int == 50)
        let last = requests[2]
        #expect(last.aps["timestamp"] as? Int == Int(now.timeIntervalSince1970))
        #expect(last.aps["dismissal-date"] as? Int == Int((now + 4 * 3_600).timeIntervalSince1970))
        #expect(last.state["level"] as? String == "high" && last.state["state"] as? String == "done")
        #expect(requests.allSatisfy { !"\($0.payload)".contains("5d5b2b5c") }, "the session's id was sent")
    }

    @Test(
        "An activity that was started by a push and has no update token yet lets the end wait, not the progress"
    )
    func noUpdateToken() async throws {
        let apns = try await FakeAPNs()
        let sender = PushSender(try apns.settings())
        let address = PushAddress.liveActivity(updateToken: nil, startToken: "aa11")
        let reason = "no update token yet"
        #expect(
            await sender.send(.sample(.update), to: address, id: UUID()) == .refused(reason: reason))
        guard case .retry(_, reason) = await sender.send(.sample(.end), to: address, id: UUID()) else {
            Issue.record("the end doesn't wait")
            return
        }
        #expect(apns.connections.count == 0)
    }

    @Test("A notification says what was found, with the same name for the same scan")
    func alerts() async throws {
        let apns = try await FakeAPNs()
        let sender = PushSender(try apns.settings())
        let address = PushAddress.apnsAlert(token: "cc33")
        let scan = UUID()
        #expect(await sender.send(.sample(.end, scan: scan), to: address, id: UUID()) == .delivered)
        let later = PushContent.sample(.alert, scan: scan, level: "low", sequence: 4)
        #expect(await sender.send(later, to: address, id: UUID()) == .delivered)
        #expect(await sender.send(.sample(.alert, scan: nil), to: address, id: UUID()) == .delivered)
        #expect(
            await sender.send(.sample(.update), to: address, id: UUID())
                == .refused(reason: "not shown by this carrier"))
        let requests = try await eventually { apns.requests.count == 3 ? apns.requests : nil }
        #expect(requests.allSatisfy { $0.fields["apns-push-type"] == "alert" })
        let names = requests.map { $0.fields["apns-collapse-id"] }
        #expect(names[0] != nil && names[0] == names[1] && names[2] == nil)
        #expect(
            requests.map { $0.aps["interruption-level"] as? String } == [
                "time-sensitive", "active", "time-sensitive",
            ])
        #expect(requests[0].aps["alert"] as? [String: String] != nil)
    }

    @Test("What doesn't fit into 4 KB isn't sent")
    func size() async throws {
        let apns = try await FakeAPNs()
        let sender = PushSender(try apns.settings())
        let address = PushAddress.liveActivity(updateToken: "bb22", startToken: nil)
        // Letters of three bytes; the text stands in the payload once, or twice where there is an alert.
        for (count, level, outcome) in [
            (1_200, "low", PushOutcome.delivered), (1_200, "high", .refused(reason: "too long")),
            (1_400, "low", .refused(reason: "too long")),
        ] {
            let content = PushContent.sample(.end, level: level, body: String(repeating: "看", count: count))
            #expect(await sender.send(content, to: address, id: UUID()) == outcome, "\(count) \(level)")
        }
        #expect(apns.requests.count == 1)
    }

    @Test("A thousand pushes share one connection or two, many at once", .timeLimit(.minutes(2)))
    func multiplexed() async throws {
        let apns = try await FakeAPNs()
        let sender = PushSender(try apns.settings())
        let outcomes = await withTaskGroup(of: PushOutcome.self) { group in
            for number in 0..<1_000 {
                group.addTask {
                    let token = "f" + String(number, radix: 16)
                    return await sender.send(
                        .sample(), to: .apnsAlert(token: token.count % 2 == 0 ? token : "0" + token),
                        id: UUID())
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count == 1_000 && outcomes.allSatisfy { $0 == .delivered })
        let connections = apns.connections
        #expect((1...2).contains(connections.count) && connections.areHTTP2)
        #expect(Set(apns.requests.map(\.device)).count == 1_000)
        #expect(apns.mostAtOnce > 10 && apns.refused == 0)
        // One token serves them all.
        #expect(Set(apns.requests.map { $0.fields["authorization"] }).count == 1)
    }

    @Test(
        "A connection that ends in the middle is followed by another; what it took along is for the caller to try again",
        arguments: ["reset", "goaway 503 Shutdown", "goaway 400 IdleTimeout"])
    func connectionEnds(_ order: String) async throws {
        let apns = try await FakeAPNs()
        let sender = PushSender(try apns.settings())
        let address = PushAddress.apnsAlert(token: FakeAPNs.token(order))
        // The first push of a connection ends it.
        guard case .retry = await sender.send(.sample(), to: address, id: UUID()) else {
            Issue.record("It isn't tried again")
            return
        }
        #expect(await sender.send(.sample(), to: .apnsAlert(token: "cc33"), id: UUID()) == .delivered)
        #expect(await sender.send(.sample(), to: .apnsAlert(token: "dd44"), id: UUID()) == .delivered)
        #expect(apns.connections.count == 2)
    }

    @Test("Of a burst whose connection is lost nothing is lost: each push is delivered or tried again")
    func burst() async throws {
        let apns = try await FakeAPNs()
        let sender = PushSender(try apns.settings())
        #expect(await sender.send(.sample(), to: .apnsAlert(token: "cc33"), id: UUID()) == .delivered)
        let tokens = [FakeAPNs.token("abort-once")] + (0..<200).map { FakeAPNs.token("200 \($0)") }
        let again = await withTaskGroup(of: String?.self) { group in
            for token in tokens {
                group.addTask {
                    switch await sender.send(.sample(), to: .apnsAlert(token: token), id: UUID()) {
                    case .delivered: nil
                    case .retry: token
                    case let outcome: "\(outcome)"
                    }
                }
            }
            return await group.reduce(into: [String]()) { list, token in
                if let token { list.append(token) }
            }
        }
        #expect(Set(again).isSubset(of: tokens))
        for token in again {
            #expect(await sender.send(.sample(), to: .apnsAlert(token: token), id: UUID()) == .delivered)
        }
        #expect(Set(apns.requests.map(\.device)) == Set(tokens + ["cc33"]))
        // The one that was lost, one in its place, and a second beside it.
        #expect((2...4).contains(apns.connections.count))
    }

    @Test("Without an answer a push ends after its time, and the next one is sent", .timeLimit(.minutes(1)))
    func silent() async throws {
        let apns = try await FakeAPNs()
        let sender = PushSender(try apns.settings(timeLimit: .seconds(1)))
        let silent = PushAddress.apnsAlert(token: FakeAPNs.token("silent"))
        #expect(await sender.send(.sample(), to: .apnsAlert(token: "cc33"), id: UUID()) == .delivered)
        #expect(
            await sender.send(.sample(), to: silent, id: UUID()) == .retry(after: nil, reason: "timed out"))
        #expect(await sender.send(.sample(), to: .apnsAlert(token: "cc33"), id: UUID()) == .delivered)
    }

    @Test("A certificate of others, and an address that is not allowed, get nothing")
    func wrongServer() async throws {
        let apns = try await FakeAPNs()
        let settings = try apns.settings()
        let address = PushAddress.apnsAlert(token: "cc33")
        func with(_ change: (inout TransferSettings) -> Void) -> PushSender {
            var copy = settings
            if let own = settings.apns {
                var transfer = own.transfer
                change(&transfer)
                copy.apns = APNsSettings(
                    key: own.key, keyID: own.keyID, teamID: own.teamID, topic: own.topic, server: own.server,
                    transfer: transfer)
            }
            return PushSender(copy)
        }
        let untrusted = with { $0.authorities = nil }
        #expect(
            await untrusted.send(.sample(), to: address, id: UUID())
                == .retry(after: nil, reason: "TLS failed"))
        let closed = with { $0.policy = DestinationPolicy() }
        #expect(
            await closed.send(.sample(), to: address, id: UUID()) == .refused(reason: "forbidden address"))
        #expect(apns.requests.isEmpty)
    }

    @Test("After the stop nothing is sent")
    func stopped() async throws {
        let apns = try await FakeAPNs()
        let sender = PushSender(try apns.settings())
        let address = PushAddress.apnsAlert(token: "cc33")
        #expect(await sender.send(.sample(), to: address, id: UUID()) == .delivered)
        sender.stop()
        #expect(
            await sender.send(.sample(), to: address, id: UUID()) == .retry(after: nil, reason: "stopped"))
        #expect(apns.requests.count == 1)
    }
}
