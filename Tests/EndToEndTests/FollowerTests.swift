import Foundation
import HTTPServer
import HTTPTypes
import Synchronization
import TestSupport
import Testing
import TypeSafeAPI
import TypeSafeClient
import WebhookReceiver

/// Followers of the running server, told by a receiver that stands where an ntfy server would.
@Suite("Followers", .timeLimit(.minutes(10)))
final class FollowerTests: Sendable {
    private static let token = "tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2"
    private static let scam =
        "Your parcel is held. Pay the customs fee of $1.99 now at https://usps-redelivery.top/pay"

    private let folder: URL
    private let image: Data

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "followers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        image = try Sample.image("scam-parcel-imessage-light.png")
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// The arguments of a server that keeps followers.
    private func arguments() throws -> [String] {
        [
            "--database", folder.appendingPathComponent("typesafe.db").path, "--push",
            try PushKeys.file(in: folder), "--webhook-allow-private", "true",
        ]
    }

    private func submit(_ client: ServiceClient, session: UUID? = nil) async throws -> ScanJob {
        let query = session.map { "?session_id=\($0)" } ?? ""
        let answer = try await client.send(
            "POST", "/scan-image" + query, contentType: "image/png", body: image,
            headers: ["Prefer": "respond-async"])
        #expect(answer.status == 202)
        return try answer.decoded(ScanJob.self)
    }

    @discardableResult
    private func follow(
        _ client: ServiceClient, _ path: String, _ url: String, progress: Bool? = nil
    ) async throws -> Follower {
        let registration = FollowerRegistration.ntfy(
            url: url, token: Self.token, progress: progress, language: "en")
        let answer = try await client.send(
            "POST", path + "/followers", contentType: "application/json",
            body: try WireCoding.encoder().encode(registration))
        #expect(answer.status == 201)
        return try answer.decoded(Follower.self)
    }

    /// What the messages to a topic say, oldest first.
    private static func told(_ receiver: WebhookReceiver, _ path: String = "/hook") -> [String] {
        receiver.messages.filter { $0.path == path }.map { String(decoding: $0.body, as: UTF8.self) }
    }

    private static let restarted = "The server was restarted meanwhile."

    /// How often a topic was told that the server was restarted.
    private static func ends(_ receiver: WebhookReceiver, _ path: String = "/hook") -> Int {
        told(receiver, path).count { $0.contains(restarted) }
    }

    @Test("A scan's follower hears of start, progress and verdict, in order, and of no word of the message")
    func life() async throws {
        let receiver = try WebhookReceiver()
        let server = try await ServerProcess.holdingItsWorker(arguments: try arguments())
        let client = ServiceClient(server: server)
        let (job, session) = (try await submit(client), UUID())
        try await follow(client, "/scans/\(job.scanID)", receiver.url())
        try await follow(client, "/sessions/\(session)", receiver.url("/session"), progress: true)
        try await follow(client, "/sessions/\(session)", receiver.url("/quiet"))
        let other = try await submit(client, session: session)
        _ = try await eventually(within: 30) {
            Self.told(receiver).count == 1 && Self.told(receiver, "/session").count == 1 ? true : nil
        }
        #expect(Self.told(receiver)[0].contains("It takes a few seconds."))
        server.letWorkersGo()
        for job in [job, other] {
            _ = try await eventually(within: 120) {
                let state = try await client.send("GET", "/scans/\(job.scanID)").decoded(ScanJob.self).state
                return state == .done ? true : nil
            }
        }
        func isTold(_ path: String) -> Bool {
            Self.told(receiver, path).last?.contains("Open the result to see what to do now.") == true
        }
        _ = try await eventually(within: 30) {
            ["/hook", "/session", "/quiet"].allSatisfy(isTold) ? true : nil
        }
        for path in ["/hook", "/session"] {
            let told = Self.told(receiver, path)
            #expect(told.count { $0.contains("It takes a few seconds.") } == 1)
            #expect(told.count { $0.contains("Open the result") } == 1)
            #expect(told.dropFirst().dropLast().allSatisfy { $0.contains("% is done.") })
        }
        #expect(Self.told(receiver, "/quiet").count == 1)
        for message in receiver.messages {
            let text = String(decoding: message.body, as: UTF8.self) + message.fields.values.joined()
            for word in ["parcel", "customs", "usps", "1.99"] {
                #expect(!text.lowercased().contains(word), "\(word)")
            }
        }
        #expect(!server.log.contains(Self.token) && !server.log.contains("127.0.0.1:\(receiver.port)"))
        let stored = try Data(contentsOf: folder.appendingPathComponent("typesafe.db"))
        let log = (try? Data(contentsOf: folder.appendingPathComponent("typesafe.db-wal"))) ?? Data()
        for bytes in [stored, log] {
            #expect(bytes.range(of: Data(Self.token.utf8)) == nil)
            #expect(bytes.range(of: Data("127.0.0.1:\(receiver.port)".utf8)) == nil)
        }
    }

