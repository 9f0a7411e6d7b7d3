import Foundation
import HTTPServer
import HTTPTypes
import Synchronization
import TestSupport
import Testing
import WebhookReceiver

/// Tests of `typesafe watch --notify` with a receiver that stands where an ntfy server would.
@Suite("Watch passes verdicts on", .timeLimit(.minutes(10)))
struct WatchNotifyTests {
    private final class Held: Sendable {
        let isOver = Atomic(false)
    }

    private static let words = ["parcel", "usps", "customs", "USPS", "Screenshot 1"]

    private static func topic(_ phone: WebhookReceiver, _ name: String = "my-topic") -> String {
        "ntfy+http://127.0.0.1:\(phone.port)/\(name)"
    }

    private func watch(
        _ user: DesktopUser, _ arguments: [String]
    ) async throws -> CommandProcess {
        let watch = try user.start(["watch", "--auto"] + arguments)
        try await watch.waitFor("Watching")
        return watch
    }

    @Test("The phone hears of level and kind in the user's language, and of no word of the message")
    func verdict() async throws {
        let phone = try WebhookReceiver()
        let user = try await DesktopUser.atSharedServer(environment: ["LC_ALL": "de_DE.UTF-8"])
        let token = user.home.appendingPathComponent("token")
        try Data("tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2\n".utf8).write(to: token)
        let watch = try user.start([
            "watch", "--auto", "--notify", Self.topic(phone), "--notify-token-file", token.path,
        ])
        try await watch.waitFor("Wartet auf Screenshots")
        try user.takeScreenshot(1)
        let message = try await eventually(within: 60) { phone.messages.first }
        let title = try #require(message.fields["title"]).split(separator: " ").compactMap { word in
            Data(base64Encoded: String(word.dropFirst("=?UTF-8?B?".count).dropLast(2)))
        }
        #expect(String(decoding: title.joined(), as: UTF8.self) == "Hohes Risiko – Paket")
        #expect(message.path == "/my-topic")
        #expect(message.fields["priority"] == "4" && message.fields["tags"] == "rotating_light")
        #expect(message.fields["authorization"] == "Bearer tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2")
        let body = String(decoding: message.body, as: UTF8.self)
        #expect(body.hasPrefix("Öffnen Sie das Ergebnis"))
        for word in Self.words { #expect(!body.contains(word), "\(word)") }
        watch.signal(SIGINT)
        let run = try await watch.finished()
        #expect(run.status == 130 && !(run.output + run.error).contains("my-topic"))
        #expect(phone.messages.count == 1)
    }

    @Test("A server that fails is asked again, later verdicts follow in their order, and the watch goes on")
    func again() async throws {
        let phone = try WebhookReceiver { _, number in
            ServerResponse(status: number == 0 ? .serviceUnavailable : .ok)
        }
        let user = try await DesktopUser.atSharedServer()
        let watch = try await watch(user, ["--notify", Self.topic(phone)])
        try user.takeScreenshot(1)
        try await watch.waitFor("HIGH RISK")
        try user.takeScreenshot(2)
        // The second verdict is there although the first couldn't be passed on yet, or just now.
        try await watch.waitFor("HIGH RISK", count: 2)
        let threads = try await eventually(within: 60) {
            let threads = phone.messages.map { $0.fields["x-sequence-id"] }
            return threads.count == 3 ? threads : nil
        }
        #expect(threads[0] == threads[1] && threads[1] != threads[2])
        watch.signal(SIGINT)
        let run = try await watch.finished()
        #expect(run.status == 130 && !run.error.contains("ntfy"))
    }

    @Test("What can't be passed on is one line without address or token, and the watch goes on")
    func refused() async throws {
        let phone = try WebhookReceiver { _, _ in ServerResponse(status: .forbidden) }
        let user = try await DesktopUser.atSharedServer()
        let token = user.home.appendingPathComponent("token")
        try Data("tk_secret".utf8).write(to: token)
        let watch = try await watch(
            user, ["--notify", Self.topic(phone), "--notify-token-file", token.path])
        try user.takeScreenshot(1)
        try await watch.waitFor("A verdict couldn't be passed on to ntfy: status 403.")
        try user.takeScreenshot(2)
        try await watch.waitFor("HIGH RISK", count: 2)
        watch.signal(SIGINT)
        let run = try await watch.finished()
        for secret in ["my-topic", "tk_secret", "127.0.0.1:\(phone.port)"] {
            #expect(!(run.output + run.error).contains(secret), "\(secret)")
        }
    }

    @Test("A server that never answers holds up neither the watch nor its end")
    func silent() async throws {
        let held = Held()
        let phone = try WebhookReceiver { _, _ in
            _ = try? await eventually(within: 120) { held.isOver.load(ordering: .relaxed) ? true : nil }
            return ServerResponse(status: .ok)
        }
        defer { held.isOver.store(true, ordering: .relaxed) }
        let user = try await DesktopUser.atSharedServer()
        let watch = try await watch(user, ["--notify", Self.topic(phone)])
        try user.takeScreenshot(1)
        _ = try await eventually(within: 60) { phone.messages.count == 1 ? true : nil }
        try user.takeScreenshot(2)
        try await watch.waitFor("HIGH RISK", count: 2)
        watch.signal(SIGTERM)
        #expect(try await watch.finished().status == 143)
    }

    @Test("An address that is none, a token that can't be read, or one for no topic ends it with one line")
    func usage() async throws {
        let user = try await DesktopUser.atSharedServer()
        let many = user.home.appendingPathComponent("many")
        try Data("two words\n".utf8).write(to: many)
        for (arguments, words) in [
            (["--notify", "https://ntfy.example/topic"], "--notify must be an address such as"),
            (["--notify", "ntfy://t.example/a", "--notify-token-file", "/nowhere"], "no access token"),
            (["--notify", "ntfy://t.example/a", "--notify-token-file", many.path], "no access token"),
            (["--notify-token-file", many.path], "--notify-token-file needs --notify"),
        ] {
            let run = try await user.run(["watch", "--auto"] + arguments)
            #expect(run.status == 2 && run.error.contains(words), "\(arguments): \(run.error)")
            #expect(run.error.split(separator: "\n").count == 1)
        }
    }
}
