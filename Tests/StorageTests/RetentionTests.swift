import Foundation
import GRDB
import TestSupport
import Testing

@testable import Storage

@Suite("Retention and deletion", .timeLimit(.minutes(3)))
struct RetentionTests {
    private let workspace: Workspace
    private let session = UUID()

    init() throws {
        workspace = try Workspace()
    }

    private func rows() throws -> Int {
        try workspace.outsider { try Int.fetchOne($0, sql: "SELECT count(*) FROM result") ?? 0 }
    }

    /// Whether the database's files, log included, contain the bytes.
    private func contains(_ bytes: Data) throws -> Bool {
        try FileManager.default.contentsOfDirectory(
            at: workspace.file.deletingLastPathComponent(), includingPropertiesForKeys: nil
        ).contains { try Data(contentsOf: $0).range(of: bytes) != nil }
    }

    @Test("What is past its time isn't handed out, swept or not")
    func expiryOnRead() async throws {
        let store = await workspace.store(workspace.configuration(retention: .seconds(60)))
        let old = StoredResult.sample(session: session, at: Date() - 61)
        let young = StoredResult.sample(session: session, at: Date() - 50)
        let time = StoreTime(Date(), retention: .seconds(60))
        // One transaction, so that no sweep can run between the steps.
        try await store.write { [session] db in
            try ResultTable.insert(young, in: db)
            try ResultTable.insert(old, in: db)
            #expect(try ResultTable.result(scan: old.scan, at: time, in: db) == nil)
            #expect(try ResultTable.latest(session: session, at: time, in: db) == young)
            let page = try ResultTable.page(session: session, limit: 9, before: nil, at: time, in: db)
            #expect(page == ResultPage(results: [young], hasMore: false))
        }
        #expect(try await SQLiteResultStore(store).result(scan: old.scan) == nil)
    }

    @Test("A sweep deletes what is past its time, in as many steps as it takes, and only that")
    func sweep() async throws {
        let store = await workspace.store(workspace.configuration(retention: .seconds(60)))
        try await store.write { [session] db in
            for _ in 0..<1_201 { try ResultTable.insert(.sample(session: session, at: Date() - 61), in: db) }
            for _ in 0..<5 { try ResultTable.insert(.sample(session: session), in: db) }
        }
        await store.sweep()
        #expect(try rows() == 5)
        await store.sweep()
        #expect(try rows() == 5)
    }

    @Test("Sweeps come by themselves, the first at the start")
    func sweepsByItself() async throws {
        var configuration = workspace.configuration(retention: .seconds(60))
        configuration.sweepInterval = .milliseconds(10)
        let first = await workspace.store(configuration)
        try await SQLiteResultStore(first).save(.sample(session: session, at: Date() - 61))
        #expect(await isEventuallyTrue { (try? rows()) == 0 })
        await first.close()
        configuration.sweepInterval = .seconds(3_600)
        try workspace.outsider { db in
            try ResultTable.insert(.sample(session: session, at: Date() - 61), in: db)
        }
        let second = await workspace.store(configuration)
        #expect(await isEventuallyTrue { (try? rows()) == 0 })
        await second.close()
    }

    @Test("A shorter retention holds for what was stored under a longer one; none keeps nothing")
    func shorterRetention() async throws {
        let week = await workspace.store(workspace.configuration(retention: .seconds(7 * 86_400)))
        try await SQLiteResultStore(week).save(.sample(session: session, at: Date() - 2 * 86_400))
        try await SQLiteResultStore(week).save(.sample(session: session))
        await week.close()
        let day = await workspace.store(workspace.configuration(retention: .seconds(86_400)))
        await day.sweep()
        #expect(try rows() == 1)
        await day.close()
        let none = await workspace.store(workspace.configuration(retention: .zero))
        #expect(try await SQLiteResultStore(none).latest(session: session) == nil)
        await none.sweep()
        #expect(try rows() == 0)
    }

