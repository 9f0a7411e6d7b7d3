/// Several pictures that were judged as one conversation, or as several where they plainly show different ones.
public struct Conversation: Codable, Sendable, Equatable {
    /// Numbers of the pictures in the conversation's order. A picture's number is its place among those sent, from 1. Of different
    /// conversations, the riskiest one's pictures come first.
    public var order: [Int]
    /// How the order was found.
    public var orderedBy: PictureOrder
    /// Why the pictures were put in this order, in a sentence for a person.
    public var reason: String
    /// What was read on each picture, in the order in which they were sent.
    public var pictures: [ConversationPicture]
    /// The messages' lines in the conversation's order, each once, though several pictures may show it; absent in stored results.
    public var lines: [ConversationLine]?
    /// The conversations, the riskiest first, where the pictures plainly show different ones; absent where they show one.
    public var separate: [ConversationPart]?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case order
        case orderedBy = "ordered_by"
        case reason, pictures, lines, separate
    }

    /// Creates a value from its properties.
    public init(
        order: [Int], orderedBy: PictureOrder, reason: String, pictures: [ConversationPicture],
        lines: [ConversationLine]? = nil, separate: [ConversationPart]? = nil
    ) {
        self.order = order
        self.orderedBy = orderedBy
        self.reason = reason
        self.pictures = pictures
        self.lines = lines
        self.separate = separate
    }
}

/// How the order of a conversation's pictures was found.
public enum PictureOrder: String, Codable, Sendable, CaseIterable {
    /// By the times that stand in the chat.
    case times
    /// By the messages that one picture shares with the next.
    case overlap
    /// As they were sent.
    case given
}

/// What was read on one of several pictures.
public struct ConversationPicture: Codable, Sendable, Equatable {
    /// Number of the picture.
    public var picture: Int
    /// The text that was read on it; absent in stored results.
    public var ocr: OCRResult?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case picture, ocr
    }

    /// Creates a value from its properties.
    public init(picture: Int, ocr: OCRResult?) {
        self.picture = picture
        self.ocr = ocr
    }
}

/// Where a line of a conversation's messages stands.
public struct ConversationLine: Codable, Sendable, Equatable {
    /// Number of the picture.
    public var picture: Int
    /// Index of the line in the picture's `ocr.lines`, from 0.
    public var line: Int
    /// A number that all lines of one bubble share, also where each of two pictures shows a part of it.
    public var block: Int

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case picture, line, block
    }

    /// Creates a value from its properties.
    public init(picture: Int, line: Int, block: Int) {
        self.picture = picture
        self.line = line
        self.block = block
    }
}

/// One of several conversations, with the verdict on it.
public struct ConversationPart: Codable, Sendable, Equatable {
    /// Numbers of its pictures, in its order.
    public var pictures: [Int]
    /// Whether there was any text to judge, and whether enough of it was understood.
    public var status: ScanStatus
    /// How dangerous it is.
    public var riskLevel: RiskLevel
    /// Probability that the risk level is right, from 0 to 1; 0 if the level is `unknown`.
    public var confidence: Double
    /// Kind of the scam; `unknown` for low risk.
    public var scamType: ScamType
    /// One or two sentences for a person.
    public var explanation: String
    /// The rules that matched, the strongest first.
    public var findings: [Finding]

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case pictures, status
        case riskLevel = "risk_level"
        case confidence
        case scamType = "scam_type"
        case explanation, findings
    }

    /// Creates a value from its properties.
    public init(
        pictures: [Int], status: ScanStatus, riskLevel: RiskLevel, confidence: Double, scamType: ScamType,
        explanation: String, findings: [Finding]
    ) {
        self.pictures = pictures
        self.status = status
        self.riskLevel = riskLevel
        self.confidence = confidence
        self.scamType = scamType
        self.explanation = explanation
        self.findings = findings
    }
}

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
