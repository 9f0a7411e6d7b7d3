import Sockets

/// Where the server listens, as the settings say it.
struct ListeningPlace {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let unixPrefix = "unix:"
    private let host: String
    private let port: UInt16

    init(_ settings: ListeningSettings) {
        host = settings.address
        port = settings.port
    }

    private var name: String { host.hasPrefix(Self.unixPrefix) ? host : "\(host) port \(port)" }

    /// Binds and listens; sockets that a supervisor hands over go before the settings.
    func open() throws(Failure) -> [ListeningSocket] {
        do throws(SocketError) {
            let inherited = try SystemdSockets.take()
            if !inherited.isEmpty { return inherited }
        } catch {
            throw Failure(description: "can't use the sockets handed over: \(error)")
        }
        guard let address = address(host) else {
            throw Failure(description: "can't listen on \(name): neither a numeric address nor a unix:/path")
        }
        do throws(SocketError) {
            return [try ListeningSocket(address: address)]
        } catch {
            throw Failure(description: "can't listen on \(name): \(error)")
        }
    }

    /// Where this machine's own programs reach it.
    var local: SocketAddress? {
        // Listening everywhere includes here.
        address(["0.0.0.0": "127.0.0.1", "::": "::1"][host] ?? host)
    }

    private func address(_ host: String) -> SocketAddress? {
        guard host.hasPrefix(Self.unixPrefix) else { return SocketAddress(host: host, port: port) }
        return SocketAddress(unixPath: String(host.dropFirst(Self.unixPrefix.count)))
    }
}
