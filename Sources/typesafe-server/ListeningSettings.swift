import ArgumentParser
import Sockets

/// The flags that say where the server listens.
struct ListeningSettings: ParsableArguments {
    @Option(help: "IPv4 or IPv6 address to listen on, :: for both, or unix:/path")
    var address = "127.0.0.1"

    @Option(help: "TCP port; 0 takes a free one")
    var port: UInt16 = 8080

    private static let unixPrefix = "unix:"

    private var name: String { address.hasPrefix(Self.unixPrefix) ? address : "\(address) port \(port)" }

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
            return [try ListeningSocket(address: address)]
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
