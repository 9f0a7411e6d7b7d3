package import SystemSupport

/// Two clients with different shares. Shares are numbers by a hash, so that two clients taken at will have one together now and then.
package enum TwoClients {
    package static let much = ClientID("much")
    package static let little =
        (0..<100).lazy.map { ClientID("little \($0)") }.first { ($0.hashValue ^ much.hashValue) & 1_023 != 0 }
        ?? much
}
