import Glibc
import SystemSupport
import Synchronization

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
