/// Whose words a line of a screenshot holds. Processes exchange positions in `allCases`.
public enum LineRole: String, Codable, Sendable, CaseIterable {
    /// The other party's.
    case incoming
    /// The screenshot owner's own.
    case outgoing
    /// The app's own about the conversation: dates, notices.
    case system
    /// The app's or the phone's furniture: clock, battery, buttons.
    case chrome

    /// Whether people wrote the line to each other.
    public var isMessage: Bool { self == .incoming || self == .outgoing }
}

/// What kind of screen a screenshot shows. Processes exchange positions in `allCases`.
public enum OCRLayout: String, Codable, Sendable, CaseIterable {
    /// None of the others, or not known for one.
    case plain
    case chat, email
    case webPage = "web_page"
    case popUp = "pop_up"
    case notification
}
