import Synchronization

/// A quantity of which only so much may be in use at once: bytes of bodies, texts at work. Nobody waits for it.
final class Allowance: Sendable {
    private let limit: Int
    private let used = Atomic(0)

    init(limit: Int) {
        self.limit = limit
    }

    func hasRoom(for amount: Int) -> Bool { used.load(ordering: .relaxed) <= limit - amount }

    fileprivate func take(_ amount: Int) -> Bool {
        if used.wrappingAdd(amount, ordering: .relaxed).newValue <= limit { return true }
        giveBack(amount)
        return false
    }

    fileprivate func giveBack(_ amount: Int) {
        used.wrappingSubtract(amount, ordering: .relaxed)
    }
}

/// What one request took of an allowance; given back when its last holder lets go.
final class AllowanceShare: Sendable {
    private let allowance: Allowance
    private let amount = Atomic(0)

    init(of allowance: Allowance) {
        self.allowance = allowance
    }

    deinit {
        allowance.giveBack(amount.load(ordering: .relaxed))
    }

    func hasRoom(for amount: Int) -> Bool { allowance.hasRoom(for: amount) }

    /// False where there is not that much left; then nothing is taken.
    func take(_ amount: Int) -> Bool {
        guard allowance.take(amount) else { return false }
        self.amount.wrappingAdd(amount, ordering: .relaxed)
        return true
    }
}
