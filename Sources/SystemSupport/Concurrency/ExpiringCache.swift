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

/// Values of clients within a total cost. The value that wasn't used for the longest time is removed first, but none of a client that
/// has less than the average: so nobody is pushed out by a client that fills the cache. Every operation except `removeAll(where:)` is
/// O(1), counted over many.
package struct LRUCache<Key: Hashable, Value> {
    private struct Node {
        let key: Key
        let client: ClientID
        var value: Value
        var cost: Int
        /// Indices of the node that was used next after this one, and of the one before; `none` at the ends.
        var newer: Int
        var older: Int
    }

    private static var none: Int { -1 }

    /// Largest sum of the costs of all values.
    package let capacity: Int
    package private(set) var cost = 0
    package var count: Int { indices.count }

    /// The sum of the costs of each client's values.
    private var costs: [ClientID: Int] = [:]
    private var indices: [Key: Int] = [:]
    /// The nodes by index. A free index holds nil, so that a removed value is released at once.
    private var nodes: [Node?] = []
    private var free: [Int] = []
    private var newest = none
    private var oldest = none

    package init(capacity: Int) {
        self.capacity = capacity
    }

    /// Returns the key's value and makes it the most recently used one.
    package mutating func value(for key: Key) -> Value? {
        guard let index = indices[key], let value = nodes[index]?.value else { return nil }
        use(index)
        return value
    }

    /// Replaces the key's value. A value whose cost exceeds the capacity isn't kept.
    /// - Returns: the number of other values that were removed to make room.
    @discardableResult
    package mutating func insert(_ value: Value, for key: Key, cost: Int, of client: ClientID) -> Int {
        remove(key)
        guard cost <= capacity else { return 0 }
        var evicted = 0
        while self.cost + cost > capacity, let last = nodes.indices.contains(oldest) ? nodes[oldest] : nil {
            if costs[last.client, default: 0] * costs.count < self.cost {
                // It counts as used, so that it isn't looked at again soon.
                use(oldest)
            } else {
                remove(last.key)
                evicted += 1
            }
        }
        let node = Node(
            key: key, client: client, value: value, cost: cost, newer: Self.none, older: Self.none)
        let index: Int
        if let reused = free.popLast() {
            index = reused
            nodes[index] = node
        } else {
            index = nodes.count
            nodes.append(node)
        }
        indices[key] = index
        self.cost += cost
        costs[client, default: 0] += cost
        link(index)
        return evicted
    }

    @discardableResult
    package mutating func remove(_ key: Key) -> Value? {
        guard let index = indices.removeValue(forKey: key) else { return nil }
        unlink(index)
        let node = nodes[index]
        nodes[index] = nil
        free.append(index)
        if let node {
            cost -= node.cost
            let left = costs[node.client, default: 0] - node.cost
            costs[node.client] = left > 0 ? left : nil
        }
        return node?.value
    }

    package mutating func removeAll(where isGone: (Value) -> Bool) {
        for node in nodes {
            if let node, isGone(node.value) { remove(node.key) }
        }
    }

    private mutating func use(_ index: Int) {
        unlink(index)
        link(index)
    }

    private mutating func link(_ index: Int) {
        nodes[index]?.newer = Self.none
        nodes[index]?.older = newest
        if newest != Self.none { nodes[newest]?.newer = index }
        newest = index
        if oldest == Self.none { oldest = index }
    }

    private mutating func unlink(_ index: Int) {
        guard let node = nodes[index] else { return }
        if node.newer == Self.none { newest = node.older } else { nodes[node.newer]?.older = node.older }
        if node.older == Self.none { oldest = node.newer } else { nodes[node.older]?.newer = node.newer }
    }
}
