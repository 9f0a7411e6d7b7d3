import SystemSupport
import Synchronization

/// The open connections. The table admits new ones within the limits, and reports when the last one is closed.
final class ConnectionTable: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        var perNetwork: [IPAddress.Network: Int] = [:]
        var isDraining = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    enum Refusal: Error {
        case full(ServerEvent.ShedReason)
        case draining
    }

    private let limit: Int
    private let limitPerAddress: Int
    private let state = Mutex(State())

    init(limit: Int, perAddress: Int) {
        self.limit = limit
        limitPerAddress = perAddress
    }

    var count: Int { state.withLock { $0.connections.count } }
    var all: [Connection] { state.withLock { Array($0.connections.values) } }

    func admit(from peer: IPAddress?) throws(Refusal) {
        try state.withLock { state throws(Refusal) in
            if state.isDraining { throw .draining }
            if state.connections.count >= limit { throw .full(.connectionLimit) }
            guard let network = peer?.network else { return }
            let count = state.perNetwork[network, default: 0]
            if count >= limitPerAddress { throw .full(.addressLimit) }
            state.perNetwork[network] = count + 1
        }
    }

    /// Holds an admitted connection until `remove` is called.
    func insert(_ connection: Connection) {
        state.withLock { $0.connections[ObjectIdentifier(connection)] = connection }
    }

    func remove(_ connection: Connection) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard state.connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else {
                return []
            }
            if let network = connection.peer?.network, let count = state.perNetwork[network] {
                state.perNetwork[network] = count > 1 ? count - 1 : nil
            }
            guard state.connections.isEmpty else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Admits no more connections.
    /// - Returns: the connections that are open now.
    func drain() -> [Connection] {
        state.withLock { state in
            state.isDraining = true
            return Array(state.connections.values)
        }
    }

    func allRemoved() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if state.connections.isEmpty { return true }
                state.waiters.append(continuation)
                return false
            }
            if isEmpty { continuation.resume() }
        }
    }
}
