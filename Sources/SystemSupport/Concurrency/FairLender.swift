import Synchronization

/// Lends resources to clients, each to one borrower at a time. Where none is free, borrowers wait in a `FairQueue`, for a bounded
/// time. Those whose clients hold fewest come first.
package final class FairLender<Client: Hashable & Sendable, Resource: Sendable>: Sendable {
    package enum Refusal: Error, Sendable, Equatable {
        /// Too many wait, or a client with fewer borrowers got this one's place.
        case full
        case tooLong
        case cancelled
        case closed
    }

    private struct Waiter {
        let client: Client
        let continuation: CheckedContinuation<Result<Resource, Refusal>, Never>

        func resume(returning result: Result<Resource, Refusal>) { continuation.resume(returning: result) }
    }

    private struct State {
        var idle: [Resource]
        var queue: FairQueue<Client, Waiter>
        var nextID: UInt64 = 0
        var isClosed = false
        /// The number of resources that each client holds.
        var held: [Client: Int] = [:]

        mutating func take(for client: Client) -> Resource? {
            guard !isClosed, let resource = idle.popLast() else { return nil }
            held[client, default: 0] += 1
            return resource
        }

        mutating func release(_ client: Client) {
            let left = held[client, default: 1] - 1
            held[client] = left > 0 ? left : nil
        }

        /// Lends a resource to the next borrower that waits.
        /// - Returns: nil where none does. Then the resource is free.
        mutating func lend(_ resource: Resource) -> Waiter? {
            guard let waiter = queue.popFirst(leastOf: { held[$0, default: 0] }) else {
                idle.append(resource)
                return nil
            }
            held[waiter.client, default: 0] += 1
            return waiter
        }
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

    /// Whether a client waits and holds nothing.
    package func isLacking(_ client: Client) -> Bool {
        state.withLock { $0.held[client] == nil && $0.queue.count(of: client) > 0 }
    }

    /// Whether a borrower of the client would get a resource or a place in the queue.
    package func hasRoom(for client: Client) -> Bool {
        state.withLock { !$0.isClosed && (!$0.idle.isEmpty || $0.queue.hasRoom(for: client)) }
    }

    /// Returns a resource that no client holds, if one is free and nobody waits. It comes back by `add`.
    package func borrowIdle() -> Resource? {
        state.withLock { $0.isClosed ? nil : $0.idle.popLast() }
    }

    /// - Parameters:
    ///   - isAgain: whether the borrower had a resource already and gave it up. Then it is its client's next, even where the
    ///     queue is full.
    ///   - onWait: a function that is called where the borrower has to wait, when it has its place in the queue.
    package func borrow(
        for client: Client, isAgain: Bool = false, onWait: @Sendable () -> Void = {}
    ) async -> Result<Resource, Refusal> {
        if let resource = state.withLock({ $0.take(for: client) }) { return .success(resource) }
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let timer = Task { [patience, weak self] in
            if (try? await Task.sleep(for: patience)) != nil { self?.refuse(id, of: client, .tooLong) }
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation {
                if wait(id, isAgain: isAgain, Waiter(client: client, continuation: $0)) { onWait() }
            }
        } onCancel: {
            refuse(id, of: client, .cancelled)
        }
    }

    /// Lends a client's resource to the next borrower that waits; where none does, the resource becomes free.
    package func giveBack(_ resource: Resource, of client: Client) {
        release(client)
        add(resource)
    }

    /// Notes that a client holds a resource less. The resource, or another one, may be added later.
    package func release(_ client: Client) {
        state.withLock { $0.release(client) }
    }

    /// Lends a resource that no client holds to the next borrower that waits; where none does, the resource becomes free.
    package func add(_ resource: Resource) {
        state.withLock { $0.lend(resource) }?.resume(returning: .success(resource))
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

    /// - Returns: whether the borrower waits. Where it doesn't, it has its answer.
    private func wait(_ id: UInt64, isAgain: Bool, _ waiter: Waiter) -> Bool {
        let (displaced, answer) = state.withLock { state -> (Waiter?, Result<Resource, Refusal>?) in
            // A cancellation before this point found nobody to refuse. One after it will.
            if Task.isCancelled { return (nil, .failure(.cancelled)) }
            if state.isClosed { return (nil, .failure(.closed)) }
            if let resource = state.take(for: waiter.client) { return (nil, .success(resource)) }
            if isAgain {
                state.queue.putBack(waiter, id: id, for: waiter.client)
                return (nil, nil)
            }
            return switch state.queue.insert(waiter, id: id, for: waiter.client) {
            case .inserted: (nil, nil)
            case .replaced(let other): (other, nil)
            case .refused: (nil, .failure(.full))
            }
        }
        displaced?.resume(returning: .failure(.full))
        if let answer { waiter.resume(returning: answer) }
        return answer == nil
    }

    private func refuse(_ id: UInt64, of client: Client, _ refusal: Refusal) {
        state.withLock { $0.queue.remove(id, of: client) }?.resume(returning: .failure(refusal))
    }
}
