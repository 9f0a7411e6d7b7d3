import Foundation
import TestSupport

/// A receiver behind TLS, in Python, with a certificate for `localhost` by an authority of the test's own. It answers 204.
package final class TLSReceiver {
    package struct Failed: Error {
        let step: String
    }

    package let port: UInt16
    /// Path of the authority's certificate, a PEM file.
    package var authority: String { files.path }
    private let files: TestAuthority
    private let server: Process

    package init() throws {
        files = try TestAuthority()
        let output = Pipe()
        server = Process()
        server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        server.arguments = ["python3", "-c", Self.program]
        server.currentDirectoryURL = files.folder
        server.standardOutput = output
        server.standardError = FileHandle.nullDevice
        try server.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = UInt16(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw Failed(step: "listening")
        }
        self.port = port
    }

    private static let program = """
        from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
        from ssl import PROTOCOL_TLS_SERVER, SSLContext

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(204)
                self.end_headers()
            def log_message(self, *arguments):
                pass

        class Server(ThreadingHTTPServer):
            def handle_error(self, *arguments):
                pass

        server = Server(("127.0.0.1", 0), Handler)
        context = SSLContext(PROTOCOL_TLS_SERVER)
        context.load_cert_chain("cert.pem", "key.pem")
        server.socket = context.wrap_socket(server.socket, server_side=True)
        print(server.server_port, flush=True)
        server.serve_forever()
        """

    deinit {
        // Tests may run with SIGTERM blocked, and so do their children.
        kill(server.processIdentifier, SIGKILL)
        server.waitUntilExit()
    }
}
