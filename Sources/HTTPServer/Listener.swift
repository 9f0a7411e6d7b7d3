import Glibc
import Sockets
import Synchronization

/// Accepts connections on an event loop. Where the system has no descriptor or memory left, it turns one client away
/// with a descriptor kept for that, and rests for a tick.
final class Listener: EventHandler {
    typealias Acceptance = @Sendable (consuming AcceptedSocket) -> Void

    private struct State {
        var isResting = false
        var isStopped = false
    }

    private static let acceptsPerEvent = 16
    private let socket: ListeningSocket
    private let loop: EventLoop
    private let accept: Acceptance
    private let starved: @Sendable (consuming AcceptedSocket) -> Void
    private let reserve = ReserveDescriptor()
    private let state = Mutex(State())

    /// - Parameter starved: gets the client that there was no descriptor for, on the reserve.
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
                if error.code == EMFILE || error.code == ENFILE { turnOneAway() }
                return rest()
            }
        }
    }

    func tick(now: ContinuousClock.Instant) {
        let wasResting = state.withLock { state in
            defer { state.isResting = false }
            return state.isResting
        }
        if wasResting { loop.setInterest(.readable, of: socket.descriptor) }
    }

    /// Level-triggered readiness would spin while nothing can be accepted.
    private func rest() {
        state.withLock { $0.isResting = true }
        loop.setInterest([], of: socket.descriptor)
    }

    private func turnOneAway() {
        reserve.lend {
            do throws(SocketError) {
                if let accepted = try socket.accept() { starved(accepted) }
            } catch {
                // Somebody else took the descriptor: the client waits in the backlog.
            }
        }
    }
}
