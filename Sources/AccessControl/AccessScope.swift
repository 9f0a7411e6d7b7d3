package enum AccessScope: String, Sendable, CaseIterable {
    /// The right to scan images and texts, set preferences, report screenshots and delete sessions.
    case scan
    /// The right to read the stored results of sessions.
    case read
    case admin
}
