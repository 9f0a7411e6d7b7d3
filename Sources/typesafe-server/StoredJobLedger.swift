import Foundation
import Storage
import ScanService

/// Writes jobs down in the database. Where it can't, it tells the log itself, and jobs go on: only a restart forgets them.
struct StoredJobLedger: JobLedger {
    let jobs: JobStore

    func add(_ id: UUID, expires: Date) async { try? await jobs.add(id, expires: expires) }

    func remove(_ id: UUID) async { try? await jobs.remove(id) }

    func wasTakenBefore(_ id: UUID) async -> Bool { (try? await jobs.wasTakenBefore(id)) ?? false }
}
