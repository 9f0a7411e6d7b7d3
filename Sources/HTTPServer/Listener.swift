import Sockets
import Synchronization

/// Accepts connections on an event loop; rests for a tick where the system has no descriptor or memory left.
final class Listener: EventHandler {
    typealias Acceptance = @Sendable (consuming Descriptor, _ index: Int) -> Void

    private struct State {
        var accept: Acceptance?
        var loop: EventLoop?
        var accepted = 0
        var isResting = false
    }

    private static let acceptsPerEvent = 64
    private let socket: ListeningSocket
    private let state = Mutex(State())

    init(socket: consuming ListeningSocket) {
        self.socket = socket
    }

    var port: UInt16 { socket.address.port }

    func start(on loop: EventLoop, accept: @escaping Acceptance) throws(SocketError) {
        state.withLock {
            $0.accept = accept
            $0.loop = loop
        }
        try loop.add(socket.descriptor, interest: .readable, handler: self)
    }

    func stop(on loop: EventLoop) {
        loop.remove(socket.descriptor)
        socket.descriptor.shutdown()
        state.withLock { $0 = State() }
    }

    func ready(_ readiness: Readiness) {
        for _ in 0..<Self.acceptsPerEvent {
            do throws(SocketError) {
                guard let connection = try socket.accept() else { return }
                let (accept, index) = state.withLock { state in
                    state.accepted &+= 1
                    return (state.accept, state.accepted)
                }
                accept?(connection, index)
            } catch {
                return rest()
            }
        }
    }

    func tick(now: ContinuousClock.Instant) {
        let loop = state.withLock { state in
            defer { state.isResting = false }
            return state.isResting ? state.loop : nil
        }
        loop?.setInterest(.readable, of: socket.descriptor)
    }

    private func rest() {
        let loop = state.withLock { state in
            state.isResting = true
            return state.loop
        }
        loop?.setInterest([], of: socket.descriptor)
    }
}
