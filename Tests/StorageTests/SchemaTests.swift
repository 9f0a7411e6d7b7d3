import Foundation
import GRDB
import Testing

@testable import Storage

@Suite("Schemas")
struct SchemaTests {
    private let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        try FileManager.default.createDirectory(
            at: workspace.file.deletingLastPathComponent(), withIntermediateDirectories: true)
    }

    /// The first schema there was, as a file of that time holds it.
    private func makeFirst(session: UUID, scan: UUID, body: Data) throws {
        try workspace.outsider { db in
            try db.execute(
                sql: """
                    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
                    INSERT INTO grdb_migrations VALUES ('result-1');
                    CREATE TABLE result (
                        id INTEGER PRIMARY KEY,
                        scan_id BLOB NOT NULL UNIQUE,
                        session_id BLOB NOT NULL,
                        kind TEXT NOT NULL,
                        risk TEXT NOT NULL,
                        created_at INTEGER NOT NULL,
                        checksum INTEGER NOT NULL,
                        body BLOB NOT NULL
                    ) STRICT;
                    CREATE INDEX result_by_session ON result (session_id);
                    CREATE INDEX result_by_age ON result (created_at);
                    """)
            // The checksum is FNV-1a of `{}`, computed by hand.
            try db.execute(
                sql: "INSERT INTO result VALUES (7, ?, ?, 'image', 'high', ?, ?, ?)",
                arguments: [scan, session, Date().storedMilliseconds, 0x08F4_4B07_B590_1A25, body])
        }
    }

    @Test("An older file is brought up to date and keeps what it holds")
    func older() async throws {
        let (session, scan) = (UUID(), UUID())
        try makeFirst(session: session, scan: scan, body: Data("{}".utf8))
        let results = SQLiteResultStore(await workspace.store())
        let found = try #require(try await results.latest(session: session))
        #expect(found.scan == scan)
        #expect(found.kind == .image)
        #expect(found.body == Data("{}".utf8))
        try await results.save(.sample(session: session))
        let applied = try workspace.outsider {
            try String.fetchAll($0, sql: "SELECT identifier FROM grdb_migrations")
        }
        #expect(Set(applied) == Set(StoreSchema.migrator.migrations))
    }

    @Test("A newer version's file is refused and left as it is")
    func newer() async throws {
        await workspace.store().close()
        try workspace.outsider { db in
            try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('result-99')")
            try db.checkpoint(.truncate)
        }
        let before = try Data(contentsOf: workspace.file)
        let store = await workspace.store()
        await #expect(throws: StoreError.unavailable(.newerSchema)) {
            try await SQLiteResultStore(store).save(.sample(session: UUID()))
        }
        await store.close()
        #expect(try Data(contentsOf: workspace.file) == before)
        #expect(workspace.heard == [.failed(.newerSchema)])
    }

    @Test("Another program's tables aren't touched")
    func foreign() async throws {
        try workspace.outsider { db in
            try db.execute(sql: "CREATE TABLE result (wonderful TEXT); INSERT INTO result VALUES ('indeed')")
        }
        let store = await workspace.store()
        #expect(store.fault == .corrupt)
        await store.close()
        let content = try workspace.outsider { try String.fetchOne($0, sql: "SELECT wonderful FROM result") }
        #expect(content == "indeed")
    }

    @Test("Only the server's user can read the file, its log and its folder")
    func permissions() async throws {
        let previous = umask(0)
        defer { umask(previous) }
        try FileManager.default.removeItem(at: workspace.file.deletingLastPathComponent())
        let store = await workspace.store()
        try await SQLiteResultStore(store).save(.sample(session: UUID()))
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(workspace.file.path) == 0o600)
        #expect(try mode(workspace.file.path + "-wal") == 0o600)
        #expect(try mode(workspace.file.path + "-shm") == 0o600)
        #expect(try mode(workspace.file.deletingLastPathComponent().path) == 0o700)
    }

    @Test("What is acknowledged is synced, what is deleted is overwritten, and one connection writes")
    func pragmas() async throws {
        let store = await workspace.store()
        let values = try await store.write { db in
            try ["synchronous", "secure_delete", "auto_vacuum"].map { name in
                try Int.fetchOne(db, sql: "PRAGMA \(name)")
            }
        }
        #expect(values == [2, 1, 2])
        let mode = try workspace.outsider { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
        #expect(mode == "wal")
    }
}
