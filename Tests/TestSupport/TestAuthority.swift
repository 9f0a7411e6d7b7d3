package import Foundation

/// An authority of a test's own, with a certificate for `localhost` that it signed. Its files are gone with it.
package final class TestAuthority: Sendable {
    package struct Failed: Error {
        let step: String
    }

    package static let isPossible = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

    /// The authority's own certificate, the server's certificate and its key: paths of PEM files.
    package var path: String { folder.path + "/ca.pem" }
    package var certificate: String { folder.path + "/cert.pem" }
    package var key: String { folder.path + "/key.pem" }
    package let folder: URL

    package init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("subjectAltName=DNS:localhost\n".utf8).write(to: folder.appendingPathComponent("san"))
        try run("req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 2 -subj /CN=Test")
        try run("req -newkey rsa:2048 -nodes -keyout key.pem -out csr.pem -subj /CN=localhost")
        try run(
            "x509 -req -in csr.pem -CA ca.pem -CAkey ca.key -CAcreateserial -out cert.pem -days 2 -extfile san"
        )
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func run(_ command: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = command.split(separator: " ").map(String.init)
        process.currentDirectoryURL = folder
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed(step: command) }
    }
}
