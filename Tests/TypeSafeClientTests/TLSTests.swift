import Foundation
import Testing
import TypeSafeClient

/// Tests of TLS against `openssl s_server` with a certificate that no system trusts.
@Suite("TLS", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")))
struct TLSTests {
    private static func openssl(_ arguments: [String], in folder: URL) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardInput = Pipe()
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    @Test("A certificate that nobody vouches for is told so, and nothing is sent twice")
    func untrusted() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tls-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let request = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
            "key.pem",
            "-out", "cert.pem", "-days", "2", "-subj", "/CN=localhost", "-addext",
            "subjectAltName=IP:127.0.0.1",
        ]
        try Self.openssl(request, in: folder).waitUntilExit()
        // OpenSSL doesn't report its port, so the process id selects one that other test processes don't use.
        let port = 20_000 + Int(getpid()) % 20_000
        let server = try Self.openssl(
            [
                "s_server", "-accept", "127.0.0.1:\(port)", "-cert", "cert.pem", "-key", "key.pem", "-www",
                "-quiet",
            ],
            in: folder)
        defer {
            // Foundation starts processes with this thread's signal mask, which blocks SIGTERM.
            kill(server.processIdentifier, SIGKILL)
            server.waitUntilExit()
        }
        let client = try ScanClient(
            configuration: ClientConfiguration(
                server: try #require(URL(string: "https://127.0.0.1:\(port)")),
                retries: RetryPolicy(
                    attempts: 200, firstDelay: .milliseconds(20), maxDelay: .milliseconds(100))))
        // Connections are refused until OpenSSL listens, and the client repeats them.
        let error = await #expect(throws: ClientError.self) { _ = try await client.health() }
        #expect(error?.code == .untrustedServer)
        #expect("\(try #require(error))".contains("certificate isn't trusted"))
    }
}
