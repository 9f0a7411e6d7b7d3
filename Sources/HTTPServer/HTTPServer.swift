package import HTTPTypes
import Synchronization
package import SystemSupport

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

/// Limits and timeouts of a server. docs/settings.md lists those that an operator can change, docs/http-server.md the others.
package struct ServerConfiguration: Sendable {
    package var eventLoops: Int
    package var limits = HTTPLimits()

    /// Largest number of open connections. Further clients get a 503 and are disconnected.
    package var maxConnections = 1_024
    /// Largest number of open connections from one IPv4 address or IPv6 /64.
    package var maxConnectionsPerAddress = 256
    /// Largest number of requests on a connection, after which it is closed. So no client keeps its connection for
    /// ever.
    package var maxRequestsPerConnection = 100_000
    /// Longest time until a request's head is complete, from its first byte or, for the first request, from the
    /// connection's start.
    package var headerTimeout = Duration.seconds(10)
    /// Longest time between two requests on a connection.
    package var idleTimeout = Duration.seconds(15)
    /// How far a body may fall behind `minimumRate` while the handler waits for it.
    package var bodyTimeout = Duration.seconds(10)
    /// How far a client that reads an answer may fall behind `minimumRate`.
    package var writeTimeout = Duration.seconds(15)
    /// Lowest rate of a body and of an answer, in bytes per second.
    package var minimumRate = 1_024
    /// How long bytes are read and dropped after the last answer, so that no reset destroys it.
    package var lingerTimeout = Duration.seconds(2)
    /// Number of bytes of a streamed answer that may wait for the client. When there are more, the producer waits.
    package var outputWindow = 262_144

    package init(eventLoops: Int) {
        self.eventLoops = max(1, eventLoops)
    }
}

package enum ServerEvent: Sendable {
    case connectionOpened
    /// A connection was closed.
    /// - Parameter requests: number of requests that it had.
    case connectionClosed(requests: Int)
    case connectionShed(ShedReason)
    /// A malformed or late message was answered with this status. The address is the client's.
    case messageRefused(HTTPResponse.Status, IPAddress?)
    case exchangeEnded(ExchangeRecord)

    /// The limit that was the reason for turning a connection away. Raw values are values of a metric's label.
    package enum ShedReason: String, Sendable, CaseIterable {
        case connectionLimit = "connection_limit"
        case addressLimit = "address_limit"
        case descriptorLimit = "descriptor_limit"
    }
}

package struct ExchangeRecord: Sendable {
    package let head: RequestHead
    package let peer: IPAddress?
    package let status: HTTPResponse.Status
    /// Numbers of content bytes that were received and sent, without heads and the framing of chunks.
    package let bytesIn: Int
    package let bytesOut: Int
    /// The time from the complete head until the kernel took the answer's last byte.
    package let duration: Duration
    /// False where the client closed the connection before it had received the whole answer.
    package let isComplete: Bool
}

/// A function that gets the events. It runs on event loops and must not block.
package typealias ServerObserver = @Sendable (ServerEvent) -> Void
