/// Idempotency keys that servers share: who is at a request, and what its response was.
package struct ClaimStore: Sendable {
    package enum Claim: Sendable, Equatable {
        /// The caller has the key, and makes the response.
        case own
        /// Another one is at the same request.
        case taken
        case answered([UInt8])
        /// The key was used for another request.
        case otherRequest
    }

    /// How long a key is kept from others without a sign of its owner, whose server may have died.
    package static let lease = Duration.seconds(10)
    private static let fingerprintLength = 64
    private static let (pending, answered) = (UInt8(ascii: "p"), UInt8(ascii: "a"))

    private static let renewal = RedisScript(
        """
        if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
        return redis.call('PEXPIRE', KEYS[1], ARGV[2])
        """)
    private static let release = RedisScript(
        """
        if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
        return redis.call('DEL', KEYS[1])
        """)

    private let redis: RedisClient
    private let prefix: String
    private let lifetime: Duration

    /// - Parameter lifetime: how long a response is kept.
    package init(_ redis: RedisClient, prefix: String, lifetime: Duration) {
        self.redis = redis
        self.prefix = prefix
        self.lifetime = lifetime
    }

    /// - Parameters:
    ///   - fingerprint: of the request, in 64 characters.
    ///   - owner: a number of this claim's own.
    package func claim(
        _ key: String, fingerprint: String, owner: String
    ) async throws(RedisError) -> Claim {
        let known = try await redis.run(
            RedisCommand(
                "SET", name(key), value(fingerprint, owner), "NX", "GET", "PX", Self.lease.milliseconds))
        guard let bytes = known.bytes else { return .own }
        guard bytes.count > Self.fingerprintLength,
            bytes[1...Self.fingerprintLength].elementsEqual(fingerprint.utf8)
        else { return .otherRequest }
        return bytes[0] == Self.answered ? .answered(Array(bytes[(Self.fingerprintLength + 1)...])) : .taken
    }

    package func renew(_ key: String, fingerprint: String, owner: String) async throws(RedisError) {
        try await redis.run(
            RedisCommand(
                Self.renewal, keys: [name(key)], [value(fingerprint, owner), Self.lease.milliseconds]))
    }

    package func answer(_ key: String, fingerprint: String, with response: [UInt8]) async throws(RedisError) {
        let value = [Self.answered] + Array(fingerprint.utf8) + response
        try await redis.run(RedisCommand("SET", name(key), value, "PX", lifetime.milliseconds))
    }

    /// Lets others try, as there is no response to keep.
    package func giveUp(_ key: String, fingerprint: String, owner: String) async throws(RedisError) {
        try await redis.run(RedisCommand(Self.release, keys: [name(key)], [value(fingerprint, owner)]))
    }

    private func value(_ fingerprint: String, _ owner: String) -> [UInt8] {
        [Self.pending] + Array(fingerprint.utf8) + Array(owner.utf8)
    }

    private func name(_ key: String) -> String { "\(prefix):{claim:\(key)}" }
}
