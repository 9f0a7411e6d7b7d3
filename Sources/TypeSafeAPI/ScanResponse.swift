public import Foundation

/// The answer to `POST /scan-image` and `POST /analyze-text`.
public struct ScanResponse: Codable, Sendable, Equatable {
    /// Always `simple`: the result is whole, nothing is to be polled for.
    public var type: ResponseType
    /// Names this scan.
    public var scanID: UUID
    /// When the verdict was made, to the second.
    public var timestamp: Date
    /// Whether there was anything to judge.
    public var status: ScanStatus
    /// The verdict.
    public var riskLevel: RiskLevel
    /// How likely the returned risk level is right, 0…1; 0 where it is `unknown`.
    public var confidence: Double
    /// Coarse category of the scam.
    public var category: ScamCategory
    /// One sentence for a person.
    public var explanation: String
    /// Fine category of the scam; `unknown` for low risk.
    public var scamType: ScamType
    /// The calibrated probability that the message is a scam, 0…1; absent where nothing could be read.
    public var scamProbability: Double?
    /// The version of the rule set that judged.
    public var rulesVersion: String
    /// The message's languages; absent where nothing could be read.
    public var language: LanguageUse?
    /// What spoke for and against, strongest first.
    public var findings: [Finding]
    /// Links, numbers, amounts and the like, in order.
    public var entities: [Entity]
    /// What to do.
    public var advice: Advice
    /// What was read on the picture; absent for texts.
    public var ocr: OCRResult?
    /// What each step took.
    public var timing: Timing
    /// Whether the server keeps the result for the session that was named; absent where none was.
    public var stored: Bool?
    /// The message's text without numbers, addresses and names of accounts: only in stored results, and only where the server
    /// keeps texts.
    public var text: String?
    /// True where the picture had been read before and was only judged anew; absent otherwise.
    public var isCached: Bool?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case type
        case scanID = "scan_id"
        case timestamp = "ts"
        case status
        case riskLevel = "risk_level"
        case confidence
        case category
        case explanation
        case scamType = "scam_type"
        case scamProbability = "scam_probability"
        case rulesVersion = "rules_version"
        case language
        case findings
        case entities
        case advice
        case ocr
        case timing = "timing_ms"
        case stored, text
        case isCached = "cached"
    }

    /// Makes an answer of the type `simple`.
    public init(
        scanID: UUID, timestamp: Date, status: ScanStatus, riskLevel: RiskLevel, confidence: Double,
        category: ScamCategory, explanation: String, scamType: ScamType, scamProbability: Double?,
        rulesVersion: String, language: LanguageUse? = nil, findings: [Finding], entities: [Entity],
        advice: Advice, ocr: OCRResult?, timing: Timing, stored: Bool? = nil,
        text: String? = nil, isCached: Bool? = nil
    ) {
        type = .simple
        self.scanID = scanID
        self.timestamp = timestamp
        self.status = status
        self.riskLevel = riskLevel
        self.confidence = confidence
        self.category = category
        self.explanation = explanation
        self.scamType = scamType
        self.scamProbability = scamProbability
        self.rulesVersion = rulesVersion
        self.language = language
        self.findings = findings
        self.entities = entities
        self.advice = advice
        self.ocr = ocr
        self.timing = timing
        self.stored = stored
        self.text = text
        self.isCached = isCached
    }
}

/// How an answer is delivered.
public enum ResponseType: String, Codable, Sendable, CaseIterable {
    case simple
}

/// Whether there was anything to judge.
public enum ScanStatus: String, Codable, Sendable, CaseIterable {
    case ok
    /// The picture holds no readable text; the risk level is `unknown`.
    case noText = "no_text"
}

/// Milliseconds each step took.
public struct Timing: Codable, Sendable, Equatable {
    /// From bytes to a bitmap.
    public var decode: Double?
    /// From the bitmap to text.
    public var ocr: Double?
    /// From text to the verdict.
    public var classify: Double
    /// From the checked request to the report, waiting included.
    public var total: Double

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case decode, ocr, classify, total
    }

    /// Steps that didn't run are nil.
    public init(decode: Double?, ocr: Double?, classify: Double, total: Double) {
        self.decode = decode
        self.ocr = ocr
        self.classify = classify
        self.total = total
    }
}
