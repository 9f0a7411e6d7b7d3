/// What a key may do.
package enum AccessScope: String, Sendable, CaseIterable {
    /// Have pictures and texts judged, tell of screenshots, delete a session.
    case scan
    /// Read stored results.
    case read
    /// Read the metrics.
    case admin
}
