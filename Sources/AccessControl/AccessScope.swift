package enum AccessScope: String, Sendable, CaseIterable {
    /// Scan pictures and texts, set preferences, report screenshots, delete sessions.
    case scan
    /// Read the results of sessions.
    case read
    case admin
}
