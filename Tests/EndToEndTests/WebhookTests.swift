import Foundation
import HTTPServer
import HTTPTypes
import Synchronization
import TestSupport
import Testing
import TypeSafeAPI
import WebhookReceiver

/// Webhooks and screenshot events of the running server, with receivers that keep what they get.
@Suite("Webhooks", .timeLimit(.minutes(10)))
final class WebhookTests: Sendable {
    private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    private static let scam =
        "Your parcel is held. Pay the customs fee of $1.99 now at https://usps-redelivery.top/pay"

    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "webhooks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private var database: String { folder.appendingPathComponent("typesafe.db").path }

    private func server(
        _ arguments: [String] = [], limits: [String: Int] = ["webhook_first_wait_seconds": 1]
    ) async throws -> ServerProcess {
        try await ServerProcess(
            arguments: ["--database", database, "--workers", "1"] + arguments, limits: limits)
    }

    private static let local = ["--webhook-allow-private", "true"]

    /// Writes the operator's file with one receiver, and returns the arguments for it.
    private func operators(_ url: String, level: String = "medium") throws -> [String] {
        let file = folder.appendingPathComponent("webhooks.yaml")
        try Data("- name: cases\n  url: \(url)\n  level: \(level)\n  secrets: [\(Self.secret)]\n".utf8).write(
            to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        return ["--webhooks", file.path]
    }

    private func judge(_ client: ServiceClient, session: UUID?) async throws -> ScanResponse {
        let request = AnalyzeTextRequest(text: Self.scam, sessionID: session)
        let json = String(decoding: try WireCoding.encoder().encode(request), as: UTF8.self)
        return try await client.analyze(json: json).decoded(ScanResponse.self)
    }

    private func put(_ client: ServiceClient, _ path: String, _ json: String) async throws
        -> ServiceClient.Answer
    {
        try await client.send("PUT", path, contentType: "application/json", body: Data(json.utf8))
    }

    @Test("The operator and the session hear of a verdict, without a word of the message")
    func verdicts() async throws {
        let receiver = try WebhookReceiver()
        let server = try await server(Self.local + operators(receiver.url("/operator")))
        let (client, session) = (ServiceClient(server: server), UUID())
        let preferences = """
            {"webhook": {"url": "\(receiver.url("/session"))", "secret": "\(Self.secret)"}, "verdicts": "medium"}
            """
        let answer = try await put(client, "/sessions/\(session)/preferences", preferences)
        #expect(answer.status == 200 && !String(decoding: answer.body, as: UTF8.self).contains("whsec"))
        #expect(try answer.decoded(SessionPreferences.self).webhook?.url == receiver.url("/session"))
        let response = try await judge(client, session: session)
        #expect(response.riskLevel == .high)
        _ = try await judge(client, session: nil)
        let messages = try await eventually(within: 30) {
            receiver.messages.count >= 2 ? receiver.messages : nil
        }
        #expect(Set(messages.map(\.path)) == ["/operator", "/session"])
        for message in messages {
            let event = try WireCoding.decoder().decode(WebhookEvent<VerdictFacts>.self, from: message.body)
            #expect(event.type == .verdict && event.data == VerdictFacts(response, sessionID: session))
            #expect(message.fields["webhook-id"] == event.id.uuidString)
            let text = String(decoding: message.body, as: UTF8.self)
            for word in ["parcel", "customs", "redelivery", "1.99"] {
                #expect(!text.contains(word), "\(word)")
            }
        }
        _ = try await put(client, "/sessions/\(session)/preferences", #"{"verdicts": "off"}"#)
        _ = try await judge(client, session: session)
        _ = try await eventually(within: 30) { receiver.messages.count == 3 ? true : nil }
        #expect(receiver.messages.last?.path == "/operator")
        #expect(!server.log.contains("whsec") && !server.log.contains(session.uuidString))
    }

    @Test("A screenshot of something shared: who is told, who is refused")
    func screenshots() async throws {
        let receiver = try WebhookReceiver()
        let server = try await server(Self.local)
        let client = ServiceClient(server: server)
        let (owner, friend, stranger) = (UUID(), UUID(), UUID())
        _ = try await put(
            client, "/sessions/\(owner)/preferences",
            #"{"webhook": {"url": "\#(receiver.url())", "secret": "\#(Self.secret)"}}"#)
        let subject = #"{"owner_session_id": "\#(owner)", "participants": ["\#(friend)"]}"#
        #expect(try await put(client, "/subjects/album:17", subject).decoded(Subject.self).participants == 1)
        // Another session's subject of the same id changes nothing for the owner.
        let other = #"{"owner_session_id": "\#(UUID())", "participants": []}"#
        #expect(try await put(client, "/subjects/album:17", other).status == 200)

        func tell(
            _ session: UUID, _ subject: String = "album:17", at time: Date = Date(), dismissed: Bool? = nil
        ) async throws -> ServiceClient.Answer {
            let event = ScreenshotEvent(
                sessionID: session, subjectID: subject, takenAt: time, dismissed: dismissed)
            return try await client.send(
                "POST", "/screenshot-events", contentType: "application/json",
                body: try WireCoding.encoder().encode(event))
        }
        #expect(try await tell(owner).decoded(ScreenshotReceipt.self).notified == false)
        let time = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
        let receipt = try await tell(friend, at: time).decoded(ScreenshotReceipt.self)
        #expect(receipt == ScreenshotReceipt(notified: true, screenshotAt: time))
        #expect(try await tell(friend, at: time).decoded(ScreenshotReceipt.self).notified == false)
        let foreign = try await tell(stranger)
        #expect(try foreign.status == 403 && foreign.decoded(Problem.self).kind == .notAParticipant)
        #expect(try await tell(friend, "other").status == 404)
        #expect(try await tell(friend, at: Date() + 600).status == 400)
        #expect(try await tell(friend, at: Date() - 90_000).status == 400)
        for isNew in [true, false] {
            let receipt = try await tell(friend, at: time, dismissed: true).decoded(ScreenshotReceipt.self)
            #expect(receipt == ScreenshotReceipt(notified: isNew, screenshotAt: time))
        }
        let messages = try await eventually(within: 30) {
            receiver.messages.count == 2 ? receiver.messages : nil
        }
        let events = try messages.map {
            try WireCoding.decoder().decode(WebhookEvent<ScreenshotFacts>.self, from: $0.body)
        }
        // Messages come in any order.
        for dismissed in [nil, true] {
            let facts = ScreenshotFacts(subjectID: "album:17", screenshotAt: time, dismissed: dismissed)
            #expect(events.count { $0.data == facts } == 1)
        }
        #expect(Set(events.map(\.id)).count == 2)
        let deleted = try await client.send("DELETE", "/sessions/\(owner)").decoded(SessionDeletion.self)
            .deleted
        #expect(deleted["subjects"] == 1 && deleted["preferences"] == 1)
        // The other session's subject of that id is left, and not shared with the friend.
        #expect(try await tell(friend).status == 403)
        #expect(receiver.messages.count == 2)
    }

    @Test(
        "An address that isn't allowed is found out when the name is resolved; outbox shows it and drops it")
    func outbox() async throws {
        let receiver = try WebhookReceiver()
        // Local addresses aren't allowed. The address is refused before there is any TLS.
        let server = try await server(
            operators(receiver.url(host: "localhost").replacing("http:", with: "https:")),
            limits: ["webhook_attempts": 1])
        _ = try await judge(ServiceClient(server: server), session: UUID())
        _ = try await eventually(within: 30) { server.log.contains("webhook given up") ? true : nil }
        #expect(await isEventuallyTrue { server.log.contains("forbidden address") })
        #expect(receiver.messages.isEmpty)
        let list = try ServerProcess.run(["outbox", "--database", database])
        let fields = list.output.split(separator: "\n").first?.split(separator: "\t").map(String.init) ?? []
        #expect(list.status == 0 && fields.count == 8)
        #expect(fields[1...3] == ["given-up", "verdict", "cases"] && fields.last == "forbidden address")
        #expect(try ServerProcess.run(["outbox", "drop", "999", "--database", database]).status == 1)
        #expect(try ServerProcess.run(["outbox", "retry", fields[0], "--database", database]).status == 0)
        _ = try await eventually(within: 60) {
            server.log.occurrences(of: "webhook given up") == 2 ? true : nil
        }
        let dropped = try ServerProcess.run(
            ["outbox", "drop", fields[0]], environment: ["TYPESAFE_DATABASE": database])
        #expect(dropped.status == 0)
        #expect(try ServerProcess.run(["outbox", "--database", database]).output.isEmpty)
        #expect(try ServerProcess.run(["outbox", "--database", "/nowhere.db"]).status == 69)
        #expect(try ServerProcess.run(["outbox", "retry"]).status == 64)
    }

    @Test("A file of receivers that can't be used ends the start, without its secrets in the log")
    func files() throws {
        let file = folder.appendingPathComponent("bad.yaml")
        for text in [
            "a: b", "- name: a", "- {name: a, url: 'https://127.0.0.1/', secrets: [\(Self.secret)]}",
            "- {name: a, url: 'https://hooks.example/', secrets: [\(Self.secret)x]}",
            "- {name: a, url: 'https://hooks.example/', secrets: [\(Self.secret)], levle: high}", "- [",
        ] {
            try Data(text.utf8).write(to: file)
            let run = try ServerProcess.run(["--port", "0", "--database", database, "--webhooks", file.path])
            #expect(
                run.status == 78 && run.error.contains("bad.yaml") && !run.error.contains("MfKQ"), "\(text)")
        }
        #expect(try ServerProcess.run(["--port", "0", "--webhooks", file.path]).status == 78)
    }

    /// Number of times that the server is killed. The environment variable `WEBHOOK_KILLS` changes it.
    private static let kills = ProcessInfo.processInfo.environment["WEBHOOK_KILLS"].flatMap { Int($0) } ?? 10

    @Test(
        "Killed at any moment, the server delivers all that it acknowledged, at least once",
        .timeLimit(.minutes(60)))
    func kills() async throws {
        // The receiver answers every fifth message with a failure.
        let receiver = try WebhookReceiver { _, number in
            ServerResponse(status: number % 5 == 0 ? .serviceUnavailable : .noContent)
        }
        let arguments = try Self.local + operators(receiver.url())
        let acknowledged = Acknowledged()
        for round in 0..<Self.kills {
            let server = try await server(arguments)
            let client = ServiceClient(server: server)
            let enough = acknowledged.scans.withLock(\.count) + 3 + round * 7 % 23
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask { [self] in
                        while let response = try? await judge(client, session: UUID()) {
                            guard response.stored == true else { continue }
                            acknowledged.scans.withLock { _ = $0.insert(response.scanID) }
                        }
                    }
                }
                group.addTask {
                    _ = try? await eventually(within: 60) {
                        acknowledged.scans.withLock(\.count) >= enough ? true : nil
                    }
                    server.signal(SIGKILL)
                }
            }
            _ = try await server.exitStatus()
        }
        let last = try await server(arguments)
        let expected = acknowledged.scans.withLock { $0 }
        #expect(expected.count >= Self.kills * 3)
        let missing = try? await eventually(within: 120) { () -> Bool? in
            let told = receiver.messages.compactMap {
                try? WireCoding.decoder().decode(WebhookEvent<VerdictFacts>.self, from: $0.body).data.scanID
            }
            return expected.isSubset(of: told) ? false : nil
        }
        #expect(missing == false, "\(expected.count) acknowledged")
        _ = last
    }
}

/// Ids of the scans whose responses said that the result is stored.
private final class Acknowledged: Sendable {
    let scans = Mutex<Set<UUID>>([])
}
