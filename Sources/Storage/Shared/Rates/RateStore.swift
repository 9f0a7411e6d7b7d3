/// Token buckets that servers share. A bucket is the time at which it is full again, by Redis' clock.
package struct RateStore: Sendable {
    /// What a bucket lent, and what is known of it then.
    package struct Loan: Sendable, Equatable {
        /// Number of units that were lent; 0 where there were fewer than needed.
        package let units: Int
        package let remaining: Int
        /// Seconds until the bucket is full again.
        package let reset: Int
        /// Seconds until as many units as needed are there; 0 where they are.
        package let retryAfter: Int
    }

    /// How long a request waits for a bucket before this server counts alone.
    private static let patience = Duration.milliseconds(200)

    /// Lends units, all that are asked for or at least as many as needed.
    /// Keys: bucket. Arguments: microseconds until a unit is there again, units of a full bucket, units asked for, units needed, units
    /// given back.
    private static let lending = RedisScript(
        """
        local time = redis.call('TIME')
        local now = time[1] * 1000000 + time[2]
        local interval, burst, most, least = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
        local full = math.max((tonumber(redis.call('GET', KEYS[1])) or 0) - ARGV[5] * interval, now)
        local units = math.min(most, math.floor(burst - (full - now) / interval))
        local missing = 0
        if units < least then
          missing = math.max(1, math.ceil((full + least * interval - now - burst * interval) / 1000000))
          units = 0
        end
        full = full + units * interval
        if full > now then
          redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', math.ceil((full - now) / 1000) + 1000)
        end
        return { units, math.max(0, math.floor(burst - (full - now) / interval)), math.ceil((full - now) / 1000000), missing }
        """)

    /// Charges what was used already. Keys: bucket. Arguments: microseconds until a unit is there again, units.
    private static let charging = RedisScript(
        """
        local time = redis.call('TIME')
        local now = time[1] * 1000000 + time[2]
        local full = math.max(tonumber(redis.call('GET', KEYS[1])) or 0, now) + ARGV[1] * ARGV[2]
        redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', math.ceil((full - now) / 1000) + 1000)
        return 1
        """)

    private let redis: RedisClient
    private let prefix: String

    package init(_ redis: RedisClient, prefix: String) {
        self.redis = redis
        self.prefix = prefix
    }

    /// - Parameters:
    ///   - bucket: names the bucket.
    ///   - interval: time until a unit is there again.
    ///   - returned: units that were lent before and not used.
    /// - Returns: nil where Redis can't be asked.
    package func lend(
        _ most: Int, least: Int, from bucket: String, interval: Duration, burst: Int, returned: Int
    ) async -> Loan? {
        let command = RedisCommand(
            Self.lending, keys: [name(bucket)],
            [interval.microseconds, burst, most, least, returned])
        let reply = try? await redis.run(command, within: Self.patience).array?.compactMap(\.integer)
        guard let values = reply, values.count == 4 else { return nil }
        return Loan(units: values[0], remaining: values[1], reset: values[2], retryAfter: values[3])
    }

    package func charge(_ units: Int, to bucket: String, interval: Duration) async {
        _ = try? await redis.run(
            RedisCommand(Self.charging, keys: [name(bucket)], [interval.microseconds, units]))
    }

    private func name(_ bucket: String) -> String { "\(prefix):{rate:\(bucket)}" }
}

extension Duration {
    fileprivate var microseconds: Int { max(1, Int(self / .microseconds(1))) }
}