    private func save(
        _ count: Int, of session: UUID, marker: Data, in results: any ResultStore,
        using generator: inout some RandomNumberGenerator
    ) async throws {
        for _ in 0..<count {
            try await results.save(
                StoredResult(
                    scan: UUID(), session: session, kind: .text, risk: "low", createdAt: Date(),
                    body: marker + Data(repeating: 0x20, count: .random(in: 0...6_000, using: &generator))))
            try await results.save(.sample(session: UUID()))
        }
    }

    private func id(_ session: UUID) -> Data { withUnsafeBytes(of: session.uuid) { Data($0) } }

    @Test("Of a deleted session nothing is left in the files")
    func secureDeletion() async throws {
        var configuration = workspace.configuration()
        configuration.lockTimeout = .seconds(10)
        let results = SQLiteResultStore(await workspace.store(configuration))
        let marker = Data("what nobody may find".utf8)
        var generator = SeededGenerator(state: 50)
        try await save(50, of: session, marker: marker, in: results, using: &generator)
        // The session is read once before, so that readers have had its pages.
        let latest = try #require(try await results.latest(session: session))
        #expect(try await results.result(scan: latest.scan) == latest)
        _ = try await results.results(session: session, limit: 3, before: latest.scan)
        #expect(try contains(marker))
        #expect(try await results.deleteSession(session)["results"] == 50)
        #expect(try !contains(marker))
        #expect(try !contains(id(session)))
    }

    /// Rows of random sizes are moved between pages all the time; SQLite alone leaves copies of them behind in about one round of
    /// fifteen.
    @Test("Nor is a copy left that SQLite made when it moved rows between pages", arguments: 0..<4)
    func movedRows(seed: Int) async throws {
        var generator = SeededGenerator(state: UInt64(seed))
        let store = await workspace.store()
        for round in 0..<30 {
            let (session, marker) = (UUID(), Data("round \(round) of seed \(seed)".utf8))
            // One transaction: the rows are the same as with one for each, and the disk is synced once.
            let bodies = (0..<50).map { _ in
                marker + Data(repeating: 0x20, count: .random(in: 0...6_000, using: &generator))
            }
            try await store.write { db in
                for body in bodies {
                    let result = StoredResult(
                        scan: UUID(), session: session, kind: .text, risk: "low", createdAt: Date(),
                        body: body)
                    try ResultTable.insert(result, in: db)
                    try ResultTable.insert(.sample(session: UUID()), in: db)
                }
            }
            #expect(try await SQLiteResultStore(store).deleteSession(session)["results"] == 50)
            #expect(try !contains(marker), "round \(round)")
            #expect(try !contains(id(session)), "round \(round)")
        }
        await store.close()
        let integrity = try workspace.outsider { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
        #expect(integrity == "ok")
    }

    @Test("An acknowledged deletion has left nothing, with readers and writers that never pause")
    func deletionUnderLoad() async throws {
        var configuration = workspace.configuration()
        configuration.lockTimeout = .seconds(10)
        let store = await workspace.store(configuration)
        let results = SQLiteResultStore(store)
        var generator = SeededGenerator(state: 7)
        let others = (0..<8).map { _ in UUID() }
        let load = Task {
            await withTaskGroup { group in
                for (index, session) in others.enumerated() {
                    group.addTask {
                        while !Task.isCancelled {
                            if index < 2 {
                                _ = try? await results.save(.sample(session: session, bytes: 900))
                            } else {
                                _ = try? await results.results(session: session, limit: 50, before: nil)
                                _ = try? await results.latest(session: others[0])
                            }
                        }
                    }
                }
            }
        }
        for round in 0..<30 {
            let (session, marker) = (UUID(), Data("secret of round \(round).".utf8))
            try await save(6, of: session, marker: marker, in: results, using: &generator)
            #expect(try await results.deleteSession(session)["results"] == 6)
            #expect(try !contains(marker), "round \(round)")
            #expect(try !contains(id(session)), "round \(round)")
        }
        load.cancel()
        await load.value
        #expect(workspace.heard == [])
    }

    @Test("While another process reads the database, a deletion isn't acknowledged, and nothing else fails")
    func foreignReader() async throws {
        let store = await workspace.store()
        let results = SQLiteResultStore(store)
        let marker = Data("what another process reads".utf8)
        var generator = SeededGenerator(state: 1)
        try await save(5, of: session, marker: marker, in: results, using: &generator)
        let reader = try workspace.holder()
        try await reader.writeWithoutTransaction { db in
            try db.execute(sql: "BEGIN DEFERRED")
            _ = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM result")
        }
        await #expect(throws: StoreError.erasurePending) { try await results.deleteSession(session) }
        #expect(try await results.latest(session: session) == nil)
        // The second deletion finds no rows, but the log still holds the deleted ones.
        await #expect(throws: StoreError.erasurePending) { try await results.deleteSession(session) }
        let other = StoredResult.sample(session: UUID())
        try await results.save(other)
        #expect(try await results.latest(session: other.session) == other)
        #expect(workspace.heard == [])
        try await reader.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        #expect(try await results.deleteSession(session)["results"] == 0)
        #expect(try !contains(marker))
        #expect(try !contains(id(session)))
    }

    @Test("Copies that an earlier version left in the file are gone after the first start")
    func oldRemains() async throws {
        let store = await workspace.store()
        try await SQLiteResultStore(store).save(.sample(session: session))
        await store.close()
        try workspace.outsider { db in
            try db.execute(sql: "PRAGMA user_version = 0")
            try db.checkpoint(.truncate)
        }
        var bytes = try Data(contentsOf: workspace.file)
        let marker = Data("what was moved".utf8)
        // The unused space of the first empty leaf page of a table or an index.
        let page = try #require(
            stride(from: 4_096, to: bytes.count, by: 4_096).first { page in
                [10, 13].contains(bytes[page]) && bytes[page + 3] == 0 && bytes[page + 4] == 0
            })
        bytes.replaceSubrange(page + 2_000..<page + 2_000 + marker.count, with: marker)
        try bytes.write(to: workspace.file)
        let again = await workspace.store()
        #expect(try await SQLiteResultStore(again).latest(session: session) != nil)
        #expect(try !contains(marker))
        await again.close()
    }

