package import SystemSupport
package import Foundation

/// Asynchronous scans: where they are handed in, asked for, followed and cancelled. `OwnJobs` does them in this process; `SharedJobs`
/// hands them to any server that shares a Redis.
package protocol ScanJobs: Sendable {
    /// Queues a scan. When this returns, a restart doesn't make the scan's id unknown, as far as the engine's settings go.
    /// - Returns: the job's first event.
    func submit(_ order: ScanOrder) async throws(JobRefusal) -> JobEvent

    /// - Parameter owner: name of the API key of the request; nil where the server asks for none.
    func latest(of id: UUID, owner: String?) async throws(JobRefusal) -> JobEvent

    /// - Parameter client: the client whose share of the subscribers is taken.
    func follow(_ id: UUID, owner: String?, client: ClientID) async throws(JobRefusal) -> any JobFollowing

    /// Follows a job for this server itself, which takes no client's share.
    func watch(_ id: UUID, owner: String?) async throws(JobRefusal) -> any JobFollowing

    /// Ends a job, unless it has ended already, and forgets it.
    func cancel(_ id: UUID, owner: String?) async throws(JobRefusal)

    /// Refuses new jobs, and ends what is under way here within `grace`, or hands it to others.
    func drain(grace: Duration) async

    var counts: JobCounts { get }
}

/// A job's events, as one client follows them. Its place among the subscribers is free again when the last reference is gone.
package protocol JobFollowing: Sendable {
    /// The latest event when the client began to follow.
    var latest: JobEvent { get }

    /// Returns the events after the given number. It waits for the first of them, and returns none where the time is over or the
    /// caller was cancelled.
    func events(after number: Int, within limit: Duration) async -> [JobEvent]

    /// Whether this server stops before the job has ended. Another one tells of the rest.
    var isOver: Bool { get }
}

package enum JobRefusal: Error, Sendable, Equatable {
    /// There are too many jobs or subscribers, or their images take too much memory.
    case full
    /// There are more jobs than the workers can do in time.
    /// - Parameter seconds: until enough of them are done, by how long scans take now.
    case behind(seconds: Int)
    case stopping
    case unknown
    /// What the servers share can't be reached.
    case unavailable
}

package struct JobCounts: Sendable, Equatable {
    package var waiting = 0
    package var running = 0
    package var kept = 0
    package var subscribers = 0
}
