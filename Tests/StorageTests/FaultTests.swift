import SystemSupport
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Storage

@Suite("A store that fails")
struct FaultTests {
    private let workspace: Workspace
    private let session = UUID()

    init() throws {
        workspace = try Workspace()
    }

    private func rows() throws -> Int {
        try workspace.outsider { try Int.fetchOne($0, sql: "SELECT count(*) FROM result") ?? 0 }
    }

    private func isWhole() throws -> Bool {
        try workspace.outsider { try String.fetchOne($0, sql: "PRAGMA integrity_check") == "ok" }
    }

    @Test("Another process holds the database: nothing is stored, and it comes back by itself")
    func locked() async throws {
        let store = await workspace.store()
        let results = SQLiteResultStore(store)
        try await results.save(.sample(session: session))
        let holder = try workspace.holder()
        try await holder.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        await #expect(throws: StoreError.unavailable(.locked)) {
            try await results.save(.sample(session: session))
        }
        // The fault is known now, so this read fails without waiting for the lock.
        await #expect(throws: StoreError.unavailable(.locked)) { try await results.latest(session: session) }
        await #expect(throws: StoreError.unavailable(.locked)) { try await results.deleteSession(session) }
        try await holder.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        try holder.close()
        #expect(await isEventuallyTrue { store.fault == nil })
        #expect(try await results.results(session: session, limit: 9, before: nil).results.count == 1)
        try await results.save(.sample(session: session))
        #expect(try rows() == 2)
        #expect(workspace.heard == [.failed(.locked), .recovered])
    }

    @Test("Locked at its opening: the same")
    func lockedAtOpening() async throws {
        await workspace.store().close()
        let holder = try workspace.holder()
        try await holder.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; DELETE FROM result")
        }
        let store = await workspace.store()
        #expect(store.fault == .locked)
        try await holder.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        try holder.close()
        #expect(await isEventuallyTrue { store.fault == nil })
        try await SQLiteResultStore(store).save(.sample(session: session))
        #expect(workspace.heard == [.failed(.locked), .recovered])
    }

    @Test("Full: what was acknowledged is there, nothing else is, and deleting makes room")
    func full() async throws {
        let store = await workspace.store(workspace.configuration(sizeLimit: 512 << 10))
        let results = SQLiteResultStore(store)
        var acknowledged: Set<UUID> = []
        for _ in 0..<1_000 {
            let result = StoredResult.sample(session: session, bytes: 8_000)
            do {
                try await results.save(result)
                acknowledged.insert(result.scan)
            } catch {
                #expect(error == .unavailable(.full))
                break
            }
        }
        #expect((10..<1_000).contains(acknowledged.count))
        // The newest result that is stored isn't the newest there was.
        await #expect(throws: StoreError.unavailable(.full)) { try await results.latest(session: session) }
        let stored = try workspace.outsider { db in
            try Data.fetchAll(db, sql: "SELECT scan_id FROM result").compactMap {
                UUID.fromDatabaseValue($0.databaseValue)
            }
        }
        #expect(Set(stored) == acknowledged)
        #expect(try isWhole())
        #expect(try await results.deleteSession(session)["results"] == acknowledged.count)
        #expect(await isEventuallyTrue { store.fault == nil })
        try await results.save(.sample(session: session, bytes: 8_000))
        #expect(workspace.heard == [.failed(.full), .recovered])
    }

    @Test("One client's results leave room for another's, and no fault")
    func clients() async throws {
        let store = await workspace.store(workspace.configuration(sizeLimit: 1 << 20))
        let results = SQLiteResultStore(store)
        func save(_ client: ClientID) async throws -> Bool {
            try await results.save(.sample(session: session, bytes: 8_000), of: client).isSaved
        }
        var much = 0
        while much < 1_000, try await save(TwoClients.much) { much += 1 }
        #expect((10..<100).contains(much))
        for _ in 0..<10 { #expect(try await save(TwoClients.little)) }
        #expect(try await save(TwoClients.much) == false)
        #expect(workspace.heard.isEmpty)
    }

    @Test("A file that is no database is left as it is")
    func rubbish() async throws {
        var generator = SeededGenerator(state: 1)
        let rubbish = Data((0..<20_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
        try FileManager.default.createDirectory(
            at: workspace.file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try rubbish.write(to: workspace.file)
        let store = await workspace.store()
        for _ in 0..<3 {
            await #expect(throws: StoreError.unavailable(.corrupt)) {
                try await SQLiteResultStore(store).save(.sample(session: session))
            }
        }
        await store.close()
        #expect(try Data(contentsOf: workspace.file) == rubbish)
        #expect(workspace.heard == [.failed(.corrupt)])
    }

    @Test("A damaged file gives what was stored or an error, never anything else", arguments: 0..<40)
    func damage(seed: Int) async throws {
        var generator = SeededGenerator(state: UInt64(seed))
        let store = await workspace.store()
        let results = (0..<60).map { _ in
            StoredResult.sample(session: session, bytes: .random(in: 10...9_000, using: &generator))
        }
        try await store.write { db in for result in results { try ResultTable.insert(result, in: db) } }
        await store.close()
        var bytes = try Data(contentsOf: workspace.file)
        // Overwrites half a page at a random place.
        let start = Int.random(in: 0..<bytes.count / 2_048, using: &generator) * 2_048
        let isZeroed = Bool.random(using: &generator)
        for index in start..<start + 2_048 {
            bytes[index] = isZeroed ? 0 : .random(in: 0...255, using: &generator)
        }
        try bytes.write(to: workspace.file)
        let damaged = SQLiteResultStore(await workspace.store())
        for result in results {
            // A damaged index may hide a result, which then counts as missing.
            if let found = try? await damaged.result(scan: result.scan) { #expect(found == result) }
        }
        if let page = try? await damaged.results(session: session, limit: 60, before: nil) {
            for found in page.results { #expect(results.contains(found)) }
        }
        _ = try? await damaged.save(.sample(session: session))
        _ = try? await damaged.deleteSession(session)
        #expect(workspace.heard.count <= 1)
    }

    @Test("A value changed on the disk, which SQLite doesn't notice, is no answer")
    func changedValue() async throws {
        let result = StoredResult.sample(session: session)
        let store = await workspace.store()
        try await SQLiteResultStore(store).save(result)
        try workspace.outsider { try $0.execute(sql: "UPDATE result SET body = zeroblob(40)") }
        await #expect(throws: StoreError.unavailable(.corrupt)) {
            try await SQLiteResultStore(store).latest(session: session)
        }
        #expect(workspace.heard == [.failed(.corrupt)])
    }

    @Test(
        "Values of a kind that no column has, as damage makes them, are errors",
        arguments: ["NULL", "'text'", "x'00'", "1.5", "-1"])
    func foreignValues(value: String) async throws {
        await workspace.store().close()
        for (table, columns) in [
            ("result", ["scan_id", "session_id", "kind", "risk", "created_at", "checksum", "body"]),
            (
                "outbox",
                [
                    "event_id", "endpoint", "session_id", "type", "body", "created_at", "expires_at",
                    "attempts",
                    "due_at", "dead_at", "last_outcome",
                ]
            ),
            (
                "preference",
                [
                    "session_id", "notifications", "screenshot_events", "verdicts", "webhook_url",
                    "webhook_secret",
                    "expires_at",
                ]
            ),
        ] {
            try workspace.outsider { [session] db in
                try db.execute(
                    sql:
                        "DROP TABLE \(table); CREATE TABLE \(table) (id INTEGER PRIMARY KEY, \(columns.joined(separator: ", ")))"
                )
                let values = columns.map { ["session_id": "?", "created_at": "5"][$0] ?? value }.joined(
                    separator: ", ")
                try db.execute(
                    sql: "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(values))",
                    arguments: [session])
            }
        }
        let queue = try workspace.holder()
        try await queue.writeWithoutTransaction { [session] db in
            let time = StoreTime(.distantPast, retention: .zero)
            #expect(throws: DatabaseError.self) {
                try ResultTable.page(session: session, limit: 1, before: nil, at: time, in: db)
            }
            #expect(throws: DatabaseError.self) { try OutboxTable.list(limit: 1, in: db) }
            #expect(throws: DatabaseError.self) { try PreferenceTable.preferences(of: session, in: db) }
        }
    }

    @Test("A place where nothing can be opened: it is tried again")
    func inaccessible() async throws {
        // A file at the folder's path makes opening fail.
        let folder = workspace.file.deletingLastPathComponent()
        try Data("file".utf8).write(to: folder)
        let store = await workspace.store()
        #expect(store.fault == .inaccessible)
        try FileManager.default.removeItem(at: folder)
        #expect(await isEventuallyTrue { store.fault == nil })
        try await SQLiteResultStore(store).save(.sample(session: session))
    }

    @Test("More than may wait are refused at once")
    func overloaded() async throws {
        var configuration = workspace.configuration()
        configuration.queueLimit = 2
        configuration.lockTimeout = .seconds(1)
        let results = SQLiteResultStore(await workspace.store(configuration))
        let holder = try workspace.holder()
        try await holder.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let errors = await withTaskGroup { group in
            for _ in 0..<20 {
                group.addTask { () -> StoreError? in
                    do throws(StoreError) {
                        try await results.save(.sample(session: UUID()))
                        return nil
                    } catch { return error }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.filter { $0 == .overloaded }.count >= 15)
        #expect(errors.contains(.unavailable(.locked)))
        try await holder.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        #expect(try rows() == 0)
    }
}
