import Foundation
import Testing

/// Tests of TLS with a private certificate authority, against `openssl s_server`. Its page isn't a scan server's answer, which
/// shows that the connection was made.
@Suite("Own authority", .enabled(if: SystemBundle.canBeCovered))
struct OwnAuthorityTests {
    @Test("Its certificate is trusted once it is in the system's bundle, and not before")
    func bundled() async throws {
        let user = try DesktopUser(server: CommandLineTests.nowhere)
        func shell(_ script: String, _ arguments: [String]) throws -> CommandProcess {
            try CommandProcess(
                executable: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", script, "sh"] + arguments,
                environment: user.environment)
        }
        let made = try await shell(
            """
            cd "$HOME" && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem \
            -out cert.pem -days 2 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1 \
            && cat \(SystemBundle.path) cert.pem > bundle.pem
            """, []
        ).finished()
        #expect(made.status == 0)
        // OpenSSL doesn't report its port, so the process id selects one that other test processes don't use.
        let port = 20_000 + (Int(getpid()) + 10_000) % 20_000
        let server = try shell(
            """
            cd "$HOME" && exec openssl s_server -accept 127.0.0.1:\(port) -cert cert.pem -key key.pem -www
            """, [])
        try await server.waitFor("ACCEPT")
        let status = ["status", "--server", "https://127.0.0.1:\(port)"]
        let before = try await user.run(status)
        #expect(before.status == 2 && before.output.contains("can't prove who it is"))
        #expect(before.output.contains("update-ca-certificates"))
        let after = try await shell(
            "exec unshare -rm sh -c 'mount --bind \"$HOME/bundle.pem\" \(SystemBundle.path) && exec \"$@\"' sh \"$@\"",
            [DesktopUser.executable.path] + status
        ).finished()
        #expect(after.status == 2 && after.output.contains("is no scan server"))
        #expect(!after.output.contains("can't prove who it is"))
    }
}

/// The file of certificate authorities that the system trusts.
private enum SystemBundle {
    static let path = "/etc/ssl/certs/ca-certificates.crt"

    /// Whether a process may mount another file over the bundle for itself.
    static let canBeCovered: Bool = {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"),
            FileManager.default.fileExists(atPath: path)
        else { return false }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        process.arguments = ["-rm", "mount", "--bind", path, path]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()
}
