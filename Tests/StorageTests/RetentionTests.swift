import Foundation
import GRDB
import TestSupport
import Testing

@testable import Storage

@Suite("Retention and deletion")
struct RetentionTests {
    private let workspace: Workspace
    private let session = UUID()

    init() throws {
        workspace = try Workspace()
    }

    private func rows() throws -> Int {
        try workspace.outsider { try Int.fetchOne($0, sql: "SELECT count(*) FROM result") ?? 0 }
    }

    /// The files' bytes, log and all.
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
        // In one transaction, where no sweep comes between.
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

    @Test("Of a deleted session nothing is left in the files")
    func secureDeletion() async throws {
        var configuration = workspace.configuration()
        configuration.lockTimeout = .seconds(10)
        let results = SQLiteResultStore(await workspace.store(configuration))
        let marker = Data("what nobody may find".utf8)
        for _ in 0..<50 {
            try await results.save(
                StoredResult(
                    scan: UUID(), session: session, kind: .text, risk: "low", createdAt: Date(),
                    body: marker + Data(repeating: 0x20, count: .random(in: 0...6_000))))
            try await results.save(.sample(session: UUID()))
        }
        // What was read is held by no reader any more.
        let latest = try #require(try await results.latest(session: session))
        #expect(try await results.result(scan: latest.scan) == latest)
        _ = try await results.results(session: session, limit: 3, before: latest.scan)
        #expect(try contains(marker))
        #expect(try await results.deleteSession(session)["results"] == 50)
        #expect(try !contains(marker))
        let id = withUnsafeBytes(of: session.uuid) { Data($0) }
        #expect(try !contains(id))
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
