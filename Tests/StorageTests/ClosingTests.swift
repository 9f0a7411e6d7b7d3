import Foundation
import Testing

@testable import Storage

@Suite("Closing a store")
struct ClosingTests {
    @Test("Writes that come while the store closes are kept or refused, whichever they were told")
    func writesMeanwhile() async throws {
        let workspace = try Workspace()
        let session = UUID()
        for _ in 0..<20 {
            let store = await workspace.store()
            let results = SQLiteResultStore(store)
            let kept: [UUID] = await withTaskGroup(of: UUID?.self) { group in
                for _ in 0..<16 {
                    group.addTask {
                        let result = StoredResult.sample(session: session)
                        return (try? await results.save(result)) == nil ? nil : result.scan
                    }
                }
                group.addTask {
                    await store.close()
                    return nil
                }
                return await group.reduce(into: []) { if let scan = $1 { $0.append(scan) } }
            }
            let reopened = await workspace.store()
            for scan in kept {
                #expect(try await SQLiteResultStore(reopened).result(scan: scan)?.session == session)
            }
            await reopened.close()
        }
    }
}
