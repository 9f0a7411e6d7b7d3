import Foundation
import HTTPServer
import HTTPTypes
@testable import Outbound
import Testing
import WebhookReceiver

/// Tests of pushes to an ntfy server of the tests' own, by its documented protocol.
@Suite("ntfy and UnifiedPush")
struct NtfyTests {
    private func sender(_ policy: DestinationPolicy = DestinationPolicy(allowsLocal: true)) -> PushSender {
        var settings = PushSettings()
        settings.transfer.policy = policy
        return PushSender(settings)
    }

    @Test("The life of a scan is one notification that changes")
    func life() async throws {
        let server = try WebhookReceiver { _, _ in ServerResponse(status: .ok) }
        let (sender, scan) = (sender(), UUID())
        let address = PushAddress.ntfy(url: server.url("/family"), token: "tk_abc")
        for content in [
            PushContent.sample(.start, scan: scan, state: .queued, percent: 0, level: nil, title: "Scanning"),
            .sample(.update, scan: scan, state: .running, percent: 40, level: nil, title: "Scanning"),
            .sample(.end, scan: scan),
        ] {
            #expect(await sender.send(content, to: address, id: UUID()) == .delivered)
        }
        let messages = server.messages
        #expect(messages.map(\.path) == ["/family", "/family", "/family"])
        #expect(messages.map { $0.fields["title"] } == ["Scanning", "Scanning", "High risk"])
        #expect(messages.map { $0.fields["priority"] } == ["2", "2", "4"])
        #expect(
            messages.map { $0.fields["tags"] } == [
                "hourglass_flowing_sand", "hourglass_flowing_sand", "rotating_light",
            ])
        #expect(messages.allSatisfy { $0.fields["authorization"] == "Bearer tk_abc" })
        #expect(messages.last?.body == Data("It imitates a parcel service.".utf8))
        let names = Set(messages.map { $0.fields["x-sequence-id"] })
        #expect(names.count == 1 && names.first??.isEmpty == false)
        #expect(names.first??.wholeMatch(of: /[-_A-Za-z0-9]{1,64}/) != nil)
    }

    @Test("A title in any script arrives, in words that ntfy reads, and never breaks a field")
    func titles() async throws {
        let server = try WebhookReceiver { _, _ in ServerResponse(status: .ok) }
        let sender = sender()
        for title in [
            "High risk", "Hohes Risiko – Paket", "高风险：快递诈骗，请不要付款，也不要点击链接，先打官方电话核实一下再说",
            "👩‍👩‍👧‍👦 family", "a\r\nX-Evil: b", "=?UTF-8?B?YQ==?=",
        ] {
            let content = PushContent.sample(scan: nil, title: title)
            let address = PushAddress.ntfy(url: server.url("/t"), token: nil)
            #expect(await sender.send(content, to: address, id: UUID()) == .delivered)
            let field = try #require(server.messages.last?.fields["title"])
            #expect(field.utf8.allSatisfy { (0x20...0x7E).contains($0) })
            let words = field.split(separator: " ")
            if field.hasPrefix("=?") {
                #expect(words.allSatisfy { $0.count <= 75 || title.hasPrefix("👩") })
                let read = words.map { word -> String in
                    let text = word.dropFirst("=?UTF-8?B?".count).dropLast("?=".count)
                    return String(decoding: Data(base64Encoded: String(text)) ?? Data(), as: UTF8.self)
                }
                #expect(read.joined() == title)
            } else {
                #expect(field == title.replacing("\r\n", with: " "))
            }
        }
    }

    @Test("What the server answers decides what becomes of the follower")
    func answers() async throws {
        let server = try WebhookReceiver { message, _ in
            ServerResponse(status: HTTPResponse.Status(code: Int(message.path.dropFirst()) ?? 500))
        }
        let sender = sender()
        func outcome(_ status: Int) async -> PushOutcome {
            await sender.send(.sample(), to: .ntfy(url: server.url("/\(status)"), token: nil), id: UUID())
        }
        #expect(await outcome(200) == .delivered)
        for status in [404, 410] { #expect(await outcome(status) == .gone(reason: "status \(status)")) }
        for status in [429, 500, 503, 507] {
            #expect(await outcome(status) == .retry(after: nil, reason: "status \(status)"))
        }
        for status in [302, 400, 401, 403, 413] {
            #expect(await outcome(status) == .refused(reason: "status \(status)"))
        }
    }

    @Test("Nobody's own network is reached unless the settings say so, whatever the name")
    func forbidden() async throws {
        let server = try WebhookReceiver { _, _ in ServerResponse(status: .ok) }
        let closed = sender(DestinationPolicy(allowsHTTP: true))
        let named = PushAddress.ntfy(url: server.url("/t", host: "localhost"), token: nil)
        #expect(closed.fault(of: named) == nil)
        #expect(await closed.send(.sample(), to: named, id: UUID()) == .refused(reason: "forbidden address"))
        let literal = PushAddress.ntfy(url: server.url("/t"), token: nil)
        #expect(closed.fault(of: literal) == .notAllowed(field: "url"))
        #expect(
            await closed.send(.sample(), to: literal, id: UUID()) == .refused(reason: "url not allowed"))
        #expect(server.messages.isEmpty)
    }

    @Test("Nobody there, no such name")
    func unreachable() async {
        let sender = sender()
        #expect(
            await sender.send(.sample(), to: .ntfy(url: "http://127.0.0.1:1/t", token: nil), id: UUID())
                == .retry(after: nil, reason: "unreachable"))
    }
}
