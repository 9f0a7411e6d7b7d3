import SystemSupport
import Crypto
import Foundation
import Scanning
import Storage
import Synchronization

/// Rate limits of clients: on this server alone, or on all that share a Redis. A client that sends often gets several units at once
/// from the shared bucket, which this server then spends; one that sends rarely gets what it needs. While Redis is away, this server
/// counts alone.
final class ClientRates: Sendable {
    /// Units of a shared bucket that this server may spend for a client.
    fileprivate struct Lease {
        var units: Int
        /// Number of units that the client asks for the next time.
        var size: Int
        var since: ContinuousClock.Instant
        var loan: RateStore.Loan
    }

    /// How long leased units may be spent. Those that are left go back with the client's next request.
    fileprivate static let lifetime = Duration.seconds(2)
    /// A lease that is used up sooner is followed by one of twice its size.
    private static let busy = Duration.seconds(1)
    /// The largest part of a bucket that a lease takes, so that other servers have the rest.
    private static let largestShare = 8

    private let own: RateLimiter<ClientID>
    private let shared: RateStore?
    private let capacity: Int
    private let leases = Mutex<[ClientID: Lease]>([:])

    /// - Parameter capacity: number of clients whose rates are counted at once.
    init(capacity: Int, shared: RateStore?) {
        own = RateLimiter(capacity: capacity)
        self.capacity = capacity
        self.shared = shared
    }

    func take(_ cost: Int, for client: ClientID, limit: RateLimit) async -> RateDecision {
        guard let shared else { return own.take(cost, for: client, limit: limit) }
        let cost = min(cost, limit.burst)
        let (decision, size, returned) = spend(cost, of: client, limit)
        if let decision { return decision }
        let loan = await shared.lend(
            max(cost, size), least: cost, from: client.digest, interval: limit.interval, burst: limit.burst,
            returned: returned)
        guard let loan else { return own.take(cost, for: client, limit: limit) }
        guard loan.units > 0 else { return RateDecision(loan, left: 0, limit, isAllowed: false) }
        return leases.withLock { leases in
            // Another request of the client may have got a lease meanwhile.
            let others = leases[client]?.units ?? 0
            if leases.count >= capacity { leases = leases.filter { !$0.value.isOver } }
            if leases.count >= capacity { leases = [:] }
            leases[client] = Lease(
                units: others + loan.units - cost, size: max(cost, size), since: .now, loan: loan)
            return RateDecision(loan, left: others + loan.units - cost, limit, isAllowed: true)
        }
    }

    /// Charges a client for what it has used already.
    func charge(_ cost: Int, to client: ClientID, limit: RateLimit) {
        guard cost > 0 else { return }
        guard let shared else { return own.charge(cost, to: client, limit: limit) }
        Task { await shared.charge(cost, to: client.digest, interval: limit.interval) }
    }

    /// Takes units out of a lease.
    /// - Returns: the decision; or where the lease isn't enough, how many units to ask for, and how many go back.
    private func spend(
        _ cost: Int, of client: ClientID, _ limit: RateLimit
    ) -> (decision: RateDecision?, size: Int, returned: Int) {
        leases.withLock { leases in
            guard var lease = leases[client] else { return (nil, cost, 0) }
            if lease.isOver {
                leases[client] = nil
                return (nil, cost, lease.units)
            }
            guard lease.units >= cost else {
                let isBusy = lease.since.duration(to: .now) < Self.busy
                let size = isBusy ? min(lease.size * 2, max(cost, limit.burst / Self.largestShare)) : cost
                leases[client]?.size = size
                return (nil, size, 0)
            }
            lease.units -= cost
            leases[client] = lease
            return (RateDecision(lease.loan, left: lease.units, limit, isAllowed: true), 0, 0)
        }
    }
}

extension ClientRates.Lease {
    fileprivate var isOver: Bool { since.duration(to: .now) > ClientRates.lifetime }
}

extension RateDecision {
    /// - Parameter left: units of the loan that aren't spent.
    fileprivate init(_ loan: RateStore.Loan, left: Int, _ limit: RateLimit, isAllowed: Bool) {
        let remaining = min(limit.burst, loan.remaining + left)
        let reset = limit.interval * (limit.burst - remaining) / .seconds(1)
        self.init(
            isAllowed: isAllowed, limit: limit.burst, remaining: remaining, reset: Int(reset.rounded(.up)),
            retryAfter: isAllowed ? 0 : max(1, loan.retryAfter))
    }
}

extension ClientID {
    /// Digits of the name: enough that no two clients have the same by chance.
    private static let digits = 24

    /// The client as servers name it for each other: nobody learns an address from it.
    var digest: String {
        String(SHA256.hash(data: Data(name.utf8)).hex.prefix(Self.digits))
    }
}
