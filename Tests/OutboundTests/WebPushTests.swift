import Crypto
import Foundation
import HTTPServer
import HTTPTypes
@testable import Outbound
import Testing
import WebhookReceiver

/// Tests of pushes to a push service of the tests' own, read by others' code.
@Suite("Web Push")
struct WebPushTests {
    private let browser = P256.KeyAgreement.PrivateKey()
    private let secret = MessageEncryption.randomSalt()
    private let key = SigningKey()

    private func sender() -> PushSender {
        var settings = PushSettings()
        settings.transfer.policy = DestinationPolicy(allowsLocal: true)
        settings.vapid = VAPIDIdentity(key: key, contact: "mailto:admin@example.org")
        return PushSender(settings)
    }

    private func address(_ receiver: WebhookReceiver, _ path: String = "/push/abc") -> PushAddress {
        .webPush(
            endpoint: receiver.url(path), p256dh: Array(browser.publicKey.x963Representation), auth: secret)
    }

    @Test(
        "A browser reads what was sent, and its push service who sent it",
        .enabled(if: PushPeers.arePossible, Comment(rawValue: PushPeers.skipped)))
    func opened() async throws {
        let service = try WebhookReceiver { _, _ in ServerResponse(status: .created) }
        let content = PushContent.sample(title: "Hohes Risiko: Paket – 运费")
        #expect(await sender().send(content, to: address(service), id: UUID()) == .delivered)
        let message = try #require(service.messages.first)
        let opened = try PushPeers.open(
            body: message.body, authorization: try #require(message.fields["authorization"]),
            privateKey: browser.rawRepresentation, secret: secret)
        let facts = try #require(JSONSerialization.jsonObject(with: Data(opened.text.utf8)) as? [String: Any])
        #expect(facts["title"] as? String == content.title && facts["level"] as? String == "high")
        #expect(facts["scanID"] as? String == content.scanID?.uuidString.lowercased())
        #expect(facts["phase"] as? String == "end" && !opened.text.contains("5d5b2b5c"))
        #expect(opened.signed && opened.k == key.publicText)
        #expect(opened.claims.aud == "http://127.0.0.1:\(service.port)")
        #expect(opened.claims.sub == "mailto:admin@example.org")
        let hours = Double(opened.claims.exp - Int(Date().timeIntervalSince1970)) / 3_600
        #expect(hours > 11.9 && hours <= 12)
        #expect(message.fields["content-encoding"] == "aes128gcm" && message.path == "/push/abc")
    }

    @Test("The push service learns how urgent it is and what it replaces, not what it says")
    func fields() async throws {
        let service = try WebhookReceiver { _, _ in ServerResponse(status: .created) }
        let (sender, scan) = (sender(), UUID())
        for content in [
            PushContent.sample(.update, scan: scan, state: .running, level: nil),
            .sample(.end, scan: scan, level: "low"), .sample(.alert, scan: nil),
        ] {
            #expect(await sender.send(content, to: address(service), id: UUID()) == .delivered)
        }
        let messages = service.messages.map(\.fields)
        #expect(messages.map { $0["urgency"] } == ["low", "normal", "high"])
        #expect(messages.map { $0["ttl"] } == ["60", "86400", "86400"])
        #expect(messages[0]["topic"] == messages[1]["topic"] && messages[2]["topic"] == nil)
        let topic = try #require(messages[0]["topic"])
        #expect(topic.count <= 32 && !topic.contains(scan.uuidString.prefix(8)))
        #expect(Set(service.messages.map(\.body.count)).count == 1)
        // The token is the same while it is valid.
        #expect(Set(messages.map { $0["authorization"] }).count == 1)
    }

    @Test("What the push service answers decides what becomes of the follower")
    func answers() async throws {
        let service = try WebhookReceiver { message, _ in
            let status = Int(message.path.dropFirst()) ?? 500
            var response = ServerResponse(status: HTTPResponse.Status(code: status))
            if status == 429 { response.head.headerFields[.retryAfter] = "11" }
            return response
        }
        let sender = sender()
        func outcome(_ status: Int) async -> PushOutcome {
            await sender.send(.sample(), to: address(service, "/\(status)"), id: UUID())
        }
        for status in [200, 201, 202] { #expect(await outcome(status) == .delivered) }
        for status in [404, 410] { #expect(await outcome(status) == .gone(reason: "status \(status)")) }
        #expect(await outcome(429) == .retry(after: .seconds(11), reason: "status 429"))
        for status in [500, 503] {
            #expect(await outcome(status) == .retry(after: nil, reason: "status \(status)"))
        }
        for status in [301, 400, 401, 403, 413] {
            #expect(await outcome(status) == .refused(reason: "status \(status)"))
        }
    }
}
