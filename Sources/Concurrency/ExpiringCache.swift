import Synchronization

/// How a cache stands.
package struct CacheCounts: Sendable, Equatable {
    package var entries = 0
    /// In the unit that the cache is bounded in.
    package var cost = 0
    package var hits = 0
    package var misses = 0
    /// What had to go to make room.
    package var evictions = 0

    package init() {}
}

/// What is remembered for a while, in memory only: bounded by cost and by age. What is too old isn't given out, and is gone
/// from memory at most a tenth of its lifetime later.
package final class ExpiringCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        let value: Value
        let expires: ContinuousClock.Instant
    }

    private struct State {
        var entries: LRUCache<Key, Entry>
        var counts = CacheCounts()
        var isSwept = false

        mutating func value(for key: Key) -> Value? {
            guard let entry = entries.value(for: key), entry.expires > .now else { return nil }
            return entry.value
        }

        /// True where nobody sees to it yet that it goes again.
        mutating func insert(_ entry: Entry, for key: Key, cost: Int) -> Bool {
            counts.evictions += entries.insert(entry, for: key, cost: cost)
            let isFirst = !isSwept && entries.count > 0
            isSwept = entries.count > 0
            return isFirst
        }
    }

    private static var leastPause: Duration { .milliseconds(100) }

    private let lifetime: Duration
    private let state: Mutex<State>

    /// - Parameter capacity: what all values together may cost; 0 keeps nothing.
    package init(capacity: Int, lifetime: Duration) {
        self.lifetime = lifetime
        state = Mutex(State(entries: LRUCache(capacity: capacity)))
    }

    package var counts: CacheCounts {
        state.withLock { state in
            var counts = state.counts
            counts.entries = state.entries.count
            counts.cost = state.entries.cost
            return counts
        }
    }

    package func value(for key: Key) -> Value? {
        state.withLock { state in
            let value = state.value(for: key)
            if value == nil { state.counts.misses += 1 } else { state.counts.hits += 1 }
            return value
        }
    }

    package func insert(_ value: Value, for key: Key, cost: Int) {
        let entry = Entry(value: value, expires: .now + lifetime)
        let mustSweep = state.withLock { $0.insert(entry, for: key, cost: cost) }
        if mustSweep { sweep() }
    }

    /// What the key has already, or `value`, which it has from now on.
    package func claim(_ value: Value, for key: Key, cost: Int) -> Value {
        let entry = Entry(value: value, expires: .now + lifetime)
        let (claimed, mustSweep) = state.withLock { state in
            if let existing = state.value(for: key) { return (existing, false) }
            return (value, state.insert(entry, for: key, cost: cost))
        }
        if mustSweep { sweep() }
        return claimed
    }

    package func remove(_ key: Key) {
        state.withLock { _ = $0.entries.remove(key) }
    }

    /// Runs while there is anything to forget.
    private func sweep() {
        let pause = max(Self.leastPause, lifetime / 10)
        Task { [weak self] in
            while (try? await Task.sleep(for: pause)) != nil, let self {
                if !self.removeExpired() { return }
            }
        }
    }

    /// False where nothing is left.
    private func removeExpired() -> Bool {
        state.withLock { state in
            let now = ContinuousClock.now
            state.entries.removeAll { $0.expires <= now }
            state.isSwept = state.entries.count > 0
            return state.isSwept
        }
    }
}
