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
