import Foundation

/// Divides Redis' memory between clients once it is half full: a client may store results as long as its own take no more than what
/// is left. It counts where Redis has a `maxmemory`.
struct SharedRoom {
    /// What an entry takes beside its body: names, fields and the index.
    private static let overhead = 600
    private static let dayMilliseconds: Int64 = 86_400_000

    let store: SharedStore

    /// A day's key: shares and the bytes of what they stored. A deleted result counts until its time would be over.
    private func key(_ day: Int64) -> String { "\(store.keys.room):\(day)" }

    func hasRoom(_ share: Int) async throws(StoreError) -> Bool {
        let (used, limit) = store.memory
        guard share >= 0, limit > 0, used * 2 > limit else { return true }
        let today = store.now / Self.dayMilliseconds
        let days = store.configuration.retention.storedMilliseconds / Self.dayMilliseconds + 1
        let rows = try await store.run(
            (0...days).map { RedisCommand("HMGET", key(today - $0), share, "all") })
        var (held, all) = (0, 0)
        for row in rows.compactMap(\.array) where row.count == 2 {
            held += row[0].integer ?? 0
            all += row[1].integer ?? 0
        }
        return Double(held) * Double(used) <= Double(limit - used) * Double(max(1, all))
    }

    /// Commands that count a result; none where Redis may take all memory there is.
    func counting(_ bytes: Int, of share: Int) -> [RedisCommand] {
        guard store.memory.limit > 0 else { return [] }
        let bytes = bytes + Self.overhead
        store.took(bytes)
        let key = key(store.now / Self.dayMilliseconds)
        let expiry = store.configuration.retention.storedMilliseconds + 2 * Self.dayMilliseconds
        return [
            RedisCommand("HINCRBY", key, share, bytes), RedisCommand("HINCRBY", key, "all", bytes),
            RedisCommand("PEXPIRE", key, Int(expiry)),
        ]
    }
}
