import Foundation
import GRDB
import StoreEngines
import Testing

@testable import Storage

@Suite("Results by session")
struct ResultStoreTests {
    private let workspace: Workspace

    init() throws {
        workspace = try Workspace()
    }

    @Test("A result is found by its session and by its scan, byte for byte", arguments: Engine.possible)
    func savesAndFinds(engine: Engine) async throws {
        let results = try await workspace.stores(engine).results
        let session = UUID()
        let first = StoredResult.sample(session: session)
        let second = StoredResult.sample(session: session, bytes: 100_000)
        let foreign = StoredResult.sample(session: UUID())
        for result in [first, second, foreign] { try await results.save(result) }
        #expect(try await results.latest(session: session) == second)
        #expect(try await results.latest(session: UUID()) == nil)
        #expect(try await results.result(scan: first.scan) == first)
        #expect(try await results.result(scan: foreign.scan) == foreign)
        #expect(try await results.result(scan: UUID()) == nil)
    }

    @Test("A scan that comes again is stored once, as it was", arguments: Engine.possible)
    func storesOnce(engine: Engine) async throws {
        let results = try await workspace.stores(engine).results
        let session = UUID()
        let first = StoredResult.sample(session: session)
        let again = StoredResult(
            scan: first.scan, session: session, kind: first.kind, risk: first.risk,
            createdAt: first.createdAt + 60, body: Data("other".utf8))
        for result in [first, again] { try await results.save(result) }
        #expect(try await results.results(session: session, limit: 9, before: nil).results == [first])
    }

    @Test("The newest is what was stored last, whatever the clock said", arguments: Engine.possible)
    func newestIsLast(engine: Engine) async throws {
        let results = try await workspace.stores(engine).results
        let session = UUID()
        try await results.save(.sample(session: session))
        let last = StoredResult.sample(session: session, at: Date() - 3_600)
        try await results.save(last)
        #expect(try await results.latest(session: session) == last)
    }

    @Test("Pages go from the newest to the oldest, each result once", arguments: Engine.possible)
    func pages(engine: Engine) async throws {
        let results = try await workspace.stores(engine).results
        let session = UUID()
        let all = (0..<7).map { _ in StoredResult.sample(session: session) }
        for result in all {
            try await results.save(result)
            try await results.save(.sample(session: UUID()))
        }
        var seen: [UUID] = []
        var before: UUID?
        var sizes: [Int] = []
        while true {
            let page = try await results.results(session: session, limit: 3, before: before)
            seen += page.results.map(\.scan)
            sizes.append(page.results.count)
            before = page.results.last?.scan
            guard page.hasMore else { break }
        }
        #expect(seen == all.reversed().map(\.scan))
        #expect(sizes == [3, 3, 1])
    }

    @Test("A cursor of another session or of none leads nowhere", arguments: Engine.possible)
    func foreignCursor(engine: Engine) async throws {
        let results = try await workspace.stores(engine).results
        let session = UUID()
        let foreign = StoredResult.sample(session: UUID())
        try await results.save(.sample(session: session))
        try await results.save(foreign)
        for cursor in [foreign.scan, UUID()] {
            let page = try await results.results(session: session, limit: 5, before: cursor)
            #expect(page == ResultPage(results: [], hasMore: false))
        }
    }

    @Test(
        "Deleting a session takes its results and nobody else's, and says how many",
        arguments: Engine.possible)
    func deletesSession(engine: Engine) async throws {
        let results = try await workspace.stores(engine).results
        let session = UUID()
        let foreign = StoredResult.sample(session: UUID())
        for _ in 0..<3 { try await results.save(.sample(session: session)) }
        try await results.save(foreign)
        #expect(try await results.deleteSession(session)["results"] == 3)
        #expect(try await results.deleteSession(session)["results"] == 0)
        #expect(try await results.latest(session: session) == nil)
        #expect(try await results.latest(session: foreign.session) == foreign)
    }

    @Test(
        "A hundred writers at once: each result is there when its writer is told so",
        arguments: Engine.possible)
    func manyWriters(engine: Engine) async throws {
        let results = try await workspace.stores(engine).results
        let session = UUID()
        try await withThrowingTaskGroup { group in
            for _ in 0..<100 {
                group.addTask {
                    let result = StoredResult.sample(session: session)
                    try await results.save(result)
                    let found = try await results.result(scan: result.scan)
                    #expect(found == result)
                }
            }
            try await group.waitForAll()
        }
        let page = try await results.results(session: session, limit: 200, before: nil)
        #expect(Set(page.results.map(\.scan)).count == 100)
    }

    @Test("One writer's error undoes nothing of the others'")
    func errorIsAlone() async throws {
        let store = await workspace.store()
        let results = SQLiteResultStore(store)
        let session = UUID()
        try await results.save(.sample(session: session))
        let failures = await withTaskGroup { group in
            for index in 0..<50 {
                group.addTask {
                    do {
                        if index % 5 == 0 {
                            // A row without what it must have.
                            try await store.write { db in
                                try db.execute(sql: "INSERT INTO result (scan_id) VALUES (NULL)")
                            }
                        } else {
                            try await results.save(.sample(session: session))
                        }
                        return 0
                    } catch {
                        guard case .rejected? = error as? StoreError else { return 100 }
                        return 1
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(failures == 10)
        #expect(try await results.results(session: session, limit: 100, before: nil).results.count == 41)
    }

    @Test("What was stored is there after the store was closed and opened again")
    func survives() async throws {
        let result = StoredResult.sample(session: UUID())
        let store = await workspace.store()
        try await SQLiteResultStore(store).save(result)
        await store.close()
        await #expect(throws: StoreError.unavailable(.inaccessible)) {
            try await SQLiteResultStore(store).save(result)
        }
        let again = SQLiteResultStore(await workspace.store())
        #expect(try await again.latest(session: result.session) == result)
        #expect(workspace.heard == [])
    }
}
