public import Foundation

/// The response to `POST /scan-image` and `POST /analyze-text`.
public struct ScanResponse: Codable, Sendable, Equatable {
    /// Always `simple`: the result is complete, so the client needn't ask again.
    public var type: ResponseType
    /// Id of the scan.
    public var scanID: UUID
    /// Time of the verdict, to the second.
    public var timestamp: Date
    /// Whether there was any text to judge, and whether enough of it was understood.
    public var status: ScanStatus
    /// How dangerous the message is.
    public var riskLevel: RiskLevel
    /// Probability that the risk level is right, from 0 to 1; 0 if the level is `unknown`.
    public var confidence: Double
    /// Coarse category of the scam, for clients that don't use `scamType`.
    public var category: ScamCategory
    /// One or two sentences for a person.
    public var explanation: String
    /// Kind of the scam; `unknown` for low risk.
    public var scamType: ScamType
    /// Calibrated probability that the message is a scam, from 0 to 1; absent if nothing could be read.
    public var scamProbability: Double?
    /// Share of the message's letters that were read as words of languages with rules, from 0 to 1; absent if nothing could be read.
    public var understood: Double?
    /// Version of the rules that judged.
    public var rulesVersion: String
    /// The message's languages; absent if nothing could be read.
    public var language: LanguageUse?
    /// The rules that matched, the strongest first.
    public var findings: [Finding]
    /// What would have changed the risk level; absent where nothing that was found would.
    public var decidedBy: [DecidingFindings]?
    /// Links, numbers, amounts and the like, in the message's order.
    public var entities: [Entity]
    /// Steps that the user can take, and places to report the message to.
    public var advice: Advice
    /// The text that was read on the screenshot; absent for texts. Of several pictures, that of the first in the conversation's
    /// order.
    public var ocr: OCRResult?
    /// What was found of several pictures; absent where one was sent.
    public var conversation: Conversation?
    /// Milliseconds that each stage took.
    public var timing: Timing
    /// Whether the server stored the result for the session; absent if the request named no session.
    public var stored: Bool?
    /// Whether all webhooks that ask for this verdict will be told of it; false if the server has no room for the messages, or can't
    /// reach its database. Absent if none asks for it.
    public var notified: Bool?
    /// The message's text without numbers, addresses and names of accounts. Only stored results have it, and only if
    /// the server is set to store texts.
    public var text: String?
    /// True if the same image had been read before and only its text was judged again; absent otherwise.
    public var isCached: Bool?
    /// Why the image couldn't be used, if the verdict is about `ocr_text` alone because of that; absent otherwise. A request without
    /// `ocr_text` would have been answered with this problem.
    public var imageProblem: Problem?

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
        case understood
        case rulesVersion = "rules_version"
        case language
        case findings
        case decidedBy = "decided_by"
        case entities
        case advice
        case ocr, conversation
        case timing = "timing_ms"
        case stored, notified, text
        case isCached = "cached"
        case imageProblem = "image_problem"
    }

    /// Makes a response of the type `simple`.
    public init(
        scanID: UUID, timestamp: Date, status: ScanStatus, riskLevel: RiskLevel, confidence: Double,
        category: ScamCategory, explanation: String, scamType: ScamType, scamProbability: Double?,
        understood: Double? = nil, rulesVersion: String, language: LanguageUse? = nil, findings: [Finding],
        decidedBy: [DecidingFindings]? = nil, entities: [Entity],
        advice: Advice, ocr: OCRResult?, conversation: Conversation? = nil, timing: Timing,
        stored: Bool? = nil, notified: Bool? = nil,
        text: String? = nil, isCached: Bool? = nil, imageProblem: Problem? = nil
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
        self.understood = understood
        self.rulesVersion = rulesVersion
        self.language = language
        self.findings = findings
        self.decidedBy = decidedBy
        self.entities = entities
        self.advice = advice
        self.ocr = ocr
        self.conversation = conversation
        self.timing = timing
        self.stored = stored
        self.notified = notified
        self.text = text
        self.isCached = isCached
        self.imageProblem = imageProblem
    }
}

/// How a response is delivered.
public enum ResponseType: String, Codable, Sendable, CaseIterable {
    case simple
}

/// Whether the scan found any text to judge, and whether enough of it was understood.
public enum ScanStatus: String, Codable, Sendable, CaseIterable {
    case ok
    /// No scam pattern was found, but too little of the text was understood for a low risk; the risk level is `unknown`.
    case notUnderstood = "not_understood"
    /// There was no readable text; the risk level is `unknown`.
    case noText = "no_text"
}

/// Milliseconds that the stages of a scan took. A stage that didn't run is nil.
public struct Timing: Codable, Sendable, Equatable {
    /// Milliseconds of decoding the image; nil for texts and for readings that were kept.
    public var decode: Double?
    /// Milliseconds of reading the text on the image; nil for texts and for readings that were kept.
    public var ocr: Double?
    /// Milliseconds of judging the text.
    public var classify: Double
    /// Milliseconds from the checked request to the verdict, including the time that the scan waited.
    public var total: Double

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case decode, ocr, classify, total
    }

    /// Creates a value from its properties.
    public init(decode: Double?, ocr: Double?, classify: Double, total: Double) {
        self.decode = decode
        self.ocr = ocr
        self.classify = classify
        self.total = total
    }
}

extension ScanResponse {
    /// The text that stands in place of words that were removed.
    public static let redactionMark = "[redacted]"

    /// The response without the message's words: without quotes, without the texts of entities, and without what was
    /// read. The kinds of entities and the registered domains stay, because reports need them.
    public var redacted: ScanResponse {
        var response = self
        response.text = nil
        response.findings = response.findings.map(\.redacted)
        for index in response.entities.indices {
            response.entities[index].text = Self.redactionMark
            response.entities[index].seen = response.entities[index].seen.map { _ in Self.redactionMark }
            response.entities[index].readings = nil
            response.entities[index].amount = nil
        }
        response.ocr = response.ocr?.redacted
        response.conversation = response.conversation?.redacted
        return response
    }
}

extension Finding {
    fileprivate var redacted: Finding {
        var finding = self
        finding.quote = quote.map { _ in ScanResponse.redactionMark }
        return finding
    }
}

extension OCRResult {
    fileprivate var redacted: OCRResult {
        var ocr = self
        ocr.text = ScanResponse.redactionMark
        ocr.lines = []
        ocr.sender = ocr.sender.map { _ in ScanResponse.redactionMark }
        ocr.address = ocr.address.map { _ in ScanResponse.redactionMark }
        return ocr
    }
}

extension Conversation {
    fileprivate var redacted: Conversation {
        var conversation = self
        for index in pictures.indices { conversation.pictures[index].ocr = pictures[index].ocr?.redacted }
        // They lead to lines that aren't there.
        conversation.lines = nil
        for index in separate?.indices ?? 0..<0 {
            conversation.separate?[index].findings = separate?[index].findings.map(\.redacted) ?? []
        }
        return conversation
    }
}
