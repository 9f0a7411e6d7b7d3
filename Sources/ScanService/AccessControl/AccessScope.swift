package enum AccessScope: String, Sendable, CaseIterable {
    /// The right to scan images and texts, set preferences, report screenshots and delete sessions.
    case scan
    /// The right to read the stored results of sessions.
    case read
    /// The right to say that a verdict was wrong, and to take that back.
    case feedback
    case admin
}
