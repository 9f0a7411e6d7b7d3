package import SystemSupport

/// The addresses that webhooks and pushes may reach. An address is checked when the connection is made, after the name was
/// resolved. So a name whose second lookup gives another address can't avoid the check.
package struct DestinationPolicy: Sendable, Equatable {
    /// Whether messages may go to this machine and its own networks, also over http.
    package var allowsLocal: Bool
    /// Whether messages may go over the internet without encryption.
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

    /// Whether a URL with this scheme can reach any address that the policy permits.
    func permits(scheme: String) -> Bool {
        scheme == "https" || scheme == "http" && (allowsHTTP || allowsLocal)
    }
}
