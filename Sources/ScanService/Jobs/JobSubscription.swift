import Synchronization

/// A client that follows a job. The registry counts subscriptions for as long as they live.
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

    /// The events after the given number. Waits for the first of them, and returns none where none came in time or the caller
    /// was cancelled.
    package func events(after number: Int, within limit: Duration) async -> [JobEvent] {
        let events = job.events(after: number)
        if !events.isEmpty { return events }
        await job.change(after: number, within: limit)
        return job.events(after: number)
    }
}
