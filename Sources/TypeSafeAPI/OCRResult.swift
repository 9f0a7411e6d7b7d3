/// The text that was read on a screenshot, with its layout.
public struct OCRResult: Codable, Sendable, Equatable {
    /// The text of all lines, separated by line feeds.
    public var text: String
    /// Mean confidence of the words, from 0 to 1; 0 if nothing was read.
    public var confidence: Double
    /// Tesseract's names of the languages that were used, such as `eng`.
    public var languages: [String]
    /// Width of the upright screenshot in pixels.
    public var width: Int
    /// Height of the upright screenshot in pixels.
    public var height: Int
    /// Number of the picture that was judged, where the image holds several (an animation, pages); nil for the first.
    public var frame: Int?
    /// Kind of screen that the screenshot shows; nil in responses of older servers, which don't have this field.
    public var layout: OCRLayout?
    /// Sender as the screenshot names it: in a conversation's header, a mail's sender line, a notification's title.
    public var sender: String?
    /// The text of a browser's address bar.
    public var address: String?
    /// The lines in reading order.
    public var lines: [OCRLine]

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case text, confidence, languages, width, height, frame, layout, sender, address, lines
    }

    /// Creates a value from its properties.
    public init(
        text: String, confidence: Double, languages: [String], width: Int, height: Int,
        frame: Int? = nil, layout: OCRLayout? = nil, sender: String? = nil, address: String? = nil,
        lines: [OCRLine]
    ) {
        self.text = text
        self.confidence = confidence
        self.languages = languages
        self.width = width
        self.height = height
        self.frame = frame
        self.layout = layout
        self.sender = sender
        self.address = address
        self.lines = lines
    }
}

/// One line of text on a screenshot.
public struct OCRLine: Codable, Sendable, Equatable {
    /// The line's words, separated by spaces.
    public var text: String
    /// Mean confidence of the words, from 0 to 1.
    public var confidence: Double
    /// Whose words the line holds, such as those of the other party.
    public var role: LineRole
    /// A number that all lines of one bubble or paragraph share; nil in responses of older servers, which don't have
    /// this field.
    public var block: Int?
    /// The rectangle on the screenshot that holds the line.
    public var box: Box

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case text, confidence, role, block, box
    }

    /// Creates a value from its properties.
    public init(text: String, confidence: Double, role: LineRole, block: Int? = nil, box: Box) {
        self.text = text
        self.confidence = confidence
        self.role = role
        self.block = block
        self.box = box
    }
}
