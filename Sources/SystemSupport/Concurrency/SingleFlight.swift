import Synchronization

/// Does work once for all callers that need the same result at the same time. The work goes on as long as at least one
/// of them waits, and is cancelled when none does.
package final class SingleFlight<Key: Hashable & Sendable, Value: Sendable, Update: Sendable>: Sendable {
    package typealias Observer = @Sendable (Update) -> Void
    package typealias Work = @Sendable (_ report: @escaping Observer) async -> Value

    private struct Waiter {
        let continuation: CheckedContinuation<(value: Value, isShared: Bool)?, Never>
        let observer: Observer?
        /// Whether another caller had started the work.
        var isShared = false
    }

    private struct Flight {
        let id: UInt64
        let task: Task<Void, Never>
        var latest: Update?
        var waiters: [UInt64: Waiter]
    }

    private struct State {
        var flights: [Key: Flight] = [:]
        var nextID: UInt64 = 0
        var joined = 0

        mutating func takeID() -> UInt64 {
            nextID += 1
            return nextID
        }
    }

    private let state = Mutex(State())

    package init() {}

    /// Number of callers, since the start, that waited for work which another caller had started.
    package var joined: Int { state.withLock { $0.joined } }

    package var count: Int { state.withLock { $0.flights.count } }

    /// Returns the result for a key.
    /// - Parameters:
    ///   - observer: receives the work's updates, on any thread. A caller that joins later gets the latest update at
    ///     once.
    ///   - work: makes the result. It runs in a task of its own, unless work for this key is already running.
    /// - Returns: the result, and whether another caller had started the work; nil where this caller was cancelled.
    package func value(
        for key: Key, observer: Observer? = nil, _ work: @escaping Work
    ) async -> (value: Value, isShared: Bool)? {
        let waiter = state.withLock { $0.takeID() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                join(key, waiter, Waiter(continuation: continuation, observer: observer), work)
            }
        } onCancel: {
            leave(key, waiter)
        }
    }

    private func join(_ key: Key, _ id: UInt64, _ waiter: Waiter, _ work: @escaping Work) {
        let (isCancelled, latest) = state.withLock { state -> (Bool, Update?) in
            // A cancellation before this point found no waiter to remove. A cancellation after it will find one.
            if Task.isCancelled { return (true, nil) }
            if state.flights[key] != nil {
                state.joined += 1
                var waiter = waiter
                waiter.isShared = true
                state.flights[key]?.waiters[id] = waiter
            } else {
                let flight = state.takeID()
                let task = Task {
                    let value = await work { self.report($0, key, flight) }
                    self.land(key, flight, with: value)
                }
                state.flights[key] = Flight(id: flight, task: task, waiters: [id: waiter])
            }
            return (false, state.flights[key]?.latest)
        }
        if isCancelled { return waiter.continuation.resume(returning: nil) }
        if let latest { waiter.observer?(latest) }
    }

    private func leave(_ key: Key, _ id: UInt64) {
        let (waiter, abandoned) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
            guard let waiter = state.flights[key]?.waiters.removeValue(forKey: id) else { return (nil, nil) }
            guard let flight = state.flights[key], flight.waiters.isEmpty else { return (waiter, nil) }
            // From here on, a caller that needs the same result starts new work.
            state.flights[key] = nil
            return (waiter, flight.task)
        }
        abandoned?.cancel()
        waiter?.continuation.resume(returning: nil)
    }

    private func report(_ update: Update, _ key: Key, _ flight: UInt64) {
        let observers = state.withLock { state -> [Observer] in
            guard state.flights[key]?.id == flight else { return [] }
            state.flights[key]?.latest = update
            return state.flights[key]?.waiters.values.compactMap(\.observer) ?? []
        }
        for observer in observers { observer(update) }
    }

    private func land(_ key: Key, _ flight: UInt64, with value: Value) {
        let waiters = state.withLock { state -> [Waiter] in
            guard let landed = state.flights[key], landed.id == flight else { return [] }
            state.flights[key] = nil
            return Array(landed.waiters.values)
        }
        for waiter in waiters { waiter.continuation.resume(returning: (value, waiter.isShared)) }
    }
}
