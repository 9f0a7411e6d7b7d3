package import Redis
import Synchronization

/// Readings that servers share, by a key that says of what they are. A scan doesn't wait for a Redis that is slow or away.
package final class ReadingStore: Sendable {
    private struct Budget {
        var bytes: Double
        var time = ContinuousClock.now
        var writing = 0
    }

    /// How long a scan waits, where it would take a hundred times as long to read the picture.
    private static let patience = Duration.milliseconds(100)
    /// Largest reading that is kept: a page full of small text has some 100,000 bytes.
    private static let largest = 256 << 10
    /// Number of readings that are being written at once. More are not kept.
    private static let mostWriting = 64

    private let redis: RedisClient
    private let prefix: String
    private let bytes: Int
    private let lifetime: Duration
    private let budget: Mutex<Budget>

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
        return try? await redis.run(RedisCommand("GET", name(key)), within: Self.patience).bytes
    }

    package func keep(_ reading: [UInt8], for key: String) {
        guard reading.count <= Self.largest, take(reading.count) else { return }
        let command = RedisCommand("SET", name(key), reading, "PX", lifetime.milliseconds)
        Task {
            _ = try? await redis.run(command)
            budget.withLock { $0.writing -= 1 }
        }
    }

    private func take(_ count: Int) -> Bool {
        budget.withLock { budget in
            let now = ContinuousClock.now
            let regained = Double(bytes) * (budget.time.duration(to: now) / lifetime)
            budget.bytes = min(Double(bytes), budget.bytes + regained)
            budget.time = now
            guard budget.writing < Self.mostWriting, budget.bytes >= Double(count) else { return false }
            budget.bytes -= Double(count)
            budget.writing += 1
            return true
        }
    }

    private func name(_ key: String) -> String {
        // The picture's digest is the slot.
        let parts = key.split(separator: ":", maxSplits: 1).map(String.init)
        return "\(prefix):{reading:\(parts.first ?? "")}:\(parts.count > 1 ? parts[1] : "")"
    }
}
