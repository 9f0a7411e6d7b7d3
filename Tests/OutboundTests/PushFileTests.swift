import Foundation
@testable import Outbound
import Testing

/// Tests of the file of `--push`.
@Suite("The file with the keys of pushes")
final class PushFileTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("push-\(UUID())")
    private let key = SigningKey()

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write("secret", PushSecret.newFile())
        try write("key.pem", key.pem)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }

    private func read(_ yaml: String) throws -> PushFile {
        try write("push.yaml", yaml)
        return try PushFile(
            contentsOf: folder.appendingPathComponent("push.yaml"), transfer: TransferSettings())
    }

    private func fault(_ yaml: String) throws -> PushFileError? {
        do {
            _ = try read(yaml)
            return nil
        } catch let error as PushFileError {
            return error
        }
    }

    private static let vapid = "vapid: {key: key.pem, contact: 'mailto:a@example.org'}\n"
    private static let apns =
        "apns: {key: key.pem, key_id: ABC123DEFG, team_id: DEF123GHIJ, topic: example.typesafe}\n"

    @Test("Names what each carrier needs, by paths beside it")
    func full() throws {
        let bare = try read("secret: secret\n")
        #expect(bare.settings.vapid == nil && bare.settings.apns == nil && bare.keyFiles.count == 1)
        let full = try read("secret: secret\n" + Self.vapid + Self.apns)
        #expect(full.settings.vapid?.key.publicText == key.publicText)
        #expect(full.settings.vapid?.contact == "mailto:a@example.org")
        #expect(full.settings.apns?.server.text == "https://api.push.apple.com")
        #expect(full.settings.apns?.topic == "example.typesafe" && full.keyFiles.count == 3)
        #expect(bare.carriers == "ntfy" && full.carriers == "ntfy, web_push, live_activity, apns_alert")
        let sandbox = Self.apns.replacing("}", with: ", server: sandbox}")
        #expect(
            try read("secret: secret\n" + sandbox).settings.apns?.server.text
                == "https://api.sandbox.push.apple.com")
        let id = UUID()
        let sealed = try bare.secret.seal(.apnsAlert(token: "ab"), for: id)
        #expect(full.secret.open(sealed, for: id) == .apnsAlert(token: "ab"))
    }

    @Test("What doesn't fit is named, and no key is shown")
    func refused() throws {
        let secret = "secret: secret\n"
        let cases: [(String, String?)] = [
            ("- a list\n", nil), ("", nil), (Self.vapid, "secret"), ("secret: nowhere\n", "secret"),
            ("secret: key.pem\n", "secret"), (secret + "fcm: {}\n", "fcm"),
            (secret + "vapid: key.pem\n", "vapid"), (secret + "vapid: {key: key.pem}\n", "vapid.contact"),
            (secret + "vapid: {key: secret, contact: 'mailto:a@example.org'}\n", "vapid.key"),
            (secret + "vapid: {key: key.pem, contact: a@example.org}\n", "vapid.contact"),
            (secret + Self.apns.replacing("key_id: ABC123DEFG, ", with: ""), "apns.key_id"),
            (secret + Self.apns.replacing("DEF123GHIJ", with: "def"), "apns.team_id"),
            (secret + Self.apns.replacing("example.typesafe", with: "'a b'"), "apns.topic"),
            (secret + Self.apns.replacing("}", with: ", server: 'http://127.0.0.1'}"), "apns.server"),
            (secret + Self.apns.replacing("}", with: ", url: x}"), "apns.url"),
        ]
        for (yaml, key) in cases {
            switch try fault(yaml) {
            case .unreadable: #expect(key == nil, "\(yaml)")
            case .key(let named, _): #expect(named == key, "\(yaml)")
            case nil: Issue.record("\(yaml) is taken")
            }
            let text = try "\(fault(yaml).map(String.init(describing:)) ?? "")"
            #expect(!text.contains("PRIVATE") && text.count < 200)
        }
    }
}
