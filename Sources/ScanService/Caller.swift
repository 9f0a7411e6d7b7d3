import SystemSupport

/// The sender of a request, as far as the server knows it.
struct Caller: Sendable, Hashable {
    /// The name of the request's API key; nil where the server or the route asks for none.
    let key: String?
    /// The client's IPv4 address or IPv6 /64; nil for a client on a Unix socket.
    let network: IPAddress.Network?
    /// The client that shares what there is with others: the key, or the network of a request without one.
    let client: ClientID

    init(key: String?, network: IPAddress.Network?) {
        self.key = key
        self.network = network
        client = key.map { ClientID("key \($0)") } ?? ClientID(network: network)
    }
}

extension ClientID {
    init(network: IPAddress.Network?) {
        self.init(network.map { "network \($0)" } ?? "local")
    }
}
