package import Foundation

/// Where it is written that a job exists, and nothing else of it, so that its client hears of a restart.
package protocol JobLedger: Sendable {
    /// Returns when it would survive the process, or can't be written.
    func add(_ id: UUID, expires: Date) async
    func remove(_ id: UUID) async
    /// Whether an earlier process took it; what became of this one's own, the registry knows.
    func wasTakenBefore(_ id: UUID) async -> Bool
}
