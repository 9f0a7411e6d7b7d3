import Foundation
import HTTPServer
import HTTPTypes
import Outbound
import Testing
import WebhookReceiver

@testable import ScanService

/// Tests of transfers by libcurl to real receivers.
@Suite("Webhook transfers")
struct TransferTests {
    private static let open = DestinationPolicy(allowsLocal: true, allowsHTTP: true)

    private func post(
        _ url: String, body: String = "{}", policy: DestinationPolicy = open, limit: Duration = .seconds(10),
        authorities: String? = nil
    ) throws -> DeliveryOutcome {
        var settings = TransferSettings()
        settings.policy = policy
        settings.timeLimit = limit
        settings.authorities = authorities
        let request = OutboundRequest(
            to: try OutboundURL(url, policy: Self.open), fields: [("Content-Type", "application/json")],
            body: Array(body.utf8))
        let transfer = try #require(OutboundTransfer(request, settings: settings))
        return DeliveryOutcome(transfer.perform())
    }

    @Test("A message arrives byte for byte")
    func arrives() throws {
        let receiver = try WebhookReceiver()
        let body = #"{"a": "\#(String(repeating: "é", count: 2_000))"}"#
        #expect(try post(receiver.url("/in?x=1"), body: body) == .delivered)
        let message = try #require(receiver.messages.first)
        #expect(message.body == Data(body.utf8) && message.path == "/in")
        #expect(message.fields["content-type"] == "application/json")
        #expect(message.fields["user-agent"] == "TypeSafe")
    }

    @Test("An address that isn't allowed gets no connection, under whatever name")
    func forbidden() throws {
        let receiver = try WebhookReceiver()
        let v6 = "http://[::ffff:127.0.0.1]:\(receiver.port)/"
        for url in [receiver.url(), receiver.url(host: "localhost"), receiver.url(host: "2130706433"), v6] {
            for policy in [DestinationPolicy(), DestinationPolicy(allowsHTTP: true)] {
                #expect(try post(url, policy: policy) == .failed(.forbiddenAddress), "\(url)")
            }
        }
        #expect(receiver.messages.isEmpty)
        #expect(try post(receiver.url(host: "localhost")) == .delivered)
    }

    @Test("Statuses and Retry-After are told; redirects are not followed")
    func statuses() throws {
        let other = try WebhookReceiver()
        let target = other.url()
        let receiver = try WebhookReceiver { message, _ in
            let status = Int(message.path.dropFirst()) ?? 500
            var response = ServerResponse(status: HTTPResponse.Status(code: status))
            if status == 429 { response.head.headerFields[.retryAfter] = "7" }
            if (300..<400).contains(status) { response.head.headerFields[.location] = target }
            return response
        }
        #expect(try post(receiver.url("/200")) == .delivered)
        #expect(try post(receiver.url("/410")) == .gone)
        #expect(try post(receiver.url("/429")) == .refused(status: 429, retryAfter: .seconds(7)))
        for status in [302, 307, 308, 400, 401, 404, 500, 503] {
            #expect(try post(receiver.url("/\(status)")) == .refused(status: status, retryAfter: nil))
        }
        #expect(other.messages.isEmpty)
    }

    @Test("Of a long answer little is read, and it still counts", .timeLimit(.minutes(1)))
    func longAnswers() throws {
        let receiver = try WebhookReceiver { message, _ in
            if message.path == "/short" {
                return ServerResponse(
                    status: .ok, contentType: "text/plain", body: Array(repeating: 65, count: 4_096))
            }
            return ServerResponse(
                status: .ok, contentType: "text/plain",
                stream: { writer in
                    // Writes until the client closes the connection.
                    while true { try await writer.write(Array(repeating: 65, count: 65_536)) }
                })
        }
        #expect(try post(receiver.url("/short")) == .delivered)
        #expect(try post(receiver.url("/endless")) == .delivered)
    }

    @Test("A receiver that takes too long is left", .timeLimit(.minutes(1)))
    func slow() throws {
        let receiver = try WebhookReceiver { _, _ in
            try? await Task.sleep(for: .seconds(30))
            return ServerResponse(status: .ok)
        }
        #expect(try post(receiver.url(), limit: .milliseconds(300)) == .failed(.timedOut))
    }

    @Test("Nobody there, no such name, no HTTP")
    func failures() throws {
        #expect(try post("http://127.0.0.1:1/") == .failed(.unreachable))
        #expect(try post("http://nowhere.invalid/") == .failed(.unresolved))
    }

    @Test("The environment's proxies are not asked")
    func proxies() async {
        // In a process of its own, as the environment is the whole process's.
        await #expect(processExitsWith: .success) {
            let receiver = try WebhookReceiver()
            setenv("http_proxy", "http://127.0.0.1:1", 1)
            setenv("ALL_PROXY", "http://127.0.0.1:1", 1)
            #expect(try TransferTests().post(receiver.url()) == .delivered)
        }
    }

    @Test("TLS: only with a certificate that a trusted authority signed for that name")
    func encrypted() throws {
        let receiver = try TLSReceiver()
        let url = "https://localhost:\(receiver.port)/hook"
        #expect(try post(url) == .failed(.insecure))
        #expect(try post(url, authorities: receiver.authority) == .delivered)
        #expect(
            try post("https://127.0.0.1:\(receiver.port)/", authorities: receiver.authority)
                == .failed(.insecure))
        #expect(try post(url, authorities: "/nowhere.pem") == .failed(.insecure))
        #expect(try post("http://localhost:\(receiver.port)/") != .delivered)
    }
}
