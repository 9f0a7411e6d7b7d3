import Foundation
import HTTPServer
import HTTPTypes
import TestSupport
import Testing
import TypeSafeAPI
import WebhookReceiver

/// The effects of the settings for webhooks on the running server.
@Suite("What webhooks' settings change", .timeLimit(.minutes(10)))
final class WebhookSettingTests: Sendable {
    private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("webhooks-\(UUID())")
    private var database: String { folder.appendingPathComponent("typesafe.db").path }

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func server(
        _ url: String, _ arguments: [String] = ["--webhook-allow-private"], limits: [String: Int] = [:]
    ) async throws -> ServerProcess {
        let file = folder.appendingPathComponent("webhooks.yaml")
        try Data("- name: cases\n  url: \(url)\n  secrets: [\(Self.secret)]\n".utf8).write(to: file)
        return try await ServerProcess(
            arguments: [
                "--workers", "1", "--database", database, "--webhooks", file.path, "--log-level", "debug",
            ] + arguments, limits: limits)
    }

    /// Returns what the answer says of the webhooks.
    @discardableResult
    private func judge(_ server: ServerProcess, session: UUID = UUID()) async throws -> Bool? {
        let text = "Your parcel is held. Pay the customs fee now at https://usps-redelivery.top/pay"
        let answer = try await ServiceClient(server: server).analyze(
            json: #"{"text": "\#(text)", "session_id": "\#(session)"}"#)
        #expect(answer.status == 200)
        return try answer.decoded(ScanResponse.self).notified
    }

    private func register(_ session: UUID, _ url: String, _ server: ServerProcess) async throws -> Int {
        let preferences =
            #"{"webhook": {"url": "\#(url)", "secret": "\#(Self.secret)"}, "verdicts": "medium"}"#
        return try await ServiceClient(server: server).send(
            "PUT", "/sessions/\(session)/preferences", contentType: "application/json",
            body: Data(preferences.utf8)
        ).status
    }

    /// Returns the lines that `outbox list` prints, each as a list of its fields.
    private func outbox() throws -> [[String]] {
        try ServerProcess.run(["outbox", "--database", database]).output.split(separator: "\n")
            .map { $0.split(separator: "\t").map(String.init) }
    }

    private static func failing() throws -> WebhookReceiver {
        try WebhookReceiver { _, _ in ServerResponse(status: .serviceUnavailable) }
    }

    @Test("Webhooks never go over the internet unencrypted")
    func unencrypted() async throws {
        let server = try await ServerProcess(arguments: ["--workers", "1", "--database", database])
        #expect(try await register(UUID(), "http://hooks.example/", server) == 400)
        #expect(try await register(UUID(), "https://hooks.example/", server) == 200)
    }

    @Test("Certificates are checked against the authorities named")
    func authority() async throws {
        let receiver = try TLSReceiver()
        let url = "https://localhost:\(receiver.port)/"
        let trusting = try await server(url, ["--webhook-allow-private", "--webhook-ca", receiver.authority])
        try await judge(trusting)
        _ = try await eventually { trusting.log.contains("webhook delivered") ? true : nil }
        trusting.signal(SIGTERM)
        _ = try await trusting.exitStatus()
        let strange = try await server(url)
        try await judge(strange)
        _ = try await eventually { strange.log.contains("TLS failed") ? true : nil }
    }

    @Test("The second attempt is due after the first wait, of which chance takes at most half")
    func firstWait() async throws {
        let receiver = try Self.failing()
        let server = try await server(receiver.url(), limits: ["webhook_first_wait_seconds": 600])
        try await judge(server)
        let due = try await eventually { () -> Date? in
            guard let line = try outbox().first, line[4] == "1" else { return nil }
            return try Date(line[6], strategy: .iso8601)
        }
        #expect((200...600).contains(due.timeIntervalSinceNow))
    }

    @Test("A receiver that asks for a long wait gets the longest there is")
    func longestWait() async throws {
        let receiver = try WebhookReceiver { _, _ in
            var response = ServerResponse(status: .serviceUnavailable)
            response.head.headerFields[.retryAfter] = "3600"
            return response
        }
        let server = try await server(
            receiver.url(), limits: ["webhook_first_wait_seconds": 1, "webhook_longest_wait_seconds": 1])
        try await judge(server)
        _ = try await eventually { receiver.messages.count >= 2 ? true : nil }
    }

    @Test("A full outbox drops messages; the answer, the log and the metrics say so")
    func outboxSize() async throws {
        let receiver = try Self.failing()
        let server = try await server(receiver.url(), limits: ["outbox_messages": 1])
        #expect(try await judge(server) == true)
        for _ in 2...3 { #expect(try await judge(server) == false) }
        let dropped = try await ServiceClient(server: server).metric(
            "typesafe_webhook_deliveries_total", ["outcome": "dropped"])
        #expect(dropped == 2)
        _ = try await eventually { server.log.contains("the outbox is full") ? true : nil }
        #expect(try outbox().count == 1)
    }

    @Test("One session's messages can't fill the outbox")
    func outboxSizeOfSession() async throws {
        let receiver = try Self.failing()
        let server = try await server(receiver.url(), limits: ["outbox_messages_per_session": 1])
        let session = UUID()
        #expect(try await register(session, receiver.url("/session"), server) == 200)
        #expect(try await judge(server, session: session) == true)
        for _ in 2...3 { #expect(try await judge(server, session: session) == false) }
        _ = try await eventually { server.log.contains("the outbox is full") ? true : nil }
        let receivers = try outbox().map { $0[3] }
        #expect(receivers.count { $0 == "cases" } == 3 && receivers.count == 4)
    }
}
