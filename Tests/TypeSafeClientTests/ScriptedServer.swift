import Dispatch
import Foundation
import Glibc
import SystemSupport
import Synchronization
import TestSupport

/// A server over plain sockets that handles each connection as its script says.
final class ScriptedServer: Sendable {
    /// How one connection is handled.
    enum Step: Sendable {
        /// Reads the request, sends these bytes and closes.
        case answer(String)
        /// Reads the request, and sends an answer of this content, which says that it is packed with gzip.
        case packed([UInt8])
        /// Reads the request, sends these bytes and leaves the connection open.
        case answerAndHang(String)
        /// Reads the request and closes without an answer.
        case close
    }

    struct Request: Sendable {
        let head: String
        let body: [UInt8]
        let arrival: ContinuousClock.Instant

        func header(_ name: String) -> String? {
            head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
                .map { String($0.dropFirst(name.count + 2)) }
        }
    }

    private struct State {
        var script: [Step]
        var requests: [Request] = []
        /// Connections that stay open until the server is stopped.
        var open: [Int32] = []
        var isStopped = false
    }

    let url: URL
    private let listener: ListeningSocket
    private let state: Mutex<State>
    private let thread = DispatchQueue(label: "scripted server")

    /// - Parameter script: a step for each connection. Connections after the last step are closed unread.
    init(_ script: [Step]) throws {
        guard let address = SocketAddress(host: "127.0.0.1", port: 0) else { throw NoAddress() }
        listener = try ListeningSocket(address: address)
        guard let url = URL(string: "http://127.0.0.1:\(try listener.boundPort)") else { throw NoAddress() }
        self.url = url
        state = Mutex(State(script: script))
        thread.async { [self] in serve() }
    }

    struct NoAddress: Error {}

    /// Ends the thread, which otherwise keeps this object alive.
    func stop() {
        let open = state.withLock { state in
            state.isStopped = true
            defer { state.open = [] }
            return state.open
        }
        for descriptor in open { close(descriptor) }
    }

    var requests: [Request] { state.withLock { $0.requests } }

    private func serve() {
        while !state.withLock({ $0.isStopped }) {
            var waiting = pollfd(fd: listener.descriptor.raw, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 50) > 0 else { continue }
            let connection = accept(listener.descriptor.raw, nil, nil)
            guard connection >= 0 else { continue }
            let step = state.withLock { state -> Step? in
                state.script.isEmpty ? nil : state.script.removeFirst()
            }
            play(step, on: connection)
        }
    }

    private func play(_ step: Step?, on connection: Int32) {
        switch step {
        case .answer(let text):
            read(connection)
            send(Array(text.utf8), on: connection)
            Glibc.close(connection)
        case .packed(let content):
            read(connection)
            let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(content.count)\r\n\r\n"
            send(Array(head.utf8) + content, on: connection)
            Glibc.close(connection)
        case .answerAndHang(let text):
            read(connection)
            send(Array(text.utf8), on: connection)
            state.withLock { $0.open.append(connection) }
        case .close:
            read(connection)
            Glibc.close(connection)
        case nil:
            Glibc.close(connection)
        }
    }

    /// Reads one request whose body has a Content-Length.
    private func read(_ connection: Int32) {
        var bytes: [UInt8] = []
        var length: Int?
        var headEnd = 0
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while length.map({ bytes.count < headEnd + $0 }) ?? true {
            let count = recv(connection, &chunk, chunk.count, 0)
            guard count > 0 else { break }
            bytes += chunk.prefix(count)
            guard length == nil, let end = Data(bytes).range(of: Data("\r\n\r\n".utf8)) else { continue }
            headEnd = end.upperBound
            let head = String(decoding: bytes.prefix(headEnd), as: UTF8.self)
            let field = head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length: ") }
            length = field.flatMap { Int($0.dropFirst(16)) } ?? 0
        }
        let request = Request(
            head: String(decoding: bytes.prefix(headEnd), as: UTF8.self),
            body: Array(bytes.dropFirst(headEnd)),
            arrival: .now)
        state.withLock { $0.requests.append(request) }
    }

    private func send(_ bytes: [UInt8], on connection: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

extension ScriptedServer.Step {
    /// An answer of a gigabyte in 6 MB (RFC 1952).
    static let endlessPacked = packed([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + EndlessDeflate.zeros(1 << 30))

    static func json(_ body: String, status: Int = 200, headers: String = "") -> ScriptedServer.Step {
        .answer(
            "HTTP/1.1 \(status) X\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
                + "\(headers)Connection: close\r\n\r\n\(body)")
    }

    static func problem(_ status: Int, _ kind: String, headers: String = "") -> ScriptedServer.Step {
        json(
            #"{"type":"urn:typesafe:problem:\#(kind)","title":"T","status":\#(status),"#
                + #""detail":"Said why","request_id":"r-1"}"#, status: status, headers: headers)
    }

    static let healthy = json(#"{"status":"ok"}"#)
}
