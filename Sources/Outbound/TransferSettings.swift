/// Settings of transfers, which are the same for all receivers.
package struct TransferSettings: Sendable {
    package var policy = DestinationPolicy()
    /// Longest time for the whole transfer: resolving, connecting, sending and the answer. Other senders of webhooks
    /// wait for 5 to 30 s.
    package var timeLimit = Duration.seconds(10)
    /// Path of a PEM file with the trusted certificate authorities; nil for the system's authorities.
    package var authorities: String?
    package var userAgent = "TypeSafe"

    package init() {}
}
