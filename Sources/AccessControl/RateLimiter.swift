import Synchronization

/// A token bucket for each client, in a table of bounded size. Each request costs the same time, however many there are.
///
/// A full bucket is as good as none, so only full ones are ever forgotten: a flood of new clients can't give anybody
/// units back. Where the table is full of buckets in use, clients without one share a bucket.
package final class RateLimiter<Client: Hashable & Sendable>: Sendable {
    /// Buckets that a newcomer looks at for one to replace.
    private static var probes: Int { 8 }

    private struct Slot {
        var client: Client
        var bucket: TokenBucket
    }

    private struct State {
        var slots: [Slot] = []
        var indices: [Client: Int] = [:]
        var shared: TokenBucket?
        /// Where the last newcomer's search ended.
        var hand = 0
    }

    private let capacity: Int
    private let state = Mutex(State())

    package init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    /// Clients that have a bucket of their own.
    package var count: Int { state.withLock { $0.slots.count } }

    /// - Parameters:
    ///   - cost: in units; 0 asks how things stand.
    ///   - now: never goes back.
    package func take(
        _ cost: Int, for client: Client, limit: RateLimit, now: ContinuousClock.Instant = .now
    ) -> RateDecision {
        state.withLock { state in
            if let index = state.indices[client] ?? makeSlot(for: client, &state, now) {
                return state.slots[index].bucket.take(cost, limit: limit, now: now)
            }
            var shared = state.shared ?? TokenBucket(fullAt: now)
            defer { state.shared = shared }
            return shared.take(cost, limit: limit, now: now)
        }
    }

    /// nil where no bucket is free.
    private func makeSlot(
        for client: Client, _ state: inout State, _ now: ContinuousClock.Instant
    ) -> Int? {
        let slot = Slot(client: client, bucket: TokenBucket(fullAt: now))
        if state.slots.count < capacity {
            state.slots.append(slot)
            state.indices[client] = state.slots.count - 1
            return state.slots.count - 1
        }
        for _ in 0..<min(Self.probes, capacity) {
            state.hand = (state.hand + 1) % capacity
            guard state.slots[state.hand].bucket.isFull(at: now) else { continue }
            state.indices[state.slots[state.hand].client] = nil
            state.slots[state.hand] = slot
            state.indices[client] = state.hand
            return state.hand
        }
        return nil
    }
}
