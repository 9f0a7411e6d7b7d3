package import Foundation
package import SystemSupport

/// Results by session. Each is a key of its own, which Redis deletes when its time is over.
package struct SharedResults: ResultStore {
    /// Number of commands that are sent together, so that others' wait for a millisecond only.
    private static let batch = 500

    private let store: SharedStore

    package init(_ store: SharedStore) {
        self.store = store
    }

    private var keys: SharedKeys { store.keys }
    /// Results of this time and earlier ones are past the retention, also those that were stored under a longer one.
    private var horizon: Int64 {
        Date().storedMilliseconds - store.configuration.retention.storedMilliseconds
    }

    /// The result is stored first. What publishes its event again, because it failed here, tells nobody twice.
    @discardableResult
    package func save(
        _ result: StoredResult, publishing event: OutboxEvent?, of client: ClientID?
    ) async throws(StoreError) -> (isSaved: Bool, messages: OutboxReceipt) {
        let (room, share) = (SharedRoom(store: store), store.share(of: client))
        guard try await room.hasRoom(share) else {
            return (false, try await publish(event))
        }
        let expiry =
            store.milliseconds(result.createdAt) + store.configuration.retention.storedMilliseconds
        _ = try await store.run(
            [
                RedisCommand(
                    "SET", keys.session(of: result.scan), result.session.key, "NX", "PXAT",
                    Int(max(1, expiry))),
                RedisCommand(
                    ResultScripts.save, keys: [keys.results(of: result.session)],
                    [
                        result.scan.key, result.kind.rawValue, result.risk,
                        Int(result.createdAt.storedMilliseconds), [UInt8](result.body), Int(max(1, expiry)),
                    ]),
            ] + room.counting(result.body.count, of: share))
        return (true, try await publish(event))
    }

    private func publish(_ event: OutboxEvent?) async throws(StoreError) -> OutboxReceipt {
        guard let event else { return OutboxReceipt() }
        return try await publish(event)
    }

    package func publish(_ event: OutboxEvent) async throws(StoreError) -> OutboxReceipt {
        try await SharedOutbox(store).insert(event)
    }

    package func latest(session: UUID) async throws(StoreError) -> StoredResult? {
        try await results(session: session, limit: 1, before: nil).results.first
    }

    package func result(scan: UUID) async throws(StoreError) -> StoredResult? {
        let found = try await store.run([RedisCommand("GET", keys.session(of: scan))])
        guard let session = found[0].text.flatMap(UUID.init(uuidString:)) else { return nil }
        let key = "\(keys.results(of: session)):\(scan.key)"
        let fields = try await store.run([RedisCommand("HMGET", key, "kind", "risk", "created", "body")])
        guard let fields = fields[0].array, !fields[0].isNull else { return nil }
        let result = try Self.result(scan, session, fields[...])
        return result.createdAt.storedMilliseconds > horizon ? result : nil
    }

    package func results(
        session: UUID, limit: Int, before: UUID?
    ) async throws(StoreError) -> ResultPage {
        let rows =
            try await store.run(
                ResultScripts.page, keys.results(of: session), [limit + 1, before?.key ?? "", Int(horizon)]
            ).array ?? []
        var results: [StoredResult] = []
        for row in rows.prefix(limit) {
            guard let row = row.array, let scan = row.first?.text.flatMap(UUID.init(uuidString:)) else {
                throw .rejected(code: 0)
            }
            results.append(try Self.result(scan, session, row.dropFirst()))
        }
        return ResultPage(results: results, hasMore: rows.count > limit)
    }

    /// - Parameter fields: kind, risk, time and body.
    private static func result(
        _ scan: UUID, _ session: UUID, _ fields: ArraySlice<RedisValue>
    ) throws(StoreError) -> StoredResult {
        let fields = Array(fields)
        guard fields.count == 4, let kind = fields[0].text.flatMap(StoredResult.Kind.init(rawValue:)),
            let risk = fields[1].text, let created = fields[2].integer, let body = fields[3].bytes
        else { throw .rejected(code: 0) }
        return StoredResult(
            scan: scan, session: session, kind: kind, risk: risk,
            createdAt: Date(storedMilliseconds: Int64(created)), body: Data(body))
    }

    /// Each step can be done again, so a deletion that failed in the middle is finished by the next one.
    package func deleteSession(_ session: UUID) async throws(StoreError) -> [String: Int] {
        let index = keys.results(of: session)
        let scans = try await store.run([RedisCommand("ZRANGE", index, 0, -1)])[0].array ?? []
        let ids = scans.compactMap { $0.text.flatMap(UUID.init(uuidString:)) }
        let followers = try await SharedFollowers(store).deleteSession(session, scans: ids)
        let pointers = ids.map { RedisCommand("DEL", keys.session(of: $0)) }
        for start in stride(from: 0, to: pointers.count, by: Self.batch) {
            _ = try await store.run(Array(pointers[start..<min(start + Self.batch, pointers.count)]))
        }
        var counts = try await SharedSharing(store).deleteSession(session)
        let messages = try await SharedOutbox(store).deleteSession(session)
        if messages > 0 { counts["webhook_messages"] = messages }
        if followers > 0 { counts["followers"] = followers }
        counts["results"] = try await store.run(ResultScripts.delete, index, []).integer ?? 0
        return counts
    }
}

