import Foundation
import HTTPServer
import HTTPTypes
import Synchronization
import TestSupport
import Testing
import TypeSafeAPI
import TypeSafeClient
import WebhookReceiver

/// Lists of known scams from one real server to another.
@Suite("Lists that travel")
struct MemoryListTests {
    private let workspace: ReadWorkspace
    private let text =
        "Hello dear Tom, are you still looking for the blue garden chairs that we spoke about at the fair?"

    init() throws { workspace = try ReadWorkspace() }

    /// Servers with one key, so that they can use each other's lists.
    private func server(_ name: String, _ arguments: [String] = []) async throws -> ServerProcess {
        try Data(Data(0..<16).base64EncodedString().utf8).write(
            to: URL(fileURLWithPath: workspace.path(name + ".key")))
        return try await ServerProcess(
            arguments: ["--workers", "1", "--memory", workspace.path(name)] + arguments)
    }

    private func client(_ server: ServerProcess) throws -> ScanClient {
        try ScanClient(server: server.url(""))
    }

    private func isKnown(by server: ServerProcess) async throws -> Bool {
        try await client(server).analyze(text: text).findings.contains { $0.rule == "memory.listed-scam" }
    }

    /// A list of one message, and the key that signed it.
    private func list() async throws -> (content: Data, signer: String) {
        let server = try await server("maker")
        let maker = try client(server)
        _ = try await maker.send(Feedback(teaching: .scam, text: text))
        let content = try await maker.exportMemory(name: "City hotline")
        let foot = try #require(content.split(separator: 0x0A).last)
        let fields = try #require(try JSONSerialization.jsonObject(with: foot) as? [String: String])
        return (content, try #require(fields["signer"]))
    }

    @Test("A list that the command imports is known at the next scan and after a crash, and can be forgotten")
    func command() async throws {
        let (content, signer) = try await list()
        #expect(!String(decoding: content, as: UTF8.self).contains("chairs"))
        let file = workspace.path("list.jsonl")
        try content.write(to: URL(fileURLWithPath: file))
        var server = try await server("user")
        var user = try DesktopUser(server: server.url(""))
        #expect(try await !isKnown(by: server))
        let taken = try await user.run(["memory", "import", file, "--signer", signer])
        #expect(taken.status == 0 && taken.output.contains("City hotline"))
        #expect(try await isKnown(by: server))

        server.signal(SIGKILL)
        _ = try await server.exitStatus()
        server = try await self.server("user")
        user = try DesktopUser(server: server.url(""))
        #expect(try await isKnown(by: server))
        let listed = try await user.run(["memory", "lists"])
        #expect(listed.output.contains(signer) && listed.output.contains("\tused\t"))

        var changed = content
        changed[changed.count / 2] ^= 1
        let refused = try await user.run(["memory", "import", "-", "--signer", signer], input: changed)
        #expect(refused.status == 2 && refused.error.contains("Another key signed this list"))
        #expect(try await isKnown(by: server))

        #expect(try await user.run(["memory", "forget", signer]).status == 0)
        #expect(try await !isKnown(by: server))
        #expect(try await user.run(["memory", "forget", signer]).status == 2)
        #expect(try await user.run(["memory", "lists"]).output.isEmpty)
    }

    @Test("A feed is used soon after the start, and once it was fetched also while its maker is away")
    func feed() async throws {
        let (content, signer) = try await list()
        let feed = try WebhookReceiver { _, _ in
            ServerResponse(
                status: .ok, contentType: "application/x-ndjson", body: Array(content))
        }
        let feeds = workspace.path("feeds")
        try Data("# of the city\n\(feed.url()) \(signer)\n".utf8).write(to: URL(fileURLWithPath: feeds))
        let arguments = ["--memory-feeds", feeds, "--webhook-allow-private", "true"]
        let first = try await server("user", arguments)
        _ = try await eventually(within: 20) { try await isKnown(by: first) ? true : nil }
        first.signal(SIGTERM)
        _ = try await first.exitStatus()

        try Data("http://127.0.0.1:1/ \(signer)\n".utf8).write(to: URL(fileURLWithPath: feeds))
        let second = try await server("user", arguments)
        #expect(try await isKnown(by: second))
        _ = try await eventually(within: 20) {
            second.log.contains("a feed of known scams can't be used") ? true : nil
        }
        #expect(try await isKnown(by: second))
    }

    @Test("Feeds that can't be read end the start, with the line")
    func badFeeds() throws {
        let feeds = workspace.path("feeds")
        for line in ["https://feeds.example/", "http://feeds.example/a key", "ftp://feeds.example/a key"] {
            try Data("# none\n\(line)\n".utf8).write(to: URL(fileURLWithPath: feeds))
            let run = try ServerProcess.run(
                ["serve", "--memory", workspace.path("memory"), "--memory-feeds", feeds, "--port", "0"])
            #expect(run.status == 78 && run.error.contains("line 2"), "\(line): \(run.status) \(run.error)")
        }
    }

    @Test(
        "Servers that share Redis use the list that one of them took",
        .enabled(if: RedisProcess.isPossible, "\(RedisProcess.skipped)"))
    func shared() async throws {
        let (content, signer) = try await list()
        let redis = try await RedisProcess()
        let servers = [
            try await server("one", ["--shared", redis.url]),
            try await server("two", ["--shared", redis.url]),
        ]
        _ = try await client(servers[0]).importList(content, signer: signer)
        _ = try await eventually(within: 30) { try await isKnown(by: servers[1]) ? true : nil }
        let later = try await server("three", ["--shared", redis.url])
        #expect(try await isKnown(by: later))
        try await client(servers[1]).forgetList(signer: signer)
        _ = try await eventually(within: 30) { try await isKnown(by: servers[0]) ? nil : true }
    }
}
