/// A client that follows a job. The registry counts a subscription from its creation until it is released.
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

    /// Returns the events after the given number. It waits for the first of them, and returns none where the time is
    /// over or the caller was cancelled.
    package func events(after number: Int, within limit: Duration) async -> [JobEvent] {
        let events = job.events(after: number)
        if !events.isEmpty { return events }
        await job.change(after: number, within: limit)
        return job.events(after: number)
    }
}