    @Test("A file with several pointer map pages stays whole while rows are moved and deleted")
    func largeFile() async throws {
        let store = await workspace.store()
        var generator = SeededGenerator(state: 3)
        let kept = UUID()
        let all = (0..<2_000).map { number in
            StoredResult.sample(
                session: number % 2 == 0 ? kept : session, bytes: .random(in: 100...6_000, using: &generator))
        }
        try await store.write { db in for result in all { try ResultTable.insert(result, in: db) } }
        #expect(try await SQLiteResultStore(store).deleteSession(session)["results"] == 1_000)
        await store.sweep()
        for result in all where result.session == kept {
            #expect(try await SQLiteResultStore(store).result(scan: result.scan) == result)
        }
        await store.close()
        let integrity = try workspace.outsider { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
        #expect(integrity == "ok")
    }

    @Test("The file gives back room that isn't used any more")
    func givesBack() async throws {
        let store = await workspace.store()
        for _ in 0..<200 { try await SQLiteResultStore(store).save(.sample(session: session, bytes: 9_000)) }
        _ = try await SQLiteResultStore(store).deleteSession(session)
        let before = try #require(
            try FileManager.default.attributesOfItem(atPath: workspace.file.path)[.size] as? Int)
        await store.sweep()
        await store.close()
        let after = try #require(
            try FileManager.default.attributesOfItem(atPath: workspace.file.path)[.size] as? Int)
        #expect(before > 1 << 20)
        #expect(after < before / 4)
    }
}
