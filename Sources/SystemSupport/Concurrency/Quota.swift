import Synchronization

/// A bound on an amount that is in use at once, such as bytes of request bodies or texts that are being judged. Nobody
/// waits for room; what doesn't fit is refused.
package final class Quota: Sendable {
    private let limit: Int
    private let used = Atomic(0)

    package init(limit: Int) {
        self.limit = limit
    }

    package func hasRoom(for amount: Int) -> Bool { used.load(ordering: .relaxed) <= limit - amount }

    fileprivate func take(_ amount: Int) -> Bool {
        if used.wrappingAdd(amount, ordering: .relaxed).newValue <= limit { return true }
        giveBack(amount)
        return false
    }

    fileprivate func giveBack(_ amount: Int) {
        used.wrappingSubtract(amount, ordering: .relaxed)
    }
}

/// The part of a quota that one request uses. It is given back when the last reference to the reservation is released.
package final class QuotaReservation: Sendable {
    private let quota: Quota
    private let amount = Atomic(0)

    package init(of quota: Quota) {
        self.quota = quota
    }

    deinit {
        quota.giveBack(amount.load(ordering: .relaxed))
    }

    package func hasRoom(for amount: Int) -> Bool { quota.hasRoom(for: amount) }

    /// Adds an amount to the reservation.
    /// - Returns: false where the quota has less room than `amount`. Then nothing is added.
    package func take(_ amount: Int) -> Bool {
        guard quota.take(amount) else { return false }
        self.amount.wrappingAdd(amount, ordering: .relaxed)
        return true
    }
}

/// A bound on an amount that clients hold at once, in which each has a share: a client gets more as long as it holds no more than
/// what is free. So one client alone gets half of it, and there is room for another one always.
package final class FairQuota<Client: Hashable & Sendable>: Sendable {
    private struct State {
        var total = 0
        var held: [Client: Int] = [:]
    }

    private let limit: Int
    private let state = Mutex(State())

    package init(limit: Int) {
        self.limit = limit
    }

    package var total: Int { state.withLock { $0.total } }

    /// - Returns: false where there is no room for the amount, or the client has its share.
    package func take(_ amount: Int, for client: Client) -> Bool {
        state.withLock { state in
            let held = state.held[client] ?? 0
            guard held <= limit - state.total, state.total + amount <= limit else { return false }
            state.total += amount
            state.held[client] = held + amount
            return true
        }
    }

    package func giveBack(_ amount: Int, of client: Client) {
        state.withLock { state in
            state.total -= amount
            let held = (state.held[client] ?? 0) - amount
            state.held[client] = held > 0 ? held : nil
        }
    }
}

/// Names who asks, wherever clients share something. Two requests of one client have equal names.
package struct ClientID: Sendable, Hashable {
    package let name: String

    package init(_ name: String) {
        self.name = name
    }
}
