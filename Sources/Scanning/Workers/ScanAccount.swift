package import SystemSupport

/// For whom an image or a text is judged.
package struct ScanAccount: Sendable {
    /// Whose turn it is where scans wait.
    package let client: ClientID
    /// A function that is told of processor time that was used for the scan, also where the scan failed or was cancelled. It may be
    /// called several times, on any thread.
    package let charge: @Sendable (Duration) -> Void

    package init(client: ClientID, charge: @escaping @Sendable (Duration) -> Void = { _ in }) {
        self.client = client
        self.charge = charge
    }
}
