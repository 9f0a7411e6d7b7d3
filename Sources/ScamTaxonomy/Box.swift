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

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case x, y, width, height
    }

    /// Creates a value from its properties.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
