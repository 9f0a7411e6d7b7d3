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

/// Elements that wait, served round robin between clients and first come first served within one. So no client waits for more than
/// one element of each other client between two of its own.
///
/// A full queue gives a new element the place of the newest element of the client that has most, if the new one's client has less
/// even then. So nobody is kept out by a client that filled the queue.
package struct FairQueue<Client: Hashable, Element> {
    package enum Insertion {
        case inserted
        /// The element was inserted, and another one lost its place to it.
        case replaced(Element)
        case refused
    }

    private struct Lane {
        let client: Client
        var elements: [(id: UInt64, element: Element)]
    }

    /// The largest number of elements.
    private let capacity: Int
    /// The clients that wait. The next one to be served stands first. No lane is empty.
    private var lanes: [Lane] = []
    package private(set) var count = 0

    package init(capacity: Int) {
        self.capacity = capacity
    }

    package func count(of client: Client) -> Int {
        lanes.first { $0.client == client }?.elements.count ?? 0
    }

    /// Whether an element of the client would be inserted.
    package func hasRoom(for client: Client) -> Bool {
        count < capacity || longest.map { lanes[$0].elements.count > count(of: client) + 1 } == true
    }

    /// - Parameter id: names the element for `remove`. It must not be in use.
    package mutating func insert(_ element: Element, id: UInt64, for client: Client) -> Insertion {
        guard hasRoom(for: client) else { return .refused }
        var displaced: Element?
        if count >= capacity, let longest {
            displaced = lanes[longest].elements.removeLast().element
            count -= 1
        }
        let index = lane(of: client)
        lanes[index].elements.append((id, element))
        count += 1
        return displaced.map { .replaced($0) } ?? .inserted
    }

    /// Inserts an element that was served before and gave way. It is its client's next, even where the queue is full.
    package mutating func putBack(_ element: Element, id: UInt64, for client: Client) {
        let index = lane(of: client)
        lanes[index].elements.insert((id, element), at: 0)
        count += 1
    }

    /// The client's lane, to which an element is about to be added; a client that has none gets one behind all others.
    private mutating func lane(of client: Client) -> Int {
        if let index = lanes.firstIndex(where: { $0.client == client }) { return index }
        lanes.append(Lane(client: client, elements: []))
        return lanes.count - 1
    }

    /// Removes and returns the next element.
    /// - Parameter share: what a client has already. Those that have least are served first.
    package mutating func popFirst(leastOf share: (Client) -> Int = { _ in 0 }) -> Element? {
        let next = lanes.indices.min { share(lanes[$0].client) < share(lanes[$1].client) }
        guard let next else { return nil }
        var lane = lanes.remove(at: next)
        let element = lane.elements.removeFirst().element
        count -= 1
        if !lane.elements.isEmpty { lanes.append(lane) }
        return element
    }

    /// Removes an element that waits.
    /// - Returns: nil where it doesn't wait any more.
    package mutating func remove(_ id: UInt64, of client: Client) -> Element? {
        guard let lane = lanes.firstIndex(where: { $0.client == client }),
            let place = lanes[lane].elements.firstIndex(where: { $0.id == id })
        else { return nil }
        let element = lanes[lane].elements.remove(at: place).element
        count -= 1
        if lanes[lane].elements.isEmpty { lanes.remove(at: lane) }
        return element
    }

    /// The lane with most elements.
    private var longest: Int? {
        lanes.indices.max { lanes[$0].elements.count < lanes[$1].elements.count }
    }
}
