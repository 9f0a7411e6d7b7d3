import HTTPServer
import HTTPTypes
import Scanning
package import Storage
import Synchronization
import SystemSupport

/// The decision on a request, and what is known of its sender.
struct AccessDecision: Sendable {
    var caller: Caller
    /// The rate limit that applies to the caller, if any.
    var limit: RateLimit?
    /// State of the caller's rate limit after this request; nil where no limit applies.
    var rate: RateDecision?
    /// The error to answer with; nil where the request may be served.
    var refusal: ServiceError?
}

/// Decides on each request before its body is read: API key, scope, rate limit.
struct RequestAuthorizer: Sendable {
    private let policy: AccessPolicy
    private let rates: ClientRates
    private let failures: RateLimiter<ClientID>
    private let metrics: ServiceMetrics

    init(_ policy: AccessPolicy, metrics: ServiceMetrics) {
        self.policy = policy
        self.metrics = metrics
        rates = ClientRates(capacity: policy.clients, shared: policy.shared)
        failures = RateLimiter(capacity: policy.clients)
    }

    /// - Parameter pathKey: the key that stood before the request's path; nil for none.
    func decide(
        on request: ServerRequest, pathKey: String?, for route: ServiceRoute
    ) async -> AccessDecision {
        let network = policy.proxies.client(of: request)?.network
        var decision = AccessDecision(caller: Caller(key: nil, network: network))
        do throws(ServiceError) {
            let key = try authenticate(request, pathKey, for: route, network)
            if let key { decision.caller = Caller(key: key.name, network: network, scopes: key.scopes) }
            try authorize(key, for: route)
            try await limit(&decision, key, cost: route.cost)
        } catch {
            decision.refusal = error
        }
        return decision
    }

    /// Makes the account to which the work for a request is charged.
    /// - Parameter cost: number of units that the request has paid already.
    /// - Returns: the account, and a function that has the client pay for more of the work than that.
    func account(
        _ decision: AccessDecision, cost: Int
    ) -> (account: ScanAccount, pay: @Sendable (Int) -> Void) {
        let client = decision.caller.client
        guard let limit = decision.limit else { return (ScanAccount(client: client), { _ in }) }
        let rates = rates
        let paid = SpentUnits(prepaid: cost)
        let account = ScanAccount(client: client) { rates.charge(paid.add($0), to: client, limit: limit) }
        return (
            account,
            { units in
                paid.prepay(units)
                rates.charge(units, to: client, limit: limit)
            }
        )
    }

    /// Checks the request's API key.
    /// - Returns: nil where the route or the policy asks for no key.
    private func authenticate(
        _ request: ServerRequest, _ pathKey: String?, for route: ServiceRoute,
        _ network: IPAddress.Network?
    ) throws(ServiceError) -> KeyRecord? {
        guard let keys = policy.keys, route.scope != nil else { return nil }
        let fieldKey = Self.key(in: request.fields)
        guard let presented = pathKey ?? fieldKey else {
            metrics.denied(.noKey)
            throw .unauthorized(.missing)
        }
        guard fieldKey == nil || fieldKey == presented else {
            // Neither is looked up: whoever knows one key must not learn here whether another one is valid.
            metrics.denied(.unknownKey)
            throw .unauthorized(.contradiction)
        }
        let fault: KeyFault
        switch keys.identify(presented) {
        case .known(let record): return record
        case .expired:
            metrics.denied(.expiredKey)
            fault = .expired
        case .unknown:
            metrics.denied(.unknownKey)
            fault = .unknown
        }
        // A wrong key is counted only after the lookup, so that a guessing client can't lock out others with valid keys
        // behind the same address.
        let decision = failures.take(1, for: ClientID(network: network), limit: policy.failures)
        if !decision.isAllowed {
            metrics.limited(.wrongKeys)
            throw .rateLimited(retryAfter: decision.retryAfter)
        }
        throw .unauthorized(fault)
    }

    private func authorize(_ key: KeyRecord?, for route: ServiceRoute) throws(ServiceError) {
        guard let key, let scope = route.scope,
            key.scopes.isDisjoint(with: [scope, route.orScope ?? scope])
        else { return }
        metrics.denied(.scope)
        throw .forbidden(scope: scope)
    }

    private func limit(
        _ decision: inout AccessDecision, _ key: KeyRecord?, cost: Int
    ) async throws(ServiceError) {
        let own = key?.unitsPerMinute.map { RateLimit(unitsPerMinute: $0, burst: policy.burst) }
        guard let limit = own ?? policy.rate, cost > 0 else { return }
        decision.limit = limit
        let rate = await rates.take(cost, for: decision.caller.client, limit: limit)
        decision.rate = rate
        if !rate.isAllowed {
            metrics.limited(key == nil ? .address : .key)
            throw .rateLimited(retryAfter: rate.retryAfter)
        }
    }

    /// Returns the key from `Authorization: Bearer …`, or else from `X-API-Key`.
    private static func key(in fields: FieldBlock) -> String? {
        guard let authorization = fields[.authorization] else { return fields[.apiKey] }
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return fields[.apiKey] }
        return String(parts[1])
    }
}

/// Turns the processor time that a request has used into units.
final class SpentUnits: Sendable {
    private struct State {
        var time = Duration.zero
        var paid: Int
    }

    private let state: Mutex<State>

    init(prepaid: Int) {
        state = Mutex(State(paid: prepaid))
    }

    func prepay(_ units: Int) { state.withLock { $0.paid += units } }

    /// - Returns: number of units that are due.
    func add(_ time: Duration) -> Int {
        state.withLock { state in
            state.time += time
            let due = max(0, Int(state.time / .seconds(1) * Double(RequestCost.perSecond)) - state.paid)
            state.paid += due
            return due
        }
    }
}

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
