import Synchronization

/// Readings that servers share, by a key that says of what they are. A scan doesn't wait for a Redis that is slow or away.
package final class ReadingStore: Sendable {
    private struct Budget {
        var bytes: Double
        var time = ContinuousClock.now
    }

    /// How long a scan waits, where it would take a hundred times as long to read the picture.
    private static let patience = Duration.milliseconds(100)
    /// Largest reading that is kept: a page full of small text has some 100,000 bytes.
    private static let largest = 256 << 10
    /// Number of answers that are known in advance: more than work that a server takes at once.
    private static let mostExpected = 256

    private let redis: RedisClient
    private let prefix: String
    private let bytes: Int
    private let lifetime: Duration
    private let budget: Mutex<Budget>
    /// What Redis was asked together with other things, by name. With nil, it has none.
    private let expected = Mutex<[String: [UInt8]?]>([:])

    /// - Parameter bytes: what this server may keep within a lifetime; with 0 it keeps none.
    package init(_ redis: RedisClient, prefix: String, bytes: Int, lifetime: Duration) {
        self.redis = redis
        self.prefix = prefix
        self.bytes = bytes
        self.lifetime = lifetime
        budget = Mutex(Budget(bytes: Double(bytes)))
    }

    package func reading(_ key: String) async -> [UInt8]? {
        guard bytes > 0 else { return nil }
        let name = name(key)
        if let known = expected.withLock({ $0.removeValue(forKey: name) }) { return known }
        return try? await redis.run(RedisCommand("GET", name), within: Self.patience).bytes
    }

    package func keep(_ reading: [UInt8], for key: String) {
        guard reading.count <= Self.largest, take(reading.count) else { return }
        redis.runSoon(RedisCommand("SET", name(key), reading, "PX", lifetime.milliseconds))
    }

    /// The name under which a reading is kept.
    package func name(_ key: String) -> String {
        // The picture's digest is the slot.
        let parts = key.split(separator: ":", maxSplits: 1).map(String.init)
        return "\(prefix):{reading:\(parts.first ?? "")}:\(parts.count > 1 ? parts[1] : "")"
    }

    // MARK: What is known in advance

    /// Notes down what Redis answered for a name, so that it isn't asked again.
    package func expect(_ reading: [UInt8]?, named name: String) {
        guard bytes > 0 else { return }
        expected.withLock { expected in
            guard expected.count < Self.mostExpected else { return }
            expected.updateValue(reading, forKey: name)
        }
    }

    /// Forgets what nobody asked for.
    package func expectNothing(named names: [String]) {
        expected.withLock { expected in
            for name in names { expected.removeValue(forKey: name) }
        }
    }

    private func take(_ count: Int) -> Bool {
        budget.withLock { budget in
            let now = ContinuousClock.now
            let regained = Double(bytes) * (budget.time.duration(to: now) / lifetime)
            budget.bytes = min(Double(bytes), budget.bytes + regained)
            budget.time = now
            guard budget.bytes >= Double(count) else { return false }
            budget.bytes -= Double(count)
            return true
        }
    }
}
