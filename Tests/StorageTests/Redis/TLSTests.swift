import CRedis
import Foundation
import Storage
import SystemSupport
import Synchronization
import TestSupport
import Testing

@Suite(
    "Redis over TLS",
    .enabled(if: RedisProcess.isPossible && TestAuthority.isPossible, "\(RedisProcess.skipped)"))
struct TLSTests {
    private let authority: TestAuthority
    private let server: RedisProcess
    private let port: UInt16

    init() async throws {
        authority = try TestAuthority()
        port = try ListeningSocket(address: #require(SocketAddress(host: "127.0.0.1", port: 0))).boundPort
        server = try await RedisProcess([
            "--save", "", "--tls-port", "\(port)", "--tls-auth-clients", "no", "--tls-cert-file",
            authority.certificate, "--tls-key-file", authority.key, "--tls-ca-cert-file", authority.path,
        ])
    }

    private func client(_ url: String, authorities: String?) throws -> (RedisClient, Faults) {
        let faults = Faults()
        let access = try RedisAccess(url: RedisURL(url), authorities: authorities)
        return (RedisClient(access) { faults.add($0) }, faults)
    }

    private final class Faults: Sendable {
        private let faults = Mutex<[RedisFault]>([])
        var all: [RedisFault] { faults.withLock { $0 } }
        func add(_ event: RedisEvent) {
            if case .failed(let fault) = event { faults.withLock { $0.append(fault) } }
        }
    }

    @Test("Megabytes go both ways, and the connection comes back")
    func works() async throws {
        let (client, faults) = try client("rediss://localhost:\(port)", authorities: authority.path)
        try #require(await isEventuallyTrue { client.isConnected || !faults.all.isEmpty })
        #expect(faults.all == [])
        let value = [UInt8](repeating: 7, count: 5 << 20)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<10 {
                group.addTask {
                    try await client.run(RedisCommand("SET", "key\(number)", value), within: .seconds(30))
                    let reply = try await client.run(
                        RedisCommand("GET", "key\(number)"), within: .seconds(30))
                    return reply.bytes == value
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
        server.kill()
        #expect(await isEventuallyTrue { !client.isConnected })
        try await server.start()
        #expect(await isEventuallyTrue { client.isConnected })
    }

    @Test("A certificate that nobody vouches for, or of another host, is refused")
    func untrusted() async throws {
        for (host, authorities) in [("localhost", nil), ("127.0.0.1", authority.path)] {
            let (client, faults) = try client("rediss://\(host):\(port)", authorities: authorities)
            #expect(await isEventuallyTrue { faults.all == [.untrusted] })
            client.close()
        }
        let (client, faults) = try client("rediss://localhost:\(port)", authorities: "/nowhere")
        #expect(await isEventuallyTrue { faults.all == [.noAuthorities(path: "/nowhere")] })
        client.close()
        server.kill()
    }

    @Test("An error that another session left on the thread ends no connection")
    func errorsOfOthers() throws {
        let address = try #require(SocketAddress(host: "127.0.0.1", port: port))
        let socket = try OutgoingSocket.connect(to: address, timeoutMilliseconds: 10_000)
        var failure: Int32 = 0
        let session = try #require(
            ct_connect(socket.raw, "localhost", authority.path, 10_000, &failure), "\(failure)")
        defer { ct_free(session) }
        // OpenSSL names no functions that Swift can call for this, only macros of them.
        let everything = try #require(dlopen(nil, RTLD_NOW))
        let new = unsafeBitCast(
            try #require(dlsym(everything, "ERR_new")), to: (@convention(c) () -> Void).self)
        let set = unsafeBitCast(
            try #require(dlsym(everything, "ERR_vset_error")),
            to: (@convention(c) (Int32, Int32, UnsafeRawPointer?, OpaquePointer?) -> Void).self)
        // What comes unasked, such as tickets, has been read with the answer.
        #expect(ct_write(session, Array("PING\r\n".utf8), 6) == 6)
        var answer = [UInt8](repeating: 0, count: 64)
        while ct_read(session, &answer, answer.count) == Int(CT_WOULD_BLOCK.rawValue) {
            var waiting = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
            try #require(poll(&waiting, 1, 10_000) == 1)
        }
        #expect(answer.starts(with: Array("+PONG\r\n".utf8)))
        new()
        set(Self.sslLibrary, 1, nil, nil)
        #expect(ct_read(session, &answer, answer.count) == Int(CT_WOULD_BLOCK.rawValue))
        server.kill()
    }

    /// `ERR_LIB_SSL`
    private static let sslLibrary: Int32 = 20
}
