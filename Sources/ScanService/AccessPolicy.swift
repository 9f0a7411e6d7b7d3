package import Storage

/// The settings that decide who may use the service, and how much of it each client may use.
package struct AccessPolicy: Sendable {
    /// The accepted API keys; nil where the server asks for no key and serves everybody.
    package var keys: KeyRing?
    /// The rate limit of each client. A client is a key, or an address where the server asks for no key. With nil, only
    /// keys that have a rate of their own are limited.
    package var rate: RateLimit?
    /// Number of units that a key with a rate of its own may spend at once.
    package var burst = 300
    /// Limit on wrong keys from one address. The default allows a person's typing errors and stops guessing.
    package var failures = RateLimit(unitsPerMinute: 30, burst: 30)
    /// The rates of all servers; nil where this one counts alone.
    package var shared: RateStore?
    /// Number of clients whose rates are counted at once. Further clients share one count.
    package var clients = 10_000
    package var proxies = TrustedProxies.none
    /// The names by which the service may be called where it asks for no key.
    package var hosts = HostPolicy.local

    package init() {}
}
