/// What was read on a picture.
public struct OCRResult: Codable, Sendable, Equatable {
    /// All lines, joined by line feeds.
    public var text: String
    /// Mean word confidence, 0…1; 0 where nothing was read.
    public var confidence: Double
    /// Tesseract names of the languages used, such as `eng`.
    public var languages: [String]
    /// Size of the upright picture in pixels.
    public var width: Int
    /// See `width`.
    public var height: Int
    /// In reading order.
    public var lines: [OCRLine]

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case text, confidence, languages, width, height, lines
    }

    /// Makes a result.
    public init(
        text: String, confidence: Double, languages: [String], width: Int, height: Int, lines: [OCRLine]
    ) {
        self.text = text
        self.confidence = confidence
        self.languages = languages
        self.width = width
        self.height = height
        self.lines = lines
    }
}

/// One line of text on a picture.
public struct OCRLine: Codable, Sendable, Equatable {
    /// The words, joined by spaces.
    public var text: String
    /// Mean word confidence, 0…1.
    public var confidence: Double
    /// Whose words they are.
    public var role: LineRole
    /// Where the line stands.
    public var box: Box

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case text, confidence, role, box
    }

    /// Makes a line.
    public init(text: String, confidence: Double, role: LineRole, box: Box) {
        self.text = text
        self.confidence = confidence
        self.role = role
        self.box = box
    }
}

/// Whose words a line holds.
public enum LineRole: String, Codable, Sendable, CaseIterable {
    /// The other party's.
    case incoming
    /// The picture owner's own.
    case outgoing
    /// The app's own about the conversation: dates, notices.
    case system
    /// The app's or the phone's furniture: clock, battery, buttons.
    case chrome
}
