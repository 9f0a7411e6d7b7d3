import Glibc
import Synchronization
import SystemSupport

/// Accepts connections on an event loop. Where the process has no descriptor left, it uses a reserved one to refuse one
/// client, and pauses until the next tick.
final class Listener: EventHandler {
    typealias Acceptance = @Sendable (consuming AcceptedSocket) -> Void

    private struct State {
        var isPaused = false
        var isStopped = false
    }

    /// Largest number of connections that are accepted for one event, because connections run on the listener's loop
    /// too.
    private static let acceptsPerEvent = 16
    private let socket: ListeningSocket
    private let loop: EventLoop
    private let accept: Acceptance
    private let starved: @Sendable (consuming AcceptedSocket) -> Void
    private let reserve = ReserveDescriptor()
    private let state = Mutex(State())

    /// - Parameter starved: called with a client that was accepted with the reserved descriptor, because no other was
    ///   left.
    init(
        socket: ListeningSocket, loop: EventLoop, accept: @escaping Acceptance,
        starved: @escaping Acceptance
    ) {
        self.socket = socket
        self.loop = loop
        self.accept = accept
        self.starved = starved
    }

    var port: UInt16 { socket.address.port }

    func start() throws(SocketError) {
        try loop.add(socket.descriptor, interest: .readable, handler: self)
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        loop.remove(socket.descriptor)
        socket.stop()
    }

    func ready(_ readiness: Readiness) {
        for _ in 0..<Self.acceptsPerEvent {
            if state.withLock({ $0.isStopped }) { return }
            do throws(SocketError) {
                guard let accepted = try socket.accept() else { return }
                accept(accepted)
            } catch {
                if error.code == EMFILE || error.code == ENFILE { refuseOne() }
                return pause()
            }
        }
    }

    func tick(now: ContinuousClock.Instant) {
        let wasPaused = state.withLock { state in
            defer { state.isPaused = false }
            return state.isPaused
        }
        if wasPaused { loop.setInterest(.readable, of: socket.descriptor) }
    }

    /// Ignores events until the next tick. Otherwise the waiting clients would wake the loop again and again.
    private func pause() {
        state.withLock { $0.isPaused = true }
        loop.setInterest([], of: socket.descriptor)
    }

    private func refuseOne() {
        reserve.lend {
            do throws(SocketError) {
                if let accepted = try socket.accept() { starved(accepted) }
            } catch {
                // Another thread has used the descriptor. The client waits in the kernel's queue.
            }
        }
    }
}

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
