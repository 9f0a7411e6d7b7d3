/// Where webhooks may go. Asked about every address after resolution, as the connection is made, so that a name that
/// changes its mind between two lookups gains nothing.
package struct DestinationPolicy: Sendable, Equatable {
    /// Whether this machine and its own networks may be told; http goes there too.
    package var allowsLocal: Bool
    /// Whether messages may cross the internet unencrypted.
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

    /// Whether a URL's scheme can lead anywhere that is permitted.
    func permits(scheme: String) -> Bool {
        scheme == "https" || scheme == "http" && (allowsHTTP || allowsLocal)
    }
}
