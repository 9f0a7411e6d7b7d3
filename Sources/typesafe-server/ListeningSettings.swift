import ArgumentParser
import Foundation
import Glibc
import HTTPServer
import Synchronization
import SystemSupport

/// The flags that say where the server listens.
struct ListeningSettings: ParsableArguments {
    @Option(help: "IPv4 or IPv6 address to listen on, :: for both, or unix:/path")
    var address = "127.0.0.1"

    @Option(help: "TCP port; 0 takes a free one")
    var port: UInt16 = 8080

    @Option(
        help: ArgumentHelp(
            "octal mode of a Unix socket's file: 660 lets its group connect, 666 everybody", valueName: "mode"
        ))
    var unixSocketMode: FileMode = .ownerOnly

    @Option(
        help: ArgumentHelp(
            "seconds after which the server stops if nobody is connected, 1 to 86400 [never]",
            valueName: "seconds"))
    var stopWhenIdle: Int?

    private static let unixPrefix = "unix:"

    private var name: String { address.hasPrefix(Self.unixPrefix) ? address : "\(address) port \(port)" }

    func validate() throws {
        if let stopWhenIdle, !(1...86_400).contains(stopWhenIdle) {
            throw ValidationError("--stop-when-idle takes 1 to 86400 seconds.")
        }
    }

    /// Tells when the server may stop; nil where it never does by itself.
    var idleStop: IdleStop? {
        let path = address.hasPrefix(Self.unixPrefix) ? String(address.dropFirst(Self.unixPrefix.count)) : nil
        return stopWhenIdle.map { IdleStop(after: .seconds($0), unixSocket: path) }
    }

    /// Binds and listens. Sockets that systemd hands over are used in place of the settings.
    func openSockets() throws(CommandFailure) -> [ListeningSocket] {
        do throws(SocketError) {
            let inherited = try SystemdSockets.take()
            if !inherited.isEmpty { return inherited }
        } catch {
            throw .unavailable("can't use the sockets handed over: \(error)")
        }
        guard let address = socketAddress(address) else {
            throw .unavailable("can't listen on \(name): neither a numeric address nor a unix:/path")
        }
        do throws(SocketError) {
            return [try ListeningSocket(address: address, unixMode: unixSocketMode.bits)]
        } catch {
            throw .unavailable("can't listen on \(name): \(error)")
        }
    }

    /// The address at which programs of this machine reach the server; nil where the settings hold none.
    var localAddress: SocketAddress? {
        socketAddress(["0.0.0.0": "127.0.0.1", "::": "::1"][address] ?? address)
    }

    private func socketAddress(_ host: String) -> SocketAddress? {
        guard host.hasPrefix(Self.unixPrefix) else { return SocketAddress(host: host, port: port) }
        return SocketAddress(unixPath: String(host.dropFirst(Self.unixPrefix.count)))
    }
}

/// The permissions of a file, such as `600`.
struct FileMode: ExpressibleByArgument, CustomStringConvertible {
    let bits: UInt32

    static let ownerOnly = FileMode(bits: 0o600)

    private init(bits: UInt32) {
        self.bits = bits
    }

    init?(argument: String) {
        guard let bits = UInt32(argument, radix: 8), bits <= 0o777, !argument.hasPrefix("+") else {
            return nil
        }
        self.bits = bits
    }

    var description: String { String(bits, radix: 8) }
    var defaultValueDescription: String { description }
}

/// Tells when nobody has been connected for as long as `--stop-when-idle` says.
///
/// On a Unix socket, a client that holds a shared lock (`flock`) on the file `….lock` beside the socket is about to connect. So the
/// server stops only once it has that lock for itself, and keeps it until its process ends: no client is ever left with a server
/// that goes.
final class IdleStop: Sendable {
    private struct State {
        var connections = 0
        var lastEnd = ContinuousClock.now
    }

    private let limit: Duration
    private let lockFile: String?
    private let state = Mutex(State())

    init(after limit: Duration, unixSocket: String?) {
        self.limit = limit
        lockFile = unixSocket.map { $0 + ".lock" }
    }

    func observe(_ event: ServerEvent) {
        state.withLock { state in
            switch event {
            case .connectionOpened: state.connections += 1
            case .connectionClosed:
                state.connections -= 1
                state.lastEnd = .now
            default: return
            }
        }
    }

    /// Returns when the server may stop, or its task is cancelled.
    func reached() async {
        while !Task.isCancelled {
            let due = state.withLock { $0.connections == 0 ? $0.lastEnd + limit : .now + limit }
            if due > .now {
                try? await Task.sleep(until: due)
            } else if takeLock() {
                return
            } else {
                state.withLock { $0.lastEnd = .now }
            }
        }
    }

    private func takeLock() -> Bool {
        guard let lockFile else { return true }
        // Without the file there is nobody who would hold a lock on it.
        let descriptor = open(lockFile, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return errno == ENOENT }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
        close(descriptor)
        return false
    }
}

/// `typesafe-server healthcheck`: asks a running server whether it is alive, for containers without curl.
struct HealthCheckCommand: ConfigurableCommand {
    static let settings: [any ParsableArguments.Type] = [ListeningSettings.self]

    static let configuration = CommandConfiguration(
        commandName: "healthcheck",
        abstract: "Exits with 0 if a server is alive at --address and --port, else with 1.")

    /// Seconds until an answer; Docker's health check gives up after 3 s.
    private static let timeLimit = 2

    @OptionGroup var listening: ListeningSettings

    func run() throws {
        let request = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        guard let address = listening.localAddress else {
            throw CommandFailure.failed("the server listens on no address of this machine")
        }
        guard
            let answer = try? BlockingClient.exchange(
                Array(request.utf8), with: address, timeoutSeconds: Self.timeLimit)
        else { throw CommandFailure.failed("nobody answers at \(address) within \(Self.timeLimit) s") }
        guard answer.starts(with: "HTTP/1.1 200 ".utf8) else {
            let line = answer.prefix { $0 != UInt8(ascii: "\r") }.prefix(80)
            throw CommandFailure.failed(
                "\(address) answers \(String(decoding: line, as: UTF8.self).debugDescription)")
        }
    }
}
