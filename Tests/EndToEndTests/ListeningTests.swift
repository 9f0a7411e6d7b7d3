import Foundation
import SystemSupport
import TestSupport
import Testing

@Suite("Where and how the server listens")
struct ListeningTests {
    private static let request = "GET /health HTTP/1.1\r\nHost: localhost\r\nUser-Agent: \"me\"\r\n\r\n"

    @Test("A supervisor's socket is taken over, and outlives the server")
    func activation() async throws {
        let address = try #require(SocketAddress(host: "127.0.0.1", port: 0))
        let socket = try ListeningSocket(address: address)
        for _ in 1...2 {
            let server = try await ServerProcess(
                shell: #"exec 3<&0; LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" "$@""#,
                standardInput: FileHandle(fileDescriptor: socket.descriptor.raw))
            #expect(server.port == socket.address.port)
            let client = try RawClient(port: server.port)
            try await client.send(Self.request)
            try await client.receive { $0.text.hasPrefix("HTTP/1.1 200 OK") }
            server.signal(SIGTERM)
            #expect(try await server.exitStatus() == 0)
            // No server accepts this connection now. It waits for the next server.
            let waiting = try RawClient(port: socket.address.port)
            try await waiting.send(Self.request)
        }
    }

    @Test("A Unix socket, in place of one that a killed server left")
    func unix() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("ts-\(UUID()).sock").path
        let address = try #require(SocketAddress(unixPath: path))
        let killed = try await ServerProcess(arguments: ["--address", "unix:\(path)"])
        killed.signal(SIGKILL)
        _ = try await killed.exitStatus()
        #expect(FileManager.default.fileExists(atPath: path))
        let server = try await ServerProcess(arguments: ["--address", "unix:\(path)"])
        let client = try RawClient(address: address)
        try await client.send(Self.request)
        try await client.receive { $0.text.hasPrefix("HTTP/1.1 200 OK") }
        #expect(try ServerProcess.run(["healthcheck", "--address", "unix:\(path)"]).status == 0)
        let second = try ServerProcess.run(["--address", "unix:\(path)"])
        #expect(second.status == 69 && second.error.contains("in use"))
        server.signal(SIGTERM)
        #expect(try await server.exitStatus() == 0)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("A Unix socket's file has the mode of the setting, whatever the umask")
    func unixMode() async throws {
        for (arguments, umask, mode) in [
            ([], "000", 0o600), (["--unix-socket-mode", "660"], "077", 0o660),
        ] {
            let path = FileManager.default.temporaryDirectory.appendingPathComponent("ts-\(UUID()).sock").path
            let server = try await ServerProcess(
                arguments: ["--address", "unix:\(path)"] + arguments,
                shell: #"umask \#(umask); exec "$0" "$@""#)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == mode)
            server.signal(SIGTERM)
            #expect(try await server.exitStatus() == 0)
        }
        for mode in ["999", "1777", "rw", ""] {
            #expect(try ServerProcess.run(["--port", "0", "--unix-socket-mode=\(mode)"]).status == 64)
        }
    }

    @Test("A restarted server has its port at once, whatever was open; a second one is told it is taken")
    func restart() async throws {
        let first = try await ServerProcess()
        let port = first.port
        let client = try RawClient(port: port)
        try await client.send(Self.request)
        try await client.receive { $0.text.hasPrefix("HTTP/1.1 200 OK") }
        let second = try ServerProcess.run(["--port", "\(port)"])
        #expect(second.status == 69 && second.error.contains("in use"))
        first.signal(SIGTERM)
        #expect(try await first.exitStatus() == 0)
        let next = try await ServerProcess(arguments: ["--port", "\(port)"])
        #expect(next.port == port)
    }

    @Test("SIGINT lets requests finish; a second one doesn't")
    func interruptedTwice() async throws {
        let server = try await ServerProcess(limits: ["shutdown_seconds": 60, "body_seconds": 60])
        let client = try RawClient(port: server.port)
        try await client.send(
            "POST /analyze-text HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n"
                + "Expect: 100-continue\r\n\r\n")
        try await client.receive { $0.text.hasPrefix("HTTP/1.1 100 Continue") }
        server.signal(SIGINT)
        _ = try await eventually(within: 20) { server.log.contains("stopping") ? true : nil }
        server.signal(SIGINT)
        #expect(try await server.exitStatus() == 130)
    }

    @Test("At the limit of descriptors clients are turned away, and served when there is room again")
    func descriptors() async throws {
        // The server reserves 64 descriptors and has a few dozen open itself, so only a few of the 100 are left for
        // clients.
        let server = try await ServerProcess(shell: #"ulimit -n 100; exec "$0" "$@""#)
        var clients: [RawClient] = []
        for _ in 0..<120 { clients.append(try RawClient(port: server.port)) }
        var served = 0
        for client in clients {
            try await client.send(Self.request)
            try await client.receive { !$0.text.isEmpty || $0.isClosed }
            if client.text.hasPrefix("HTTP/1.1 200 OK") { served += 1 }
        }
        #expect(served > 10 && served < 100)
        clients = []
        let port = server.port
        let answer = try await eventually(within: 20) {
            let client = try RawClient(port: port)
            try await client.send(Self.request)
            try await client.receive { !$0.text.isEmpty || $0.isClosed }
            return client.text.hasPrefix("HTTP/1.1 200 OK") ? client.text : nil
        }
        #expect(answer.contains("\r\n\r\n{"))
    }

    @Test(
        "The access log has a line a request, without queries, ids and what commands a terminal; off by default",
        arguments: ["combined", "json"])
    func accessLog(_ format: String) async throws {
        let server = try await ServerProcess(arguments: ["--access-log", format])
        let client = try RawClient(port: server.port)
        try await client.send(
            "GET /health?secret=word HTTP/1.1\r\nHost: localhost\r\nUser-Agent: \"me\"\r\nReferer: http://b/?word\r\n\r\n"
        )
        try await client.receive { $0.text.contains("\r\n\r\n{") }
        let id = UUID().uuidString
        try await client.send(
            "GET /results/\(id) HTTP/1.1\r\nHost: localhost\r\nUser-Agent: \u{202E}a\u{9B}31m tsk_w-ord/1\r\n"
                + "Referer: http://b/\(id)\r\n\r\nGET /\(id) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try await client.send("nonsense\r\n\r\n")
        try await client.receiveAll()
        let lines = try await eventually(within: 20) {
            let lines = server.accessLog.split(separator: "\n").filter { !$0.contains("/ready") }
            return lines.count == 4 ? lines : nil
        }
        #expect(!server.accessLog.contains("ord") && !server.accessLog.contains(id))
        #expect(!server.accessLog.unicodeScalars.contains { ["\u{202E}", "\u{9B}"].contains($0) })
        if format == "combined" {
            let start = #/127\.0\.0\.1 - - \[\d\d/\w\w\w/\d{4}:\d\d:\d\d:\d\d \+0000\] /#
            let rest = #""GET /health HTTP/1.1" 200 15 "http://b/" "\"me\"""#
            #expect(lines[0].prefixMatch(of: start).map { lines[0][$0.range.upperBound...] } == rest[...])
            #expect(
                lines[1].hasSuffix(#""http://b/" "\u202ea\x9b31m tsk_…/1""#)
                    && lines[1].contains(#""GET /results/{"#)
            )
            #expect(lines[2].contains(#"] "GET - HTTP/1.1" 404 "#))
            #expect(lines[3].contains("] \"-\" 400 "))
        } else {
            let object = try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any]
            #expect(object?["path"] as? String == "/health" && object?["status"] as? Int == 200)
            #expect(lines[1].contains(#""user_agent":"\u202ea\u009b31m tsk_…/1""#))
            #expect(object?["user_agent"] as? String == "\"me\"" && object?["complete"] as? Bool == true)
        }
        #expect(try await SharedServer.get().accessLog.isEmpty)
    }

    @Test("A log whose reader has gone is nobody's request")
    func brokenLog() async throws {
        let pipe = FileManager.default.temporaryDirectory.appendingPathComponent("ts-\(UUID())").path
        let server = try await ServerProcess(
            arguments: ["--access-log", "combined"],
            shell: #"mkfifo "\#(pipe)"; (exec 3<"\#(pipe)"; :) & exec "$0" "$@" >"\#(pipe)""#)
        for _ in 1...3 {
            let client = try RawClient(port: server.port)
            try await client.send(Self.request)
            try await client.receive { $0.text.hasPrefix("HTTP/1.1 200 OK") }
        }
        server.signal(SIGTERM)
        #expect(try await server.exitStatus() == 0)
        try FileManager.default.removeItem(atPath: pipe)
    }
}
