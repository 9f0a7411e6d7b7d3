import Synchronization

/// Lends resources to clients, each to one borrower at a time. Where none is free, borrowers wait in a `FairQueue`, for a bounded
/// time.
package final class FairLender<Client: Hashable & Sendable, Resource: Sendable>: Sendable {
    package enum Refusal: Error, Sendable, Equatable {
        /// Too many wait, or a client with fewer borrowers got this one's place.
        case full
        case tooLong
        case cancelled
        case closed
    }

    private typealias Waiter = CheckedContinuation<Result<Resource, Refusal>, Never>

    private struct State {
        var idle: [Resource]
        var queue: FairQueue<Client, Waiter>
        var nextID: UInt64 = 0
        var isClosed = false
    }

    private let state: Mutex<State>
    private let patience: Duration

    /// - Parameters:
    ///   - queueLength: the largest number of borrowers that wait.
    ///   - patience: the longest time for which one waits.
    package init(_ resources: [Resource], queueLength: Int, patience: Duration) {
        self.patience = patience
        state = Mutex(State(idle: resources, queue: FairQueue(capacity: queueLength)))
    }

    /// The number of borrowers that wait.
    package var waiting: Int { state.withLock { $0.queue.count } }

    package var idle: Int { state.withLock { $0.idle.count } }

    /// Whether a borrower of the client would get a resource or a place in the queue.
    package func hasRoom(for client: Client) -> Bool {
        state.withLock { !$0.isClosed && (!$0.idle.isEmpty || $0.queue.hasRoom(for: client)) }
    }

    /// Returns a resource if one is free and nobody waits.
    package func borrowIdle() -> Resource? {
        state.withLock { $0.isClosed ? nil : $0.idle.popLast() }
    }

    /// - Parameter isAgain: whether the borrower had a resource already and gave it up. Then it is its client's next, even where the
    ///   queue is full.
    package func borrow(for client: Client, isAgain: Bool = false) async -> Result<Resource, Refusal> {
        if let resource = borrowIdle() { return .success(resource) }
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let timer = Task { [patience, weak self] in
            if (try? await Task.sleep(for: patience)) != nil { self?.refuse(id, of: client, .tooLong) }
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { wait(id, for: client, isAgain: isAgain, $0) }
        } onCancel: {
            refuse(id, of: client, .cancelled)
        }
    }

    /// Lends a resource to the next borrower that waits; where none does, the resource becomes free.
    package func giveBack(_ resource: Resource) {
        let waiter = state.withLock { state -> Waiter? in
            let waiter = state.queue.popFirst()
            if waiter == nil { state.idle.append(resource) }
            return waiter
        }
        waiter?.resume(returning: .success(resource))
    }

    /// Refuses all who wait, and all who come later.
    package func close() {
        let waiters = state.withLock { state -> [Waiter] in
            state.isClosed = true
            var waiters: [Waiter] = []
            while let waiter = state.queue.popFirst() { waiters.append(waiter) }
            return waiters
        }
        for waiter in waiters { waiter.resume(returning: .failure(.closed)) }
    }

    private func wait(_ id: UInt64, for client: Client, isAgain: Bool, _ waiter: Waiter) {
        let answers = state.withLock { state -> [(Waiter, Result<Resource, Refusal>)] in
            // A cancellation before this point found nobody to refuse. One after it will.
            if Task.isCancelled { return [(waiter, .failure(.cancelled))] }
            if state.isClosed { return [(waiter, .failure(.closed))] }
            if let resource = state.idle.popLast() { return [(waiter, .success(resource))] }
            if isAgain {
                state.queue.putBack(waiter, id: id, for: client)
                return []
            }
            return switch state.queue.insert(waiter, id: id, for: client) {
            case .inserted: []
            case .replaced(let other): [(other, .failure(.full))]
            case .refused: [(waiter, .failure(.full))]
            }
        }
        for (waiter, answer) in answers { waiter.resume(returning: answer) }
    }

    private func refuse(_ id: UInt64, of client: Client, _ refusal: Refusal) {
        state.withLock { $0.queue.remove(id, of: client) }?.resume(returning: .failure(refusal))
    }
}
