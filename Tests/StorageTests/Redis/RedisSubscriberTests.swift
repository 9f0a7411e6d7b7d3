import Storage
import TestSupport
import Testing

@Suite("The subscriber of Redis", .enabled(if: RedisProcess.isPossible, "\(RedisProcess.skipped)"))
struct RedisSubscriberTests {
    @Test(
        "Each listener of a channel is told of its messages, and of the connection's return",
        .timeLimit(.minutes(1)))
    func signals() async throws {
        let server = try await RedisProcess()
        let access = try RedisAccess(url: RedisURL(server.url))
        let subscriber = RedisSubscriber(access)
        let client = RedisClient(access)
        defer {
            subscriber.close()
            client.close()
        }
        try #require(await isEventuallyTrue { client.isConnected })
        var first = subscriber.signals(of: "a").makeAsyncIterator()
        #expect(await first.next() != nil)
        var second = subscriber.signals(of: "a").makeAsyncIterator()
        #expect(await second.next() != nil)
        // The second subscription was confirmed to both.
        #expect(await first.next() != nil)
        #expect(try await client.run(RedisCommand("PUBLISH", "other", "x")) == .integer(0))
        #expect(try await client.run(RedisCommand("PUBLISH", "a", "x")) == .integer(1))
        #expect(await first.next() != nil)
        #expect(await second.next() != nil)
        server.kill()
        try await server.start()
        #expect(await first.next() != nil)
        #expect(await second.next() != nil)
    }

    @Test("A channel without listeners is left", .timeLimit(.minutes(1)))
    func leaving() async throws {
        let server = try await RedisProcess()
        let access = try RedisAccess(url: RedisURL(server.url))
        let subscriber = RedisSubscriber(access)
        let client = RedisClient(access)
        defer {
            subscriber.close()
            client.close()
        }
        try #require(await isEventuallyTrue { client.isConnected })
        let reader = Task { for await _ in subscriber.signals(of: "a") {} }
        #expect(await isEventuallyTrue { await receivers(client) == 1 })
        reader.cancel()
        #expect(await isEventuallyTrue { await receivers(client) == 0 })
        server.kill()
    }

    private func receivers(_ client: RedisClient) async -> Int? {
        try? await client.run(RedisCommand("PUBLISH", "a", "x")).integer
    }
}
