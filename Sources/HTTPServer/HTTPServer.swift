import ProcessControl
import HTTPTypes
package import Sockets
import Synchronization

/// What every connection of a server shares.
struct ServerContext: Sendable {
    let configuration: ServerConfiguration
    let handler: RequestHandler
    let refusal: RefusalRenderer
    let observer: ServerObserver?
    let connections: ConnectionTable
}

/// Listens, spreads connections over event loops, and stops in an orderly way.
package final class HTTPServer: Sendable {
    /// Descriptors that connections never get: files, pictures and the log need some.
    private static let descriptorReserve = 64

    private let context: ServerContext
    private let loops: [EventLoop]
    private let listeners: [Listener]

    /// Requests are served after `start`.
    /// - Parameter sockets: where to listen; they are kept until `shutdown`.
    package init(
        configuration: ServerConfiguration, sockets: [ListeningSocket],
        handler: @escaping RequestHandler, refusal: @escaping RefusalRenderer, observer: ServerObserver? = nil
    ) throws(SocketError) {
        let room = max(1, ProcessLimits.descriptors - Self.descriptorReserve)
        let context = ServerContext(
            configuration: configuration, handler: handler, refusal: refusal, observer: observer,
            connections: ConnectionTable(
                limit: min(configuration.maxConnections, room),
                perAddress: configuration.maxConnectionsPerAddress))
        var loops: [EventLoop] = []
        for index in 0..<configuration.eventLoops { loops.append(try EventLoop(label: "http-\(index)")) }
        let distributor = Distributor(loops: loops, context: context)
        listeners = sockets.map { socket in
            Listener(
                socket: socket, loop: loops[0], accept: { distributor.adopt($0) },
                starved: { context.shed($0, .descriptorLimit) })
        }
        self.context = context
        self.loops = loops
    }

    /// The port it listens on first; 0 for a Unix socket.
    package var port: UInt16 { listeners.first?.port ?? 0 }

    package var connectionCount: Int { context.connections.count }

    package func start() throws(SocketError) {
        for listener in listeners { try listener.start() }
    }

    /// Stops accepting, lets running requests finish for up to `grace`, then closes what is left.
    package func shutdown(grace: Duration) async {
        for listener in listeners { listener.stop() }
        let connections = context.connections
        for connection in connections.drain() { await connection.drain() }
        await withTaskGroup { group in
            group.addTask { await connections.allRemoved() }
            group.addTask {
                try? await Task.sleep(for: grace)
                for connection in connections.all { await connection.close() }
            }
            await group.next()
            group.cancelAll()
        }
    }
}

extension ServerContext {
    /// Turns a client away with as much of a 503 as fits its socket's buffer.
    func shed(_ accepted: consuming AcceptedSocket, _ reason: ServerEvent.ShedReason) {
        observer?(.connectionShed(reason))
        var output = OutputBuffer()
        output.append(refusal: refusal(.serviceUnavailable))
        _ = output.write(to: accepted.descriptor)
    }
}

/// Gives each accepted connection to an event loop, in turn.
private final class Distributor: Sendable {
    private let loops: [EventLoop]
    private let context: ServerContext
    private let next = Atomic(0)

    init(loops: [EventLoop], context: ServerContext) {
        self.loops = loops
        self.context = context
    }

    func adopt(_ accepted: consuming AcceptedSocket) {
        do throws(ConnectionTable.Refusal) {
            try context.connections.admit(from: accepted.peer)
        } catch {
            if case .full(let reason) = error { context.shed(accepted, reason) }
            return
        }
        let turn = next.wrappingAdd(1, ordering: .relaxed).oldValue
        let loop = loops[(turn & Int.max) % loops.count]
        let peer = accepted.peer
        let connection = Connection(socket: accepted.take(), peer: peer, loop: loop, context: context)
        context.connections.insert(connection)
        context.observer?(.connectionOpened)
        // Straight to its loop: a server must not wait for a free thread of the shared pool.
        loop.async { connection.assumeIsolated { $0.start() } }
    }
}
