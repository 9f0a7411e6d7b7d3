import Foundation
import HTTPServer
import HTTPTypes
import SystemSupport

/// A minimal server on `HTTPServer` for the conformance runner and load tests. It has `GET /health` and `POST /echo`, which answers
/// `{"length": N}`. Usage: `http-echo [PORT [LOOPS]]`.
@main
enum HTTPEcho {
    /// Largest body in bytes, which the conformance runner expects (`--help`).
    private static let bodyLimit = 4 << 20

    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        let port = UInt16(clamping: arguments.first ?? 8090)
        ProcessLimits.raiseDescriptors()
        ProcessLimits.keepFreedMemory(bytes: 4 << 20)
        var configuration = ServerConfiguration(
            eventLoops: arguments.dropFirst().first ?? ProcessInfo.processInfo.activeProcessorCount)
        configuration.maxConnections = 100_000
        configuration.maxConnectionsPerAddress = 100_000
        guard let address = SocketAddress(host: "127.0.0.1", port: port) else { return }
        let server = try HTTPServer(
            configuration: configuration, sockets: [ListeningSocket(address: address, backlog: 4096)],
            handler: { await respond(to: $0) }, refusal: { problem($0) })
        try server.start()
        while true { try await Task.sleep(for: .seconds(3_600)) }
    }

    /// The shortest answer with problem details (RFC 9457).
    private static func problem(_ status: HTTPResponse.Status) -> ServerResponse {
        ServerResponse(
            status: status, contentType: "application/problem+json",
            body: Array(#"{"title":"\#(status.reasonPhrase)","status":\#(status.code)}"#.utf8))
    }

    private static let health = Array(#"{"status":"ok","version":"1.0.0"}"#.utf8)

    private static func respond(to request: ServerRequest) async -> ServerResponse {
        switch (request.path, request.method) {
        case ("/health", .get), ("/health", .head):
            return ServerResponse(status: .ok, contentType: "application/json", body: health)
        case ("/echo", .post): return await echo(request.body)
        case ("*", .options): return ServerResponse(status: .noContent)
        case (_, .connect), ("/health", _), ("/echo", _):
            return ServerResponse(status: .methodNotAllowed, fields: [.allow: "GET, HEAD, OPTIONS, POST"])
        default: return problem(.notFound)
        }
    }

    private static func echo(_ body: RequestBody) async -> ServerResponse {
        do throws(RequestBodyError) {
            try body.checkAnnounced(limit: bodyLimit)
            var length = 0
            while let chunk = try await body.next() {
                length += chunk.count
                if length > bodyLimit { throw .tooLarge(limit: bodyLimit) }
            }
            return ServerResponse(
                status: .ok, contentType: "application/json", body: Array(#"{"length":\#(length)}"#.utf8))
        } catch {
            switch error {
            case .tooLarge: return problem(.contentTooLarge)
            case .timedOut: return problem(.requestTimeout)
            case .malformed: return problem(.badRequest)
            }
        }
    }
}
