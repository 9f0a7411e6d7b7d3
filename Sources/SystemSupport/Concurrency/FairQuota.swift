import Synchronization

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
