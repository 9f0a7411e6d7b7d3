import Foundation
import SystemSupport
import TestSupport
import Testing
import TypeSafeAPI

@Suite(
    "How servers reach the Redis that they share",
    .enabled(if: RedisProcess.isPossible && TestAuthority.isPossible, "\(RedisProcess.skipped)"))
struct SharedSettingTests {
    @Test(
        "Over TLS by an authority of one's own, with a password from a file; another prefix is another service"
    )
    func reach() async throws {
        let authority = try TestAuthority()
        let port = try ListeningSocket(address: #require(SocketAddress(host: "127.0.0.1", port: 0))).boundPort
        let redis = try await RedisProcess([
            "--save", "", "--requirepass", "of a test", "--tls-port", "\(port)", "--tls-auth-clients", "no",
            "--tls-cert-file", authority.certificate, "--tls-key-file", authority.key, "--tls-ca-cert-file",
            authority.path,
        ])
        let password = FileManager.default.temporaryDirectory.appendingPathComponent(
            "redis-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: password) }
        try Data("of a test\n".utf8).write(to: password)
        func server(_ arguments: [String]) async throws -> ServerProcess {
            try await ServerProcess(
                arguments: [
                    "--workers", "1", "--shared", "rediss://localhost:\(port)", "--shared-ca", authority.path,
                ]
                    + arguments)
        }
        func isAvailable(_ server: ServerProcess) async throws -> Bool? {
            try await ServiceClient(server: server).send("GET", "/ready?verbose").decoded(ReadyResponse.self)
                .store?
                .available
        }
        let secret = ["--shared-password-file", password.path]
        let one = try await server(secret)
        let same = try await server(secret)
        let other = try await server(secret + ["--shared-prefix", "other"])
        let stranger = try await server([])
        for server in [one, same, other] { #expect(try await isAvailable(server) == true) }
        #expect(try await isAvailable(stranger) == false)
        let answer = try await ServiceClient(server: one).send(
            "POST", "/scan-image", contentType: "image/png", body: BlankPicture.png,
            headers: ["Prefer": "respond-async"])
        let path = try #require(answer.header("Location"))
        #expect(try await ServiceClient(server: same).send("GET", path).status == 200)
        #expect(try await ServiceClient(server: other).send("GET", path).status == 404)
        #expect(try await ServiceClient(server: stranger).send("GET", path).status == 503)
        _ = redis
    }
}
