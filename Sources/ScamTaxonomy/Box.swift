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
