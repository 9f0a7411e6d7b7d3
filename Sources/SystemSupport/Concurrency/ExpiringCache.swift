import Synchronization

/// Size of a cache, and how often its entries were used.
package struct CacheCounts: Sendable, Equatable {
    package var entries = 0
    /// Sum of the costs of all entries, in the unit of the cache's capacity.
    package var cost = 0
    package var hits = 0
    package var misses = 0
    /// Number of entries that were removed to make room for others.
    package var evictions = 0

    package init() {}
}

/// Values that are kept in memory for a while, within a total cost, in which each client has its share. An entry past its lifetime is never returned. It is
/// gone from memory at most a tenth of the lifetime later, or 100 ms later where that is longer.
package final class ExpiringCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        let value: Value
        let expires: ContinuousClock.Instant
    }

    private struct State {
        var entries: LRUCache<Key, Entry>
        var counts = CacheCounts()
        /// Whether a task is running that removes expired entries.
        var isSwept = false

        mutating func value(for key: Key) -> Value? {
            guard let entry = entries.value(for: key), entry.expires > .now else { return nil }
            return entry.value
        }

        /// Inserts an entry. It returns true where the caller has to start the task that removes expired entries.
        mutating func insert(_ entry: Entry, for key: Key, cost: Int, of client: ClientID) -> Bool {
            counts.evictions += entries.insert(entry, for: key, cost: cost, of: client)
            let isFirst = !isSwept && entries.count > 0
            isSwept = entries.count > 0
            return isFirst
        }
    }

    /// Shortest pause between two searches for expired entries, so that a short lifetime doesn't keep the processor
    /// busy.
    private static var leastPause: Duration { .milliseconds(100) }
    /// Number of searches for expired entries during one lifetime. Ten means that an expired entry stays in memory for
    /// a tenth of the lifetime.
    private static var sweepsPerLifetime: Int { 10 }

    private let lifetime: Duration
    private let state: Mutex<State>

    /// - Parameter capacity: largest sum of the costs of all entries; 0 keeps nothing.
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

    /// - Parameter client: the client whose share the value takes.
    package func insert(_ value: Value, for key: Key, cost: Int, of client: ClientID) {
        let entry = Entry(value: value, expires: .now + lifetime)
        let mustSweep = state.withLock { $0.insert(entry, for: key, cost: cost, of: client) }
        if mustSweep { sweep() }
    }

    /// Returns the value that the key has, or inserts `value` and returns it.
    package func claim(_ value: Value, for key: Key, cost: Int, of client: ClientID) -> Value {
        let entry = Entry(value: value, expires: .now + lifetime)
        let (claimed, mustSweep) = state.withLock { state in
            if let existing = state.value(for: key) { return (existing, false) }
            return (value, state.insert(entry, for: key, cost: cost, of: client))
        }
        if mustSweep { sweep() }
        return claimed
    }

    package func remove(_ key: Key) {
        state.withLock { _ = $0.entries.remove(key) }
    }

    /// Starts a task that removes expired entries from time to time, until the cache is empty.
    private func sweep() {
        let pause = max(Self.leastPause, lifetime / Self.sweepsPerLifetime)
        Task { [weak self] in
            while (try? await Task.sleep(for: pause)) != nil, let self {
                if !self.removeExpired() { return }
            }
        }
    }

    /// Removes expired entries. It returns false where no entries are left.
    private func removeExpired() -> Bool {
        state.withLock { state in
            let now = ContinuousClock.now
            state.entries.removeAll { $0.expires <= now }
            state.isSwept = state.entries.count > 0
            return state.isSwept
        }
    }
}
