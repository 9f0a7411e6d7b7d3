import SystemSupport
import Foundation
import Synchronization
import TypeSafeAPI

/// A job that clients of this server follow and that another server does. Whenever Redis tells of something new, it is read into
/// `job`, from which all of its followers here are told.
final class FollowedJob: Sendable {
    /// What there is to read.
    enum News {
        case events([JobEvent])
        /// Redis can't be reached.
        case none
    }

    /// Pause after a reading that failed. Redis is away then, and clients are told within seconds when it is back.
    private static let retryPause = Duration.milliseconds(500)
    /// Longest time without a reading. A signal that got lost costs no more than this, and the end of a job whose workers are all gone
    /// is noticed as late.
    private static let longestSilence = Duration.seconds(10)

    let job: Job
    private let woken = AutoResetEvent()
    private let tasks = Mutex<[Task<Void, Never>]>([])

    init(_ job: Job) { self.job = job }

    /// - Parameters:
    ///   - signals: tells that there may be something new.
    ///   - read: reads the events after a number.
    func start(_ signals: AsyncStream<Void>, read: @escaping @Sendable (Int) async -> News) {
        let forwarding = Task { [woken] in
            for await _ in signals { woken.set() }
        }
        let reading = Task { [woken, job] in
            var pause = Self.longestSilence
            while true {
                await woken.wait(atMost: pause)
                if Task.isCancelled { return }
                switch await read(job.latest.number) {
                case .events(let events):
                    job.add(events)
                    pause = Self.longestSilence
                    if job.latest.state.isFinal { return }
                case .none: pause = Self.retryPause
                }
            }
        }
        tasks.withLock { $0 = [forwarding, reading] }
    }

    func stop() {
        for task in tasks.withLock({ $0 }) { task.cancel() }
    }
}
