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
    /// What kind of screen the picture shows. nil from a server that doesn't say.
    public var layout: OCRLayout?
    /// Who sent what the picture shows, as it says itself: a conversation's header, a mail's sender, a notification's title.
    public var sender: String?
    /// The text of a browser's address bar.
    public var address: String?
    /// In reading order.
    public var lines: [OCRLine]

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case text, confidence, languages, width, height, layout, sender, address, lines
    }

    /// Makes a result.
    public init(
        text: String, confidence: Double, languages: [String], width: Int, height: Int,
        layout: OCRLayout? = nil, sender: String? = nil, address: String? = nil, lines: [OCRLine]
    ) {
        self.text = text
        self.confidence = confidence
        self.languages = languages
        self.width = width
        self.height = height
        self.layout = layout
        self.sender = sender
        self.address = address
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
    /// Lines of one bubble or paragraph follow each other and share this number; nil from a server that doesn't say.
    public var block: Int?
    /// Where the line stands.
    public var box: Box

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case text, confidence, role, block, box
    }

    /// Makes a line.
    public init(text: String, confidence: Double, role: LineRole, block: Int? = nil, box: Box) {
        self.text = text
        self.confidence = confidence
        self.role = role
        self.block = block
        self.box = box
    }
}
