import HTTPServer
import HTTPTypes
import SystemSupport
import Synchronization
import Testing

/// A server on a free loopback port with the routes below.
///
/// `GET /health`; `POST /echo` answers the body's length; `POST /ignore` reads nothing; `GET /large` is 8 MB;
/// `GET /stream` writes three pieces; `GET /endless` writes until the client has gone; `GET /broken` stops half-way.
func withServer(
    _ adjust: (inout ServerConfiguration) -> Void = { _ in }, address: SocketAddress? = nil,
    produced: ByteCount = ByteCount(), observer: ServerObserver? = nil,
    _ body: (HTTPServer) async throws -> Void
) async throws {
    var configuration = ServerConfiguration(eventLoops: 2)
    adjust(&configuration)
    let loopback = try #require(SocketAddress(host: "127.0.0.1", port: 0))
    let server = try HTTPServer(
        configuration: configuration, sockets: [ListeningSocket(address: address ?? loopback)],
        handler: { request in
            switch request.path {
            case "/health":
                return ServerResponse(status: .ok, contentType: "text/plain", body: Array("ok".utf8))
            case "/large": return ServerResponse(status: .ok, body: [UInt8](repeating: 7, count: 8 << 20))
            case "/ignore": return ServerResponse(status: .notFound)
            case "/stream", "/endless", "/broken": return stream(String(request.path), produced)
            default: return await echo(request)
            }
        },
        refusal: { ServerResponse(status: $0) }, observer: observer)
    try server.start()
    do {
        try await body(server)
    } catch {
        await server.shutdown(grace: .zero)
        throw error
    }
    await server.shutdown(grace: .seconds(5))
    #expect(server.connectionCount == 0)
}

/// Counts the bytes that a stream's producer has written.
final class ByteCount: Sendable {
    private let count = Atomic(0)
    private let ended = Atomic(false)

    var value: Int { count.load(ordering: .relaxed) }
    var hasEnded: Bool { ended.load(ordering: .relaxed) }

    fileprivate func add(_ bytes: Int) { count.add(bytes, ordering: .relaxed) }
    fileprivate func end() { ended.store(true, ordering: .relaxed) }
}

private struct Broken: Error {}

private func stream(_ path: String, _ produced: ByteCount) -> ServerResponse {
    ServerResponse(status: .ok, contentType: "text/event-stream") { writer in
        switch path {
        case "/endless":
            defer { produced.end() }
            let piece = [UInt8](repeating: 7, count: 10_000)
            while true {
                try await writer.write(piece)
                produced.add(piece.count)
            }
        case "/broken":
            try await writer.write(Array("data: 1\n\n".utf8))
            throw Broken()
        default:
            for number in 1...3 { try await writer.write(Array("data: \(number)\n\n".utf8)) }
            try await writer.write([])
        }
    }
}

private func echo(_ request: ServerRequest) async -> ServerResponse {
    do throws(RequestBodyError) {
        let body = try await request.body.collect(limit: 1 << 20)
        return ServerResponse(status: .ok, body: Array("length \(body.count)".utf8))
    } catch {
        switch error {
        case .tooLarge: return ServerResponse(status: .contentTooLarge)
        case .timedOut: return ServerResponse(status: .requestTimeout)
        case .malformed: return ServerResponse(status: .badRequest)
        }
    }
}
