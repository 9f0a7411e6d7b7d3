import SystemSupport
import Foundation
import Scanning

/// Asynchronous scans that this process does and remembers.
struct OwnJobs: ScanJobs {
    let registry: JobRegistry
    let runner: ScanRunner

    func submit(_ order: ScanOrder) async throws(JobRefusal) -> JobEvent {
        try await registry.submit(
            id: order.id, owner: order.owner, client: order.account.client, bytes: order.bytes
        ) { [runner] progress in
            await runner.run(order, progress: progress)
        }.first
    }

    func latest(of id: UUID, owner: String?) async throws(JobRefusal) -> JobEvent {
        try await registry.latest(of: id, owner: owner)
    }

    func follow(_ id: UUID, owner: String?, client: ClientID) async throws(JobRefusal) -> any JobFollowing {
        try await registry.subscribe(to: id, owner: owner, client: client)
    }

    func watch(_ id: UUID, owner: String?) async throws(JobRefusal) -> any JobFollowing {
        try await registry.watch(id, owner: owner)
    }

    func cancel(_ id: UUID, owner: String?) async throws(JobRefusal) {
        try await registry.cancel(id, owner: owner)
    }

    func drain(grace: Duration) async { await registry.drain(grace: grace) }

    var counts: JobCounts { registry.counts }
}
