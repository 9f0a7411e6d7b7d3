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
