import Foundation
import HTTPServer
import HTTPTypes
import SystemSupport
import Synchronization
import TestSupport
import Testing

@Suite("Limits of a connection")
struct LimitTests {
    private let request = "GET /health HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test("One address gets so many connections, and the count goes down again")
    func perAddress() async throws {
        try await withServer({ $0.maxConnectionsPerAddress = 2 }) { server in
            let address = try #require(SocketAddress(host: "127.0.0.1", port: server.port))
            for _ in 1...3 {
                let first = try RawClient(address: address)
                let second = try RawClient(address: address)
                for client in [first, second] {
                    try await client.send(request)
                    try await client.receive { $0.text.hasSuffix("ok") }
                }
                let third = try await RawClient(address: address).receiveAll()
                #expect(third.hasPrefix("HTTP/1.1 503 "))
                for client in [first, second] {
                    client.finishSending()
                    try await client.receiveAll()
                }
            }
        }
    }

    @Test("A connection ends after so many requests, and says so")
    func requests() async throws {
        try await withServer({ $0.maxRequestsPerConnection = 3 }) { server in
            let client = try RawClient(port: server.port)
            try await client.send(String(repeating: request, count: 5))
            try await client.receiveAll()
            #expect(client.text.occurrences(of: "HTTP/1.1 200 OK") == 3)
            #expect(client.text.occurrences(of: "Connection: close") == 1)
        }
    }

    @Test("Header bounds come from the configuration")
    func headers() async throws {
        try await withServer {
            $0.limits.requestLine = 100
            $0.limits.fieldBytes = 200
            $0.limits.fieldCount = 3
        } _: { server in
            let path = String(repeating: "a", count: 100)
            for (request, status) in [
                ("GET /\(path) HTTP/1.1\r\nHost: a\r\n\r\n", "414"),
                ("GET / HTTP/1.1\r\nHost: a\r\nX: \(path)\(path)\r\n\r\n", "431"),
                ("GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\nX: 2\r\nX: 3\r\n\r\n", "431"),
            ] {
                let answer = try await RawClient.exchange(port: server.port, Array(request.utf8))
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
            }
        }
    }

    @Test("A body below the minimum rate ends in 408, though it never pauses for long")
    func minimumRate() async throws {
        try await withServer {
            $0.bodyTimeout = .milliseconds(500)
            $0.minimumRate = 100_000
        } _: { server in
            let client = try RawClient(port: server.port)
            try await client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n")
            let deadline = ContinuousClock.now + .seconds(20)
            while client.text.isEmpty, ContinuousClock.now < deadline {
                try await client.send("x")
                // The client sends 50 bytes a second.
                try await Task.sleep(for: .milliseconds(20))
                client.readAvailable()
            }
            #expect(client.text.hasPrefix("HTTP/1.1 408 "))
        }
    }

    @Test("A client that doesn't take its answer is cut off")
    func slowReader() async throws {
        let events = Events()
        try await withServer({ $0.writeTimeout = .milliseconds(300) }, observer: events.add) { server in
            let client = try RawClient(port: server.port, receiveBuffer: 4_096)
            try await client.send("GET /endless HTTP/1.1\r\nHost: a\r\n\r\n")
            let record = try await events.first { event in
                if case .exchangeEnded(let record) = event { record } else { nil }
            }
            #expect(!record.isComplete)
            #expect(record.head.target == "/endless")
        }
    }

    @Test("An observer hears of connections, exchanges, refusals and who was turned away")
    func observer() async throws {
        let events = Events()
        try await withServer({ $0.maxConnections = 1 }, observer: events.add) { server in
            let client = try RawClient(port: server.port)
            try await client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
            try await client.receive { $0.text.hasSuffix("length 3") }
            let record = try await events.first { event in
                if case .exchangeEnded(let record) = event { record } else { nil }
            }
            #expect(record.bytesIn == 3 && record.bytesOut == 8 && record.isComplete)
            #expect(record.status == .ok && record.peer?.description == "127.0.0.1")
            #expect(record.duration > .zero)

            let second = try await RawClient(port: server.port).receiveAll()
            #expect(second.hasPrefix("HTTP/1.1 503 "))
            let reason = try await events.first { event in
                if case .connectionShed(let reason) = event { reason } else { nil }
            }
            #expect(reason == .connectionLimit)

            try await client.send("nonsense\r\n\r\n")
            try await client.receiveAll()
            let refused = try await events.first { event in
                if case .messageRefused(let status, _) = event { status.code } else { nil }
            }
            #expect(refused == 400)
            let requests = try await events.first { event in
                if case .connectionClosed(let requests) = event { requests } else { nil }
            }
            #expect(requests == 1)
        }
    }

    @Test("An IPv6 socket on :: takes IPv4 clients too, a Unix socket clients without an address")
    func otherSockets() async throws {
        let everywhere = try #require(SocketAddress(host: "::", port: 0))
        let events = Events()
        try await withServer(address: everywhere, observer: events.add) { server in
            for host in ["127.0.0.1", "::1"] {
                let client = try RawClient(
                    address: try #require(SocketAddress(host: host, port: server.port)))
                try await client.send(request)
                try await client.receive { $0.text.hasSuffix("ok") }
            }
            let peers = try await events.all(2) { event in
                if case .exchangeEnded(let record) = event { record.peer?.description } else { nil }
            }
            #expect(Set(peers) == ["127.0.0.1", "0:0:0:0:0:0:0:1"])
        }
        let path = "/tmp/typesafe-test-\(UUID().uuidString).sock"
        let unix = try #require(SocketAddress(unixPath: path))
        for _ in 1...2 {
            try await withServer(address: unix) { server in
                let client = try RawClient(address: unix)
                try await client.send(request)
                try await client.receive { $0.text.hasSuffix("ok") }
                #expect(server.port == 0)
            }
        }
        #expect(SocketAddress(unixPath: String(repeating: "a", count: 108)) == nil)
    }
}

/// Stores the events of a server.
private final class Events: Sendable {
    private let events = Mutex<[ServerEvent]>([])

    var add: ServerObserver { { event in self.events.withLock { $0.append(event) } } }

    func first<T: Sendable>(_ pick: (ServerEvent) -> T?) async throws -> T { try await all(1, pick)[0] }

    /// Waits until this number of matching events has come.
    func all<T: Sendable>(_ count: Int, _ pick: (ServerEvent) -> T?) async throws -> [T] {
        let deadline = ContinuousClock.now + .seconds(20)
        while true {
            let found = events.withLock { $0.compactMap(pick) }
            if found.count >= count { return found }
            if ContinuousClock.now >= deadline { throw RawClient.TimedOut() }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
