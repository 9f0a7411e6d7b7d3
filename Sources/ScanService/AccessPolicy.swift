package import AccessControl

/// Who may use the service, and how much of it.
package struct AccessPolicy: Sendable {
    /// nil where no key is asked for.
    package var keys: KeyRing?
    /// The rate limit of each client: of a key, or of an address where no key is asked for. nil for no limit but the
    /// keys' own.
    package var rate: RateLimit?
    /// Units that a key with a rate of its own may spend at once.
    package var burst: Int
    /// Limit on wrong keys from one address. The default lets a person mistype and stops guessing.
    package var failures: RateLimit
    /// Number of clients whose rates are followed at once; further clients share one.
    package var clients: Int
    package var proxies: TrustedProxies

    package init(
        keys: KeyRing? = nil, rate: RateLimit? = nil, burst: Int = 300,
        failures: RateLimit = RateLimit(unitsPerMinute: 30, burst: 30), clients: Int = 10_000,
        proxies: TrustedProxies = .none
    ) {
        self.keys = keys
        self.rate = rate
        self.burst = burst
        self.failures = failures
        self.clients = clients
        self.proxies = proxies
    }
}
