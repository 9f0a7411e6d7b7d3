package import Foundation
import Scanning
import Synchronization
import TypeSafeAPI

/// One scan that nobody's connection waits for: its steps so far, and who wants to hear of the next.
package final class Job: Sendable {
    private struct State {
        var latest: ScanJob
        var events: [JobEvent] = []
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var nextWaiter: UInt64 = 0
        var subscribers = 0

        mutating func append(_ job: ScanJob) {
            latest = job
            // The wire types hold nothing that JSON can't express.
            let json = (try? WireCoding.encoder().encode(job)).map { Array($0) } ?? Array("{}".utf8)
            events.append(JobEvent(number: events.count + 1, state: job.state, json: json))
        }

        mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
            defer { waiters = [:] }
            return Array(waiters.values)
        }
    }

    package let id: UUID
    /// Who may see it; nil for anybody who knows its id.
    let owner: String?
    private let state: Mutex<State>

    init(id: UUID, owner: String?) {
        self.id = id
        self.owner = owner
        var state = State(latest: ScanJob(scanID: id))
        state.append(state.latest)
        self.state = Mutex(state)
    }

    package var latest: JobEvent {
        // There is always one.
        state.withLock { $0.events[$0.events.count - 1] }
    }

    /// Those behind the given number, oldest first.
    package func events(after number: Int) -> [JobEvent] {
        state.withLock { Array($0.events.dropFirst(max(0, number))) }
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
                    guard state.events.count <= number, !Task.isCancelled else { return false }
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
