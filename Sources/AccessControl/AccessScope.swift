/// A right that a key gives.
package enum AccessScope: String, Sendable, CaseIterable {
    /// Scan pictures and texts, set preferences, report screenshots, delete sessions.
    case scan
    /// Read the results of sessions.
    case read
    /// Read the server's metrics.
    case admin
}
