package import Sockets

/// Which addresses webhooks may reach. Every address is checked after its name was resolved, when the connection is made. So a
/// name that resolves to another address at its second lookup gains nothing.
package struct DestinationPolicy: Sendable, Equatable {
    /// Allows this machine and its own networks, over http too.
    package var allowsLocal: Bool
    /// Allows unencrypted messages over the internet.
    package var allowsHTTP: Bool

    package init(allowsLocal: Bool = false, allowsHTTP: Bool = false) {
        self.allowsLocal = allowsLocal
        self.allowsHTTP = allowsHTTP
    }

    package func permits(_ address: IPAddress, isEncrypted: Bool) -> Bool {
        switch address.scope {
        case .global: isEncrypted || allowsHTTP
        case .local: allowsLocal
        case .never: false
        }
    }

    /// Whether any permitted address can be reached with this URL scheme.
    func permits(scheme: String) -> Bool {
        scheme == "https" || scheme == "http" && (allowsHTTP || allowsLocal)
    }
}
