import Synchronization

/// A bound on how much of something is in use at once: bytes of request bodies, texts being judged. Nobody waits for room;
/// what doesn't fit is refused.
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

/// The part of a quota that one request has taken. The part is given back when the last reference to it is released.
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

    /// Adds to the reservation.
    /// - Returns: false where the quota has less room than `amount`; then nothing is taken.
    package func take(_ amount: Int) -> Bool {
        guard quota.take(amount) else { return false }
        self.amount.wrappingAdd(amount, ordering: .relaxed)
        return true
    }
}
