package import Foundation
import OCRWorkers
import Scanning
import Synchronization
import TypeSafeAPI

/// One scan that nobody's connection waits for: its steps so far, and who wants to hear of the next.
package final class Job: Sendable {
    private struct State {
        var latest: ScanJob
        /// Never empty.
        var events: [JobEvent]
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var nextWaiter: UInt64 = 0
        var subscribers = 0

        init(_ job: ScanJob, number: Int) {
            latest = job
            events = [JobEvent(job, number: number)]
        }

        mutating func append(_ job: ScanJob) {
            latest = job
            events.append(JobEvent(job, number: (events.last?.number ?? 0) + 1))
        }

        mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
            defer { waiters = [:] }
            return Array(waiters.values)
        }
    }

    /// Of the one event of a job that a restart ended: behind all that its client can have heard, as a job's percent only grows.
    private static let lastNumber = 1_000

    package let id: UUID
    /// Who may see it; nil for anybody who knows its id.
    let owner: String?
    private let state: Mutex<State>

    init(id: UUID, owner: String?) {
        self.id = id
        self.owner = owner
        state = Mutex(State(ScanJob(scanID: id), number: 1))
    }

    /// One that ended with the process that had it.
    init(id: UUID, lost problem: Problem) {
        self.id = id
        owner = nil
        let job = ScanJob(scanID: id).ended(with: .failure(JobFailed(problem)))
        state = Mutex(State(job, number: Self.lastNumber))
    }

    package var latest: JobEvent {
        state.withLock { $0.events[$0.events.count - 1] }
    }

    /// Those behind the given number, oldest first.
    package func events(after number: Int) -> [JobEvent] {
        state.withLock { $0.events.filter { $0.number > number } }
    }

    var bytes: Int { state.withLock { $0.events.reduce(0) { $0 + $1.json.count + 64 } } }

    // MARK: Changes

    func report(_ progress: ScanProgress) {
        let waiters = state.withLock { state in
            guard let job = state.latest.advanced(by: progress) else {
                return [CheckedContinuation<Void, Never>]()
            }
            state.append(job)
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.resume() }
    }

    /// False where it had ended already.
    @discardableResult
    func end(with result: Result<ScanResponse, JobFailed>) -> Bool {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
            guard !state.latest.state.isFinal else { return nil }
            state.append(state.latest.ended(with: result))
            return state.takeWaiters()
        }
        for waiter in waiters ?? [] { waiter.resume() }
        return waiters != nil
    }

    // MARK: Waiting

    /// Counts a subscriber in; false where there are too many.
    func admit(limit: Int) -> Bool {
        state.withLock { state in
            guard state.subscribers < limit else { return false }
            state.subscribers += 1
            return true
        }
    }

    func dismiss() {
        state.withLock { $0.subscribers -= 1 }
    }

    /// Returns when there is something behind the given number, when the time is over, or when the caller is cancelled.
    func change(after number: Int, within limit: Duration) async {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        let timer = Task { [weak self] in
            if (try? await Task.sleep(for: limit)) != nil { self?.wake(id) }
        }
        defer { timer.cancel() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state in
                    let isNews = state.events.contains { $0.number > number }
                    guard !isNews, !Task.isCancelled else { return false }
                    state.waiters[id] = continuation
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        } onCancel: {
            wake(id)
        }
    }

    private func wake(_ id: UInt64) {
        state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
    }
}
