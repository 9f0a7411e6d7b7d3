import Foundation
import TestSupport
import Testing

@Suite("What browsers are told")
struct BrowserTests {
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

    @Test("A preflight needs no key, what follows does")
    func preflightWithKeys() async throws {
        let folder = try KeyFolder()
        _ = try folder.add("a", scope: "scan")
        let server = try await ServerProcess(
            arguments: folder.arguments + ["--cors-origins", "https://app.example"])
        let origin = "Origin: https://app.example"
        let preflight = try await Self.ask(
            server,
            "OPTIONS /analyze-text HTTP/1.1\nHost: localhost\n\(origin)\nAccess-Control-Request-Method: POST")
        #expect(preflight["access-control-allow-methods"] != nil)
        let refused = try await Self.ask(
            server, "POST /analyze-text HTTP/1.1\nHost: localhost\n\(origin)\nContent-Length: 0")
        #expect(refused["www-authenticate"] == "Bearer")
        #expect(refused["access-control-allow-origin"] == "https://app.example")
    }

    @Test(
        "Settings that mean nothing end the start",
        arguments: [
            ["--cors-origins", "*"], ["--cors-origins", "app.example"],
            ["--cors-origins", "https://app.example/"],
            ["--cors-origins", "https://a.example,"], ["--cors-origins", "null"],
            ["--trusted-proxies", "10.0.0.0/33"], ["--trusted-proxies", "10.0.0.1/8"],
            ["--trusted-proxies", "proxy.example"], ["--trusted-proxies", ","], ["--rate", "many"],
            ["--insecure", "--nonsense"],
            ["--insecure=maybe"],
        ])
    func badSettings(_ arguments: [String]) throws {
        let result = try ServerProcess.run(["--port", "0"] + arguments)
        #expect(result.status == 64 && result.error.split(separator: "\n").count == 1)
    }
}
