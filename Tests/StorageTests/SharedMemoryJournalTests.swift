import Foundation
import TestSupport
import Testing

@testable import Storage

@Suite("The memory that servers share", .enabled(if: RedisProcess.isPossible, "\(RedisProcess.skipped)"))
struct SharedMemoryJournalTests {
    private func lines(_ texts: String...) -> [Data] { texts.map { Data($0.utf8) } }

    private func journal(_ redis: RedisProcess) async throws -> SharedMemoryJournal {
        let store = SharedStore(
            SharedConfiguration(
                access: try RedisAccess(url: RedisURL(redis.url)), prefix: "test", retention: .seconds(60)))
        await store.open()
        return SharedMemoryJournal(store)
    }

    private func after(_ redis: RedisProcess, _ journal: SharedMemoryJournal) async throws -> MemoryNews {
        try await eventually(within: 60) { try? await journal.news() }
    }

    @Test("Lines that are put together are read anew by others, and what came meanwhile is among them")
    func together() async throws {
        let redis = try await RedisProcess()
        let (one, other) = (try await journal(redis), try await journal(redis))
        try await one.append(lines("a", "b", "a"))
        #expect(try await one.news() == MemoryNews(lines: lines("a", "b", "a"), place: 3))
        #expect(try await other.news().lines == lines("a", "b", "a"))
        try await other.append(lines("c"))
        #expect(try await one.replace(upTo: 3, by: lines("a", "b")))
        for journal in [one, other] {
            #expect(
                try await journal.news() == MemoryNews(lines: lines("a", "b", "c"), isAnew: true, place: 3))
            #expect(try await journal.news() == MemoryNews(place: 3))
        }
        // The other may not do it at the same time.
        #expect(try await !other.replace(upTo: 3, by: lines("x")))
        try await other.append(lines("d"))
        #expect(try await one.news() == MemoryNews(lines: lines("d"), place: 4))
    }

    @Test(
        "A Redis that lost its lines is told to all, and gets them again from each", arguments: [false, true])
    func lost(_ wasPutTogether: Bool) async throws {
        let redis = try await RedisProcess()
        let (one, other) = (try await journal(redis), try await journal(redis))
        try await one.append(lines("a", "b"))
        _ = (try await one.news(), try await other.news())
        if wasPutTogether {
            #expect(try await one.replace(upTo: 2, by: lines("a", "b")))
            _ = (try await one.news(), try await other.news())
        }
        redis.kill()
        try await redis.start()
        #expect(try await after(redis, one) == MemoryNews(isLost: true))
        try await one.append(lines("a"))
        _ = try await one.news()
        #expect(try await one.replace(upTo: 1, by: lines("a")))
        // A new list of lines that came after the loss isn't all that there was.
        #expect(try await after(redis, other) == MemoryNews(lines: lines("a"), isLost: true, place: 1))
        try await other.append(lines("b"))
        #expect(try await journal(redis).news().lines == lines("a", "b"))
        #expect(try await one.news() == MemoryNews(lines: lines("a", "b"), isAnew: true, place: 2))
    }
}
