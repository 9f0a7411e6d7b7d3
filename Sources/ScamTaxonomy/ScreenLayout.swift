/// Whose words a line of a screenshot holds. The server and its workers exchange a role as its position in `allCases`.
public enum LineRole: String, Codable, Sendable, CaseIterable {
    /// Words of the other party, who wrote to the screenshot's owner.
    case incoming
    /// Words that the screenshot's owner wrote.
    case outgoing
    /// Words of the app about the conversation, such as dates and notices.
    case system
    /// Words of the app or the phone around the conversation, such as the clock and the buttons.
    case chrome

    /// Whether the line is part of a message that one person wrote to another.
    public var isMessage: Bool { self == .incoming || self == .outgoing }
}

/// What kind of screen a screenshot shows. The server and its workers exchange a layout as its position in `allCases`.
public enum OCRLayout: String, Codable, Sendable, CaseIterable {
    /// A screen of no other kind, or a screen whose kind wasn't recognised.
    case plain
    case chat, email
    case webPage = "web_page"
    case popUp = "pop_up"
    case notification
}

/// A rectangle in pixels of the upright screenshot. The origin is the top left corner.
public struct Box: Codable, Sendable, Hashable {
    /// Pixels between the screenshot's left edge and the box.
    public var x: Int
    /// Pixels between the screenshot's top edge and the box.
    public var y: Int
    /// Width of the box in pixels.
    public var width: Int
    /// Height of the box in pixels.
    public var height: Int
    /// Number of the picture that the box lies on, from 1 in the order in which they were sent; nil where one was sent.
    public var picture: Int?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case x, y, width, height, picture
    }

    /// Creates a value from its properties.
    public init(x: Int, y: Int, width: Int, height: Int, picture: Int? = nil) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.picture = picture
    }
}
