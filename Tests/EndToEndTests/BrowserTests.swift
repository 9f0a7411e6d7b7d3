import Foundation
import TestSupport
import Testing

@Suite("What browsers are told")
struct BrowserTests {
    private static let always = [
        "x-content-type-options": "nosniff", "referrer-policy": "no-referrer", "x-frame-options": "DENY",
        "cross-origin-resource-policy": "same-origin",
    ]

    private static func fields(of answer: String) -> [String: String] {
        let head = answer.split(separator: "\r\n\r\n", maxSplits: 1)[0]
        return head.split(separator: "\r\n").dropFirst().reduce(into: [:]) { fields, line in
            let parts = line.split(separator: ":", maxSplits: 1)
            fields[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
    }

    private static func ask(_ server: ServerProcess, _ request: String) async throws -> [String: String] {
        let request = request.replacing("\n", with: "\r\n") + "\r\nConnection: close\r\n\r\n"
        return fields(of: try await RawClient.exchange(port: server.port, Array(request.utf8)))
    }

    @Test(
        "Every answer carries the same protection, refusals as well",
        arguments: [
            "GET /health HTTP/1.1\nHost: a", "GET /version HTTP/1.1\nHost: a",
            "GET /openapi.yaml HTTP/1.1\nHost: a",
            "GET /missing HTTP/1.1\nHost: a", "PUT /health HTTP/1.1\nHost: a",
            "OPTIONS /health HTTP/1.1\nHost: a",
            "GET / HTTP/1.1\nHost: a", "GET /health HTTP/1.1", "nonsense",
            "POST /analyze-text HTTP/1.1\nHost: a\nContent-Length: 0",
        ])
    func protection(_ request: String) async throws {
        let fields = try await Self.ask(try await SharedServer.get(), request)
        for (name, value) in Self.always { #expect(fields[name] == value, "\(name)") }
        let policy = try #require(fields["content-security-policy"])
        #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
        #expect(fields["strict-transport-security"] == nil && fields["access-control-allow-origin"] == nil)
        #expect(fields["x-request-id"] != nil && fields["cache-control"] == "no-store")
    }

    @Test("Strict-Transport-Security and allowed origins come by setting")
    func settings() async throws {
        let server = try await ServerProcess(
            arguments: ["--hsts", "31536000", "--cors-origins", "https://app.example,http://localhost:5173"])
        let preflight = try await Self.ask(
            server,
            "OPTIONS /scan-image HTTP/1.1\nHost: a\nOrigin: https://app.example\n"
                + "Access-Control-Request-Method: POST\nAccess-Control-Request-Headers: authorization")
        #expect(preflight["access-control-allow-origin"] == "https://app.example")
        #expect(preflight["access-control-allow-methods"]?.contains("POST") == true)
        #expect(preflight["access-control-allow-headers"]?.contains("Authorization") == true)
        #expect(preflight["access-control-max-age"] == "600")
        #expect(preflight["vary"] == "Origin" && preflight["access-control-allow-credentials"] == nil)
        #expect(preflight["strict-transport-security"] == "max-age=31536000")
        let actual = try await Self.ask(
            server, "GET /version HTTP/1.1\nHost: a\nOrigin: http://localhost:5173")
        #expect(actual["access-control-allow-origin"] == "http://localhost:5173")
        #expect(actual["access-control-expose-headers"]?.contains("Retry-After") == true)
        #expect(actual["access-control-allow-methods"] == nil)
        // Errors are to be read as well.
        let missing = try await Self.ask(server, "GET /no HTTP/1.1\nHost: a\nOrigin: https://app.example")
        #expect(missing["access-control-allow-origin"] == "https://app.example")
        for origin in [
            "https://other.example", "https://app.example.evil.example", "null", "HTTPS://APP.EXAMPLE", "*",
        ] {
            let other = try await Self.ask(server, "GET /version HTTP/1.1\nHost: a\nOrigin: \(origin)")
            #expect(other["access-control-allow-origin"] == nil && other["vary"] == "Origin")
        }
        #expect(try await Self.ask(server, "GET /version HTTP/1.1\nHost: a")["vary"] == "Origin")
    }

    @Test("A preflight needs no key, what follows does")
    func preflightWithKeys() async throws {
        let folder = try KeyFolder()
        _ = try folder.add("a", scope: "scan")
        let server = try await ServerProcess(
            arguments: folder.arguments + ["--cors-origins", "https://app.example"])
        let origin = "Origin: https://app.example"
        let preflight = try await Self.ask(
            server, "OPTIONS /analyze-text HTTP/1.1\nHost: a\n\(origin)\nAccess-Control-Request-Method: POST")
        #expect(preflight["access-control-allow-methods"] != nil)
        let refused = try await Self.ask(
            server, "POST /analyze-text HTTP/1.1\nHost: a\n\(origin)\nContent-Length: 0")
        #expect(refused["www-authenticate"] == "Bearer")
        #expect(refused["access-control-allow-origin"] == "https://app.example")
    }

    @Test(
        "Settings that mean nothing end the start",
        arguments: [
            ["--cors-origins", "*"], ["--cors-origins", "app.example"],
            ["--cors-origins", "https://app.example/"],
            ["--cors-origins", "https://a.example,"], ["--cors-origins", "null"], ["--hsts", "-1"],
            ["--trusted-proxies", "10.0.0.0/33"], ["--trusted-proxies", "10.0.0.1/8"],
            ["--trusted-proxies", "proxy.example"], ["--trusted-proxies", ","], ["--rate", "many"],
            ["--rate-burst", "0"], ["--rate-clients", "0"], ["--failed-keys", "0"],
            ["--insecure", "--nonsense"],
            ["--insecure=maybe"], ["--upload-memory", "0"], ["--text-limit", "0"],
        ])
    func badSettings(_ arguments: [String]) throws {
        let result = try ServerProcess.run(["--port", "0"] + arguments)
        #expect(result.status == 64 && result.error.split(separator: "\n").count == 1)
    }
}
