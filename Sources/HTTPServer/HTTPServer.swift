package import SystemSupport
import HTTPTypes
import Synchronization

struct ServerContext: Sendable {
    let configuration: ServerConfiguration
    let handler: RequestHandler
    let refusal: RefusalRenderer
    let observer: ServerObserver?
    let connections: ConnectionTable
}

/// An HTTP/1.1 server. It listens, distributes connections over event loops, and lets running requests end when it
/// stops.
package final class HTTPServer: Sendable {
    /// Number of descriptors that connections may not use: files, worker processes and the log need some.
    private static let descriptorReserve = 64

    private let context: ServerContext
    private let loops: [EventLoop]
    private let listeners: [Listener]

    /// Creates a server, which serves requests after `start`.
    /// - Parameter sockets: the sockets to listen on. The server holds them until `shutdown`.
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

    /// The port of the first socket; 0 where that is a Unix socket.
    package var port: UInt16 { listeners.first?.port ?? 0 }

    package var connectionCount: Int { context.connections.count }

    package func start() throws(SocketError) {
        for listener in listeners { try listener.start() }
    }

    /// Stops accepting connections, waits up to `grace` for running requests, and closes the remaining connections.
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
    /// Refuses a client with a 503. It writes as much of the answer as fits into the socket's buffer.
    func shed(_ accepted: consuming AcceptedSocket, _ reason: ServerEvent.ShedReason) {
        observer?(.connectionShed(reason))
        var output = OutputBuffer()
        output.append(refusal: refusal(.serviceUnavailable))
        _ = output.write(to: accepted.descriptor)
    }
}

/// Gives each accepted connection to one of the event loops, in turn.
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
        // A block on the loop starts at once. A task would have to wait for a free thread of the shared pool.
        loop.async { connection.assumeIsolated { $0.start() } }
    }
}
