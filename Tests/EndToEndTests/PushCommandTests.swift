import Foundation
import TestSupport
import Testing

/// The commands that make keys for pushes, and the setting that names them.
@Suite("typesafe-server push")
final class PushCommandTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("push-\(UUID())")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    private func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
    }

    @Test("Makes a key for Web Push once, and prints its public part, which a browser takes")
    func keys() throws {
        let made = try ServerProcess.run(["push", "keys", path("vapid.pem")])
        // An uncompressed point begins with 4: 65 bytes in base64url.
        #expect(made.status == 0 && made.output.wholeMatch(of: /B[A-Za-z0-9_-]{86}\n/) != nil)
        #expect(try mode("vapid.pem") == 0o600)
        let pem = try String(contentsOfFile: path("vapid.pem"), encoding: .utf8)
        #expect(pem.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        #expect(try ServerProcess.run(["push", "keys", path("vapid.pem")]).output == made.output)
        #expect(try String(contentsOfFile: path("vapid.pem"), encoding: .utf8) == pem)
    }

    @Test("Makes a secret that is never replaced by mistake")
    func secret() throws {
        let made = try ServerProcess.run(["push", "secret", path("secret")])
        #expect(made.status == 0 && made.output.isEmpty)
        #expect(try mode("secret") == 0o600)
        let text = try String(contentsOfFile: path("secret"), encoding: .utf8)
        #expect(Data(base64Encoded: text.trimmingCharacters(in: .newlines))?.count == 32)
        #expect(try ServerProcess.run(["push", "secret", path("secret")]).status == 69)
        #expect(try String(contentsOfFile: path("secret"), encoding: .utf8) == text)
        #expect(try ServerProcess.run(["push", "secret", "/nowhere/secret"]).status == 69)
        let wrong = try ServerProcess.run(["push", "keys", path("secret")])
        #expect(wrong.status == 78 && !wrong.error.contains(text.prefix(8)))
    }

    @Test("A server with a file of keys says what it can do; one that doesn't fit keeps it from starting")
    func setting() async throws {
        #expect(try ServerProcess.run(["push", "secret", path("secret")]).status == 0)
        #expect(try ServerProcess.run(["push", "keys", path("vapid.pem")]).status == 0)
        let good = "secret: secret\nvapid: {key: vapid.pem, contact: 'mailto:admin@scan.example'}\n"
        try Data(good.utf8).write(to: URL(fileURLWithPath: path("push.yaml")))
        try Data("secret: secret\nvapid: {key: secret}\n".utf8).write(
            to: URL(fileURLWithPath: path("wrong.yaml")))
        let wrong = try ServerProcess.run(
            ["--push", path("wrong.yaml"), "--database", path("db"), "--port", "0"])
        #expect(wrong.status == 78 && wrong.error.contains("wrong.yaml `vapid.key` must be"))
        let nowhere = try ServerProcess.run(["--push", path("push.yaml"), "--port", "0"])
        #expect(nowhere.status == 78 && nowhere.error.contains("--push needs --database"))
        let server = try await ServerProcess(
            arguments: ["--push", path("push.yaml"), "--database", path("db"), "--workers", "1"])
        #expect(await isEventuallyTrue { server.log.contains("ntfy, web_push") })
    }
}
