import Sockets

/// Who sent a request, as far as is known.
struct Caller: Sendable, Hashable {
    /// The name of the API key; nil where none is asked for.
    let key: String?
    /// The client's IPv4 address or IPv6 /64; nil for Unix sockets.
    let network: IPAddress.Network?
}
