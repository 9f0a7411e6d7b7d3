import Foundation
import TestSupport
import Testing

@testable import Outbound

/// Tests of what becomes of each error that Apple documents. The table of docs/phone.md is the list of cases.
@Suite("Errors of APNs")
struct APNsErrorTests {
    /// A row of the table: status, reason, what is done, for how long it waits.
    struct Row: Sendable, CustomStringConvertible {
        let status: Int
        let reason: String
        let handling: APNsReason.Handling

        var description: String { "\(status) \(reason)" }
    }

    private static let phrases: [String: APNsReason.Handling] = [
        "the follower ends": .endFollower, "this push is given up": .giveUp,
        "a new token, and again": .renewToken, "waits for the operator": .waitForOperator,
        "waits 1 second": .wait(.seconds(1)), "waits 1 minute": .wait(.seconds(60)),
        "waits 15 minutes": .wait(.seconds(900)), "waits 20 minutes": .wait(.seconds(1_200)),
    ]

    static let rows: [Row] = {
        let page = PushPeers.root.appendingPathComponent("docs/phone.md")
        let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
        return text.matches(of: /(?m)^\| (\d{3}) \| `(\w+)` \| ([^|]+) \|/).compactMap { row in
            guard let status = Int(row.1), let handling = phrases[String(row.3)] else { return nil }
            return Row(status: status, reason: String(row.2), handling: handling)
        }
    }()

    @Test("docs/phone.md has a row for every reason, and says what the code does")
    func table() {
        #expect(Set(Self.rows.map(\.reason)) == Set(APNsReason.allCases.map(\.rawValue)))
        #expect(Self.rows.count == APNsReason.allCases.count)
        for row in Self.rows { #expect(APNsReason(rawValue: row.reason)?.handling == row.handling, "\(row)") }
    }

    @Test(
        "Each is handled as the table says",
        .enabled(if: PushPeers.arePossible, Comment(rawValue: PushPeers.skipped)))
    func handled() async throws {
        let apns = try await FakeAPNs()
        let sender = PushSender(try apns.settings())
        #expect(Self.rows.count == 33)
        for row in Self.rows {
            let token = FakeAPNs.token("\(row.status) \(row.reason)")
            let address = PushAddress.liveActivity(updateToken: token, startToken: nil)
            let outcome = await sender.send(.sample(), to: address, id: UUID())
            switch row.handling {
            case .endFollower: #expect(outcome == .gone(reason: row.reason))
            case .giveUp: #expect(outcome == .refused(reason: row.reason))
            case .wait(let wait): #expect(outcome == .retry(after: wait, reason: row.reason))
            case .waitForOperator:
                #expect(outcome == .retry(after: .seconds(900), reason: row.reason + ", see --push"))
            case .renewToken:
                // This token is new, so that another would come too early. `ProviderTokenTests.sentAgain` has an old one.
                guard case .retry(let wait?, row.reason) = outcome else {
                    Issue.record("\(row): \(outcome)")
                    continue
                }
                #expect(wait > .seconds(1_000) && wait <= .seconds(1_200))
            }
            #expect(apns.requests.filter { $0.device == token }.map(\.status) == [row.status], "\(row)")
            // The sender goes on with others.
            #expect(await sender.send(.sample(), to: .apnsAlert(token: "cc33"), id: UUID()) == .delivered)
        }
    }

    @Test(
        "An answer's own wait comes first",
        .enabled(if: PushPeers.arePossible, Comment(rawValue: PushPeers.skipped)))
    func retryAfter() async throws {
        let apns = try await FakeAPNs()
        let sender = PushSender(try apns.settings())
        for (order, reason) in [
            ("429 TooManyRequests", "TooManyRequests"), ("503 ServiceUnavailable", "ServiceUnavailable"),
        ] {
            let address = PushAddress.apnsAlert(token: FakeAPNs.token(order + " retry-after=7"))
            #expect(
                await sender.send(.sample(), to: address, id: UUID())
                    == .retry(after: .seconds(7), reason: reason))
        }
    }

    @Test(
        "A reason that nobody has documented yet is handled by its status",
        .enabled(if: PushPeers.arePossible, Comment(rawValue: PushPeers.skipped)),
        arguments: [400, 403, 410, 429, 500, 502])
    func unknown(_ status: Int) async throws {
        let apns = try await FakeAPNs()
        let sender = PushSender(try apns.settings())
        let address = PushAddress.apnsAlert(token: FakeAPNs.token("\(status) NeverHeardOf"))
        let outcome = await sender.send(.sample(), to: address, id: UUID())
        let reason = "status \(status)"
        switch status {
        case 410: #expect(outcome == .gone(reason: reason))
        case 400: #expect(outcome == .refused(reason: reason))
        case 403:
            #expect(outcome == .retry(after: .seconds(900), reason: reason + ", see --push"))
        case 429: #expect(outcome == .retry(after: .seconds(60), reason: reason))
        default: #expect(outcome == .retry(after: .seconds(900), reason: reason))
        }
    }
}
