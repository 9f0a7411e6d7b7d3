import Storage
import Synchronization
import TestSupport
import Testing

@Suite("The client of Redis", .enabled(if: RedisProcess.isPossible, "\(RedisProcess.skipped)"))
struct RedisClientTests {
    /// What the client said of its connection.
    private final class Events: Sendable {
        private let events = Mutex<[RedisEvent]>([])
        var all: [RedisEvent] { events.withLock { $0 } }
        func add(_ event: RedisEvent) { events.withLock { $0.append(event) } }
    }

    private let server: RedisProcess

    init() async throws { server = try await RedisProcess() }

    private func connected(events: Events = Events()) async throws -> RedisClient {
        let access = try RedisAccess(url: RedisURL(server.url))
        let client = RedisClient(access) { events.add($0) }
        try #require(await isEventuallyTrue { client.isConnected })
        return client
    }

    @Test("Bytes come back as they were sent")
    func bytes() async throws {
        let client = try await connected()
        defer { client.close() }
        let value: [UInt8] = Array(0...255) + Array("\r\n$-1\r\n".utf8)
        #expect(try await client.run(RedisCommand("SET", "key", value)) == .status("OK"))
        #expect(try await client.run(RedisCommand("GET", "key")) == .bytes(value))
        #expect(try await client.run(RedisCommand("GET", "none")) == .null)
        #expect(try await client.run(RedisCommand("INCR", "number")) == .integer(1))
        #expect(
            try await client.run(RedisCommand("EVAL", "return {1, {'a', {}}, false}", 0))
                == .array([.integer(1), .array([.bytes(Array("a".utf8)), .array([])]), .null]))
    }

    @Test("A value of many megabytes goes both ways while other commands are sent")
    func large() async throws {
        let client = try await connected()
        defer { client.close() }
        let value = [UInt8](repeating: 7, count: 20 << 20)
        async let set = client.run(RedisCommand("SET", "large", value))
        async let other = client.run(RedisCommand("PING"))
        #expect(try await set == .status("OK"))
        #expect(try await other == .status("PONG"))
        #expect(try await client.run(RedisCommand("GET", "large")).bytes == value)
    }

    @Test("Replies of many tasks reach the task that asked")
    func manyTasks() async throws {
        let client = try await connected()
        defer { client.close() }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<2_000 {
                group.addTask {
                    let replies = try await client.run([
                        RedisCommand("ECHO", number), RedisCommand("ECHO", "x\(number)"),
                    ])
                    return replies.map(\.text) == ["\(number)", "x\(number)"]
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
        #expect(client.counts.commands == 4_000)
        #expect(client.counts.trips == 2_000)
    }

    @Test("A refusal is an error of one command, and a value of a group")
    func refusals() async throws {
        let client = try await connected()
        defer { client.close() }
        try await client.run(RedisCommand("SET", "key", "text"))
        let failure = await #expect(throws: RedisError.self) {
            try await client.run(RedisCommand("LPUSH", "key", "x"))
        }
        guard case .refused(let refusal) = failure else { return #expect(Bool(false), "\(failure as Any)") }
        #expect(refusal.code == "WRONGTYPE")
        let replies = try await client.run([RedisCommand("LPUSH", "key", "x"), RedisCommand("GET", "key")])
        #expect(replies == [.refusal(refusal), .bytes(Array("text".utf8))])
    }

    @Test("An error never has a command's arguments in it")
    func privacy() async throws {
        let client = try await connected()
        defer { client.close() }
        let failure = await #expect(throws: RedisError.self) {
            try await client.run(RedisCommand("NOCOMMAND", "somebody's words"))
        }
        #expect(failure?.description.contains("words") == false)
    }

    @Test("A script runs whether or not the server knows it")
    func scripts() async throws {
        let client = try await connected()
        defer { client.close() }
        let script = RedisScript("return {KEYS[1], ARGV[1]}")
        let answer = RedisValue.array([.bytes([107]), .bytes([49])])
        #expect(try await client.run(RedisCommand(script, keys: ["k"], [1])) == answer)
        #expect(try await client.run(RedisCommand(script, keys: ["k"], [1])) == answer)
        try await client.run(RedisCommand("SCRIPT", "FLUSH"))
        let replies = try await client.run([
            RedisCommand("ECHO", "before"), RedisCommand(script, keys: ["k"], [1]),
            RedisCommand("ECHO", "after"),
        ])
        #expect(replies == [.bytes(Array("before".utf8)), answer, .bytes(Array("after".utf8))])
    }

    @Test("While the server is away commands fail at once, and it is back within seconds; each is said once")
    func away() async throws {
        let events = Events()
        let client = try await connected(events: events)
        defer { client.close() }
        server.kill()
        try #require(await isEventuallyTrue { !client.isConnected })
        let clock = ContinuousClock()
        let failing = await clock.measure {
            for _ in 0..<100 {
                let failure = await #expect(throws: RedisError.self) {
                    try await client.run(RedisCommand("PING"))
                }
                #expect(failure?.isPassing == true)
            }
        }
        #expect(failing < .seconds(1))
        try await server.start()
        let back = try await clock.measure { try #require(await isEventuallyTrue { client.isConnected }) }
        #expect(back < .seconds(3))
        #expect(try await client.run(RedisCommand("PING")) == .status("PONG"))
        let kinds = events.all.map { $0 == .connected }
        #expect(kinds == [true, false, true])
    }

    @Test("What waits when the server dies fails, and nothing hangs")
    func dyingServer() async throws {
        let client = try await connected()
        defer { client.close() }
        let blocked = Task { try await client.run(RedisCommand("BLPOP", "nothing", 0), within: .seconds(60)) }
        let other = try await connected()
        defer { other.close() }
        try #require(
            await isEventuallyTrue {
                try await other.run(RedisCommand("INFO", "clients")).text?.contains("blocked_clients:1")
                    == true
            })
        server.kill()
        await #expect(throws: RedisError.unavailable(.closedByServer)) { try await blocked.value }
    }

    @Test("A server that doesn't answer is given up, and tried again")
    func silentServer() async throws {
        let client = try await connected()
        defer { client.close() }
        server.pause()
        let clock = ContinuousClock()
        let waited = await clock.measure {
            await #expect(throws: RedisError.unavailable(.tooSlow)) {
                try await client.run(RedisCommand("PING"), within: .milliseconds(200))
            }
        }
        #expect(waited < .seconds(2))
        #expect(await isEventuallyTrue(within: 10) { !client.isConnected })
        server.resume()
        #expect(await isEventuallyTrue(within: 5) { client.isConnected })
    }

    @Test("An idle connection to a silent server is noticed too")
    func silentWhileIdle() async throws {
        let client = try await connected()
        defer { client.close() }
        server.pause()
        #expect(await isEventuallyTrue(within: 10) { !client.isConnected })
        server.resume()
        #expect(await isEventuallyTrue(within: 5) { client.isConnected })
    }

    @Test("A replica is no server to write to")
    func replica() async throws {
        let events = Events()
        let client = try await connected(events: events)
        defer { client.close() }
        // Nobody listens there, so it stays without a primary server.
        try await client.run(RedisCommand("REPLICAOF", "127.0.0.1", 1))
        let failure = await #expect(throws: RedisError.self) {
            try await client.run(RedisCommand("SET", "a", "b"))
        }
        #expect(failure?.isPassing == true)
        #expect(await isEventuallyTrue { !client.isConnected })
        #expect(await isEventuallyTrue { events.all.map { $0 == .connected } == [true, false] })
    }

    @Test("The password comes from a file, which is read for each connection")
    func password() async throws {
        let server = try await RedisProcess(["--save", "", "--requirepass", "secret"])
        let file = try TemporaryFile("wrong\n")
        let events = Events()
        let client = RedisClient(try RedisAccess(url: RedisURL(server.url), passwordFile: file.path)) {
            events.add($0)
        }
        defer { client.close() }
        try #require(await isEventuallyTrue { !events.all.isEmpty })
        #expect(!client.isConnected)
        try file.write("secret\n")
        #expect(await isEventuallyTrue { client.isConnected })
        server.kill()
    }

    @Test("A database's number is chosen")
    func database() async throws {
        let first = try await connected()
        let other = RedisClient(try RedisAccess(url: RedisURL(server.url + "?db=3")))
        defer { [first, other].forEach { $0.close() } }
        try #require(await isEventuallyTrue { other.isConnected })
        try await first.run(RedisCommand("SET", "a", "b"))
        #expect(try await other.run(RedisCommand("GET", "a")) == .null)
    }
}
