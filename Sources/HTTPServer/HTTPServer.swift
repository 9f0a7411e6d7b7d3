import Dispatch
import DispatchExecutors
import Glibc
package import Sockets
import Synchronization

/// Listens, spreads connections over event loops, and stops in an orderly way.
package final class HTTPServer: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        var isDraining = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let configuration: ServerConfiguration
    private let handler: RequestHandler
    private let refusal: RefusalRenderer
    private let loops: [EventLoop]
    private let listener: Listener
    private let state = Mutex(State())

    /// Binds at once; requests are served after `start`.
    package init(
        configuration: ServerConfiguration, handler: @escaping RequestHandler,
        refusal: @escaping RefusalRenderer
    ) throws(SocketError) {
        guard let address = SocketAddress(host: configuration.host, port: configuration.port) else {
            throw SocketError(call: "inet_pton", code: EINVAL)
        }
        self.configuration = configuration
        self.handler = handler
        self.refusal = refusal
        var loops: [EventLoop] = []
        for index in 0..<configuration.eventLoops { loops.append(try EventLoop(label: "http-\(index)")) }
        self.loops = loops
        listener = Listener(socket: try ListeningSocket(address: address))
    }

    /// The port it listens on.
    package var port: UInt16 { listener.port }

    package var connectionCount: Int { state.withLock { $0.connections.count } }

    package func start() throws(SocketError) {
        let loops = loops
        try listener.start(on: loops[0]) { [self] socket, index in
            adopt(socket, on: loops[index % loops.count])
        }
    }

    /// Stops accepting, lets running requests finish for up to `grace`, then closes what is left.
    package func shutdown(grace: Duration) async {
        listener.stop(on: loops[0])
        let connections = state.withLock { state in
            state.isDraining = true
            return Array(state.connections.values)
        }
        for connection in connections { await connection.drain() }
        await withTaskGroup { group in
            group.addTask { await self.allClosed() }
            group.addTask {
                try? await Task.sleep(for: grace)
                for connection in self.state.withLock({ Array($0.connections.values) }) {
                    await connection.close()
                }
            }
            await group.next()
            group.cancelAll()
        }
    }

    private func allClosed() async {
        await withCheckedContinuation { continuation in
            let done = state.withLock { state in
                if state.connections.isEmpty { return true }
                state.waiters.append(continuation)
                return false
            }
            if done { continuation.resume() }
        }
    }

    private func adopt(_ socket: consuming Descriptor, on loop: EventLoop) {
        // Over the limit the descriptor is dropped, which closes it.
        guard state.withLock({ $0.connections.count < configuration.maxConnections && !$0.isDraining }) else {
            return
        }
        let connection = Connection(
            socket: socket, loop: loop, configuration: configuration, handler: handler, refusal: refusal,
            onClose: { [weak self] in self?.forget($0) })
        state.withLock { $0.connections[ObjectIdentifier(connection)] = connection }
        // Straight to its loop: a server must not wait for a free thread of the shared pool.
        loop.executor.queue.async { connection.assumeIsolated { $0.start() } }
    }

    private func forget(_ connection: Connection) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.connections[ObjectIdentifier(connection)] = nil
            guard state.connections.isEmpty else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
