package import AccessControl
import HTTP1
import HTTPServer
import HTTPTypes
import Metrics
import Sockets

/// Who may use the service, and how much of it.
package struct AccessPolicy: Sendable {
    /// nil where no key is asked for.
    package var keys: KeyRing?
    /// Of each client: a key, or an address where no key is asked for. nil for none but what keys have of their own.
    package var rate: RateLimit?
    /// Units at once, for keys with a rate of their own.
    package var burst: Int
    /// Wrong keys from an address.
    package var failures: RateLimit
    /// Clients whose rates are followed at once.
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

/// Decides on each request, before its body is read.
struct Gatekeeper: Sendable {
    /// What is known of a request at the gate, admitted or not.
    struct Pass: Sendable {
        var caller: Caller?
        var rate: RateDecision?
    }

    private enum Client: Hashable, Sendable {
        case key(String)
        /// nil for Unix sockets.
        case network(IPAddress.Network?)
    }

    private static let bearer = "bearer"

    private let policy: AccessPolicy
    private let rates: RateLimiter<Client>
    private let failures: RateLimiter<Client>
    private let metrics: ServiceMetrics

    init(_ policy: AccessPolicy, metrics: ServiceMetrics) {
        self.policy = policy
        self.metrics = metrics
        rates = RateLimiter(capacity: policy.clients)
        failures = RateLimiter(capacity: policy.clients)
    }

    /// - Parameter pass: gets what is found out, also where the request is refused.
    func admit(
        _ request: ServerRequest, to route: ServiceRoute, _ pass: inout Pass
    ) throws(ServiceError) -> Caller {
        let network = policy.proxies.client(of: request)?.network
        var caller = Caller(key: nil, network: network)
        pass.caller = caller
        var limit = policy.rate
        if let keys = policy.keys, let scope = AccessScope(route.scope) {
            let record = try identify(request, keys, network)
            caller = Caller(key: record.name, network: network)
            pass.caller = caller
            guard record.scopes.contains(scope) else {
                metrics.denied(.scope)
                throw .forbidden(scope: scope)
            }
            if let rate = record.unitsPerMinute {
                limit = RateLimit(unitsPerMinute: rate, burst: policy.burst)
            }
        }
        if let limit, route.cost > 0 {
            let client = caller.key.map(Client.key) ?? .network(network)
            let decision = rates.take(route.cost, for: client, limit: limit)
            pass.rate = decision
            if !decision.isAllowed {
                metrics.limited(caller.key == nil ? .address : .key)
                throw .rateLimited(retryAfter: decision.retryAfter)
            }
        }
        return caller
    }

    private func identify(
        _ request: ServerRequest, _ keys: KeyRing, _ network: IPAddress.Network?
    ) throws(ServiceError) -> KeyRecord {
        guard let presented = Self.key(of: request.fields) else {
            metrics.denied(.noKey)
            throw .unauthorized(.missing)
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
        // After the look at the key, so that nobody locks out the others behind the same address.
        let decision = failures.take(1, for: .network(network), limit: policy.failures)
        if !decision.isAllowed {
            metrics.limited(.wrongKeys)
            throw .rateLimited(retryAfter: decision.retryAfter)
        }
        throw .unauthorized(fault)
    }

    /// From `Authorization: Bearer …` or `X-API-Key`.
    private static func key(of fields: FieldBlock) -> String? {
        guard let authorization = fields[.authorization] else { return fields[.apiKey] }
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == bearer else { return fields[.apiKey] }
        return String(parts[1])
    }
}

extension AccessScope {
    /// nil for what anybody may use.
    fileprivate init?(_ scope: RouteScope) {
        switch scope {
        case .open: return nil
        case .scan: self = .scan
        case .read: self = .read
        case .admin: self = .admin
        }
    }
}
