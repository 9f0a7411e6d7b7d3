import Synchronization

/// Somebody who follows a job; counted for as long as it lives.
package final class JobSubscription: Sendable {
    package let job: Job
    private let release: @Sendable () -> Void

    init(_ job: Job, release: @escaping @Sendable () -> Void) {
        self.job = job
        self.release = release
    }

    deinit {
        release()
    }

    /// What happened behind the given number; empty where nothing did in time, or the caller was cancelled.
    package func events(after number: Int, within limit: Duration) async -> [JobEvent] {
        let events = job.events(after: number)
        if !events.isEmpty { return events }
        await job.change(after: number, within: limit)
        return job.events(after: number)
    }
}
