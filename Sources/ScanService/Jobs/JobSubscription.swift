/// A client that follows a job. The registry counts a subscription from its creation until it is released.
package final class JobSubscription: JobFollowing {
    package let job: Job
    private let release: @Sendable () -> Void

    init(_ job: Job, release: @escaping @Sendable () -> Void) {
        self.job = job
        self.release = release
    }

    package var latest: JobEvent { job.latest }
    package var isOver: Bool { job.isClosed }

    deinit {
        release()
    }

    package func events(after number: Int, within limit: Duration) async -> [JobEvent] {
        let events = job.events(after: number)
        if !events.isEmpty { return events }
        await job.change(after: number, within: limit)
        return job.events(after: number)
    }
}
