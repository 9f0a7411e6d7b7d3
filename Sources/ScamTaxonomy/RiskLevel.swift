/// How dangerous a message looks. Raw values are the wire's.
public enum RiskLevel: String, Codable, Sendable, CaseIterable {
    case low, medium, high
    /// Nothing was read, so nothing was judged. Never the same as low.
    case unknown

    /// Whether a person is warned of the message.
    public var isWarning: Bool { self == .medium || self == .high }
}

/// The lowest risk level that a session's webhook gets verdicts of; `off` for no verdicts.
public enum VerdictPreference: String, Codable, Sendable, CaseIterable {
    case off, medium, high
}