    @Test("A scan that was under way when the server was killed ends on the lock screen, once")
    func killed() async throws {
        let receiver = try WebhookReceiver()
        let paths: [String]
        do {
            let server = try await ServerProcess.holdingItsWorker(arguments: try arguments())
            let client = ServiceClient(server: server)
            paths = try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<5 {
                    group.addTask { [self] in
                        let job = try await submit(client)
                        try await follow(client, "/scans/\(job.scanID)", receiver.url("/\(number)"))
                        return "/\(number)"
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            _ = try await eventually(within: 30) {
                paths.allSatisfy { !Self.told(receiver, $0).isEmpty } ? true : nil
            }
            server.signal(SIGKILL)
            _ = try await server.exitStatus()
        }
        for _ in 0..<2 {
            let server = try await ServerProcess(arguments: try arguments() + ["--workers", "1"])
            _ = try await eventually(within: 30) {
                paths.allSatisfy { Self.ends(receiver, $0) >= 1 } ? true : nil
            }
            // What was taken when the server dies, and isn't noted yet, is sent again.
            let client = ServiceClient(server: server)
            _ = try await eventually(within: 30) {
                let metrics = try await client.send("GET", "/metrics")
                let told = try PrometheusText(String(decoding: metrics.body, as: UTF8.self))
                return told.value("typesafe_pushes_waiting") == 0 ? true : nil
            }
            for path in paths { #expect(Self.told(receiver, path).last?.contains(Self.restarted) == true) }
            server.signal(SIGKILL)
            _ = try await server.exitStatus()
        }
        #expect(paths.allSatisfy { Self.ends(receiver, $0) == 1 })
    }

    @Test("A server that stops tells of the scans that it ends")
    func stopped() async throws {
        let receiver = try WebhookReceiver()
        let server = try await ServerProcess.holdingItsWorker(
            arguments: try arguments(), limits: ["shutdown_seconds": 2])
        let client = ServiceClient(server: server)
        let job = try await submit(client)
        try await follow(client, "/scans/\(job.scanID)", receiver.url())
        _ = try await eventually(within: 30) { Self.told(receiver).isEmpty ? nil : true }
        server.signal(SIGTERM)
        #expect(try await server.exitStatus() == 0)
        let again = try await ServerProcess(arguments: try arguments() + ["--workers", "1"])
        _ = try await eventually(within: 30) { Self.ends(receiver) == 1 ? true : nil }
        #expect(Self.told(receiver).last?.contains(Self.restarted) == true)
        again.signal(SIGTERM)
        _ = try await again.exitStatus()
        #expect(Self.ends(receiver) == 1)
    }

    @Test("Lost answers repeat messages, and change nothing about their order")
    func lostAnswers() async throws {
        let receiver = try WebhookReceiver { _, number in
            ServerResponse(status: number % 2 == 0 ? .serviceUnavailable : .ok)
        }
        let server = try await ServerProcess.holdingItsWorker(arguments: try arguments())
        let client = ServiceClient(server: server)
        let job = try await submit(client)
        try await follow(client, "/scans/\(job.scanID)", receiver.url())
        let answer = try await client.send("DELETE", "/scans/\(job.scanID)")
        #expect(answer.status == 204)
        _ = try await eventually(within: 60) { Self.told(receiver).count == 4 ? true : nil }
        let told = Self.told(receiver)
        #expect(told[0] == told[1] && told[2] == told[3] && told[0] != told[2])
        #expect(told[0].contains("It takes a few seconds.") && told[2].contains("if you still want to know"))
        server.letWorkersGo()
    }

    @Test("A follower of a carrier that says it is gone is forgotten, and a removed one hears nothing")
    func gone() async throws {
        let receiver = try WebhookReceiver { message, _ in
            ServerResponse(status: message.path == "/gone" ? .gone : .ok)
        }
        let server = try await ServerProcess(arguments: try arguments() + ["--workers", "1"])
        let (client, session) = (ServiceClient(server: server), UUID())
        let root = "/sessions/\(session)"
        for path in ["/gone", "/there", "/removed"] { try await follow(client, root, receiver.url(path)) }
        let list = try await client.send("GET", root + "/followers").decoded(FollowerList.self)
        let removed = try #require(list.followers.last)
        #expect(try await client.send("DELETE", root + "/followers/\(removed.id)").status == 204)
        let request = AnalyzeTextRequest(text: Self.scam, sessionID: session)
        let json = String(decoding: try WireCoding.encoder().encode(request), as: UTF8.self)
        #expect(try await client.analyze(json: json).decoded(ScanResponse.self).riskLevel == .high)
        _ = try await eventually(within: 30) { Self.told(receiver, "/there").count == 1 ? true : nil }
        _ = try await eventually(within: 30) {
            try await client.send("GET", root + "/followers").decoded(FollowerList.self).followers.count == 1
                ? true : nil
        }
        #expect(Self.told(receiver, "/gone").count == 1 && Self.told(receiver, "/removed").isEmpty)
    }

    @Test("The owner's followers are told of a screenshot by who took it and when, their own not")
    func screenshots() async throws {
        let receiver = try WebhookReceiver()
        let server = try await ServerProcess(arguments: try arguments() + ["--workers", "1"])
        let (client, owner, friend) = (ServiceClient(server: server), UUID(), UUID())
        try await follow(client, "/sessions/\(owner)", receiver.url())
        let subject = #"{"owner_session_id": "\#(owner)", "participants": ["\#(friend)"]}"#
        _ = try await client.send(
            "PUT", "/subjects/album:17", contentType: "application/json", body: Data(subject.utf8))
        let time = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
        func tell(_ session: UUID, dismissed: Bool = false) async throws -> ScreenshotReceipt {
            let event = ScreenshotEvent(
                sessionID: session, subjectID: "album:17", takenAt: time, dismissed: dismissed)
            return try await client.send(
                "POST", "/screenshot-events", contentType: "application/json",
                body: try WireCoding.encoder().encode(event)
            ).decoded(ScreenshotReceipt.self)
        }
        #expect(try await tell(owner).notified == false)
        #expect(try await tell(friend).notified)
        #expect(try await tell(friend).notified == false)
        _ = try await eventually(within: 30) { Self.told(receiver).count == 1 ? true : nil }
        #expect(try await tell(friend, dismissed: true).notified)
        #expect(try await tell(friend, dismissed: true).notified == false)
        #expect(try await tell(owner, dismissed: true).notified == false)
        let texts = try await eventually(within: 30) {
            Self.told(receiver).count == 2 ? Self.told(receiver) : nil
        }
        #expect(texts[0].contains("Somebody you share something with took a screenshot of it at"))
        #expect(!texts[0].contains("checked") && texts[1].hasSuffix("UTC, and didn't have it checked."))
        // The second takes the place of the first.
        let threads = receiver.messages.map { $0.fields["x-sequence-id"] }
        #expect(threads[0] != nil && threads[0] == threads[1])
        for text in texts { #expect(!text.contains("album") && !text.contains(friend.uuidString)) }
        let deleted = try await client.send("DELETE", "/sessions/\(owner)").decoded(SessionDeletion.self)
        #expect(deleted.deleted["followers"] == 1)
    }

    @Test("The client library registers, lists, replaces and removes followers, of scans that there are")
    func library() async throws {
        let receiver = try WebhookReceiver()
        let server = try await ServerProcess.holdingItsWorker(arguments: try arguments())
        let client = try ScanClient(server: server.url(""))
        let job = try await submit(ServiceClient(server: server))
        let registration = FollowerRegistration.ntfy(url: receiver.url(), token: Self.token)
        let follower = try await client.addFollower(registration, of: .scan(job.scanID))
        #expect(try await client.followers(of: .scan(job.scanID)) == [follower])
        let again = try await client.replaceFollower(follower.id, of: .scan(job.scanID), with: registration)
        #expect(again.id == follower.id)
        try await client.removeFollower(follower.id, of: .scan(job.scanID))
        #expect(try await client.followers(of: .scan(job.scanID)).isEmpty)
        await #expect(throws: ClientError.self) {
            try await client.addFollower(registration, of: .scan(UUID()))
        }
        server.letWorkersGo()
    }
}
