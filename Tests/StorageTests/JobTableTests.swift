import Foundation
import GRDB
import Testing

@testable import Storage

@Suite("Asynchronous scans in the store")
struct JobTableTests {
    private let workspace: Workspace

    init() throws {
        workspace = try Workspace()
    }

    @Test("A job that is written down is found by the next process, until it is removed or past its time")
    func life() async throws {
        let first = await workspace.store()
        let (lasting, removed, expired) = (UUID(), UUID(), UUID())
        let jobs = JobStore(first)
        for id in [lasting, removed] { try await jobs.add(id, expires: Date(timeIntervalSinceNow: 3_600)) }
        try await jobs.add(expired, expires: Date(timeIntervalSinceNow: -1))
        try await jobs.remove(removed)
        #expect(try await !jobs.wasTakenBefore(lasting), "by this one")
        await first.close()
        let second = await workspace.store()
        let found = JobStore(second)
        #expect(try await found.wasTakenBefore(lasting))
        for id in [removed, expired, UUID()] { #expect(try await !found.wasTakenBefore(id)) }
        await second.sweep(JobTable.self)
        await second.close()
        #expect(try workspace.outsider { try Int.fetchOne($0, sql: "SELECT count(*) FROM job") } == 1)
    }
}
