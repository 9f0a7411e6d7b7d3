/// How dangerous a message looks. The raw values are the values on the wire.
public enum RiskLevel: String, Codable, Sendable, CaseIterable {
    case low, medium, high
    /// Nothing could be read, so nothing was judged. This doesn't mean that the message is harmless.
    case unknown

    /// Whether the client should warn a person of the message.
    public var isWarning: Bool { self == .medium || self == .high }
}

/// The lowest risk level that a session's webhook gets verdicts of; `off` for no verdicts.
public enum VerdictPreference: String, Codable, Sendable, CaseIterable {
    case off, medium, high
}
