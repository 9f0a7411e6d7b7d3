import Foundation
@testable import Outbound
import Synchronization
import TestSupport
import Testing
import Texts

/// Tests of the token that APNs knows the server by: Apple refuses those older than an hour, and more than one in 20 minutes.
@Suite("Tokens for APNs")
struct ProviderTokenTests {
    /// Clocks that the test sets.
    private final class Clocks: Sendable {
        private let state = Mutex((wall: Date(), steady: ContinuousClock.now))

        var clock: PushClock {
            var clock = PushClock()
            clock.wall = { self.state.withLock(\.wall) }
            clock.steady = { self.state.withLock(\.steady) }
            return clock
        }

        func advance(_ time: Duration) {
            state.withLock { state in
                state.wall += TimeInterval(time / .seconds(1))
                state.steady += time
            }
        }

        func setWall(by seconds: TimeInterval) { state.withLock { $0.wall += seconds } }
    }

    private func tokens(_ clocks: Clocks) throws -> ProviderTokens {
        let settings = APNsSettings(
            key: SigningKey(), keyID: "ABC123DEFG", teamID: "DEF123GHIJ", topic: "example.typesafe",
            server: try OutboundURL(APNsSettings.sandbox, policy: DestinationPolicy()),
            transfer: TransferSettings())
        return ProviderTokens(settings, clock: clocks.clock)
    }

    @Test("A token is kept for 20 minutes at least, and new before 55")
    func renewed() throws {
        let clocks = Clocks()
        let tokens = try tokens(clocks)
        let first = try tokens.token()
        for _ in 0..<49 {
            clocks.advance(.seconds(60))
            #expect(try tokens.token() == first)
        }
        clocks.advance(.seconds(60))
        let second = try tokens.token()
        #expect(second != first)
        #expect(try tokens.token() == second)
    }

    @Test("A clock that is set makes a new token, as its time is in it", arguments: [-7_200.0, 7_200])
    func clockJumps(_ seconds: TimeInterval) throws {
        let clocks = Clocks()
        let tokens = try tokens(clocks)
        let first = try tokens.token()
        clocks.setWall(by: seconds)
        let second = try tokens.token()
        #expect(second != first)
        let claims = try #require(second.split(separator: ".").dropFirst().first)
        let bytes = try #require(Base64URL.bytes(String(claims)))
        let fields = try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect(fields["iat"] as? Int == Int(clocks.clock.wall().timeIntervalSince1970))
        // A few seconds back, as a time server sets a clock, change nothing.
        clocks.setWall(by: -5)
        #expect(try tokens.token() == second)
    }

    @Test("One that Apple calls expired is replaced once for all, and not before it is 20 minutes old")
    func refused() throws {
        let clocks = Clocks()
        let tokens = try tokens(clocks)
        let first = try tokens.token()
        clocks.advance(.seconds(300))
        #expect(try tokens.renew(insteadOf: first) == .tooEarly(wait: .seconds(900)))
        #expect(try tokens.token() == first)
        clocks.advance(.seconds(900))
        guard case .renewed(let second) = try tokens.renew(insteadOf: first) else {
            Issue.record("It isn't replaced")
            return
        }
        #expect(second != first)
        // Others that had the first one refused take the second.
        #expect(try tokens.renew(insteadOf: first) == .renewed(second))
    }

    @Test(
        "A push whose token has expired is sent again with a new one",
        .enabled(if: PushPeers.arePossible, Comment(rawValue: PushPeers.skipped)))
    func sentAgain() async throws {
        let apns = try await FakeAPNs()
        let clocks = Clocks()
        // APNs has the true time, which the clocks reach when the first token is half an hour old.
        clocks.setWall(by: -30 * 60)
        let sender = PushSender(try apns.settings(clock: clocks.clock))
        #expect(await sender.send(.sample(), to: .apnsAlert(token: "cc33"), id: UUID()) == .delivered)
        clocks.advance(.seconds(30 * 60))
        let address = PushAddress.apnsAlert(token: FakeAPNs.token("expired-first"))
        #expect(await sender.send(.sample(), to: address, id: UUID()) == .delivered)
        #expect(apns.requests.map(\.status) == [200, 403, 200])
        #expect(Set(apns.requests.map { $0.fields["authorization"] }).count == 2)
    }

    @Test(
        "A server whose key Apple doesn't know, or whose clock is wrong, says so and waits",
        .enabled(if: PushPeers.arePossible, Comment(rawValue: PushPeers.skipped)))
    func wrong() async throws {
        let apns = try await FakeAPNs()
        var settings = try apns.settings()
        if let own = settings.apns {
            settings.apns = APNsSettings(
                key: SigningKey(), keyID: own.keyID, teamID: own.teamID, topic: own.topic, server: own.server,
                transfer: own.transfer)
        }
        let address = PushAddress.apnsAlert(token: "cc33")
        guard
            case .retry(.seconds(900)?, let reason) = await PushSender(settings).send(
                .sample(), to: address, id: UUID()),
            reason.hasPrefix("InvalidProviderToken")
        else {
            Issue.record("A foreign key is taken")
            return
        }
        let clocks = Clocks()
        clocks.setWall(by: -2 * 3_600)
        let sender = PushSender(try apns.settings(clock: clocks.clock))
        guard case .retry(_, "ExpiredProviderToken") = await sender.send(.sample(), to: address, id: UUID())
        else {
            Issue.record("An old token is taken")
            return
        }
        // The clock is put right: the next token has its time.
        clocks.setWall(by: 2 * 3_600)
        #expect(await sender.send(.sample(), to: address, id: UUID()) == .delivered)
    }
}