/// What is done in one step with a session's results. `KEYS[1]` is their index: scans by the order of storing.
private enum ResultScripts {
    /// Arguments: scan, kind, risk, time, body, the time in milliseconds at which the result is deleted.
    static let save = RedisScript(
        """
        local key = KEYS[1] .. ':' .. ARGV[1]
        if redis.call('EXISTS', key) == 1 then return 0 end
        -- Results whose time is over leave their entries in the index.
        local first = redis.call('ZRANGE', KEYS[1], 0, 0)[1]
        while first and redis.call('EXISTS', KEYS[1] .. ':' .. first) == 0 do
            redis.call('ZREM', KEYS[1], first)
            first = redis.call('ZRANGE', KEYS[1], 0, 0)[1]
        end
        local last = redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')
        redis.call('HSET', key, 'kind', ARGV[2], 'risk', ARGV[3], 'created', ARGV[4], 'body', ARGV[5])
        redis.call('PEXPIREAT', key, ARGV[6])
        redis.call('ZADD', KEYS[1], (tonumber(last[2]) or 0) + 1, ARGV[1])
        local isNew = redis.call('PTTL', KEYS[1]) == -1
        if isNew then redis.call('PEXPIREAT', KEYS[1], ARGV[6]) else redis.call('PEXPIREAT', KEYS[1], ARGV[6], 'GT') end
        return 1
        """)

    /// Arguments: number of results, the scan after which they start or nothing, the time after which results count.
    static let page = RedisScript(
        """
        local bound = '+inf'
        if ARGV[2] ~= '' then
            local score = redis.call('ZSCORE', KEYS[1], ARGV[2])
            if not score then return {} end
            bound = '(' .. score
        end
        local found, offset, wanted = {}, 0, tonumber(ARGV[1])
        while #found < wanted do
            local scans = redis.call('ZREVRANGEBYSCORE', KEYS[1], bound, '-inf', 'LIMIT', offset, wanted)
            if #scans == 0 then break end
            offset = offset + #scans
            for _, scan in ipairs(scans) do
                local row = redis.call('HMGET', KEYS[1] .. ':' .. scan, 'kind', 'risk', 'created', 'body')
                if row[1] and tonumber(row[3]) > tonumber(ARGV[3]) and #found < wanted then
                    found[#found + 1] = {scan, row[1], row[2], row[3], row[4]}
                end
            end
        end
        return found
        """)

    static let delete = RedisScript(
        """
        local count = 0
        for _, scan in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
            count = count + redis.call('DEL', KEYS[1] .. ':' .. scan)
        end
        redis.call('DEL', KEYS[1])
        return count
        """)
}

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
