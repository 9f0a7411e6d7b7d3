public import Foundation

/// The body of `POST /analyze-text`.
public struct AnalyzeTextRequest: Codable, Sendable, Equatable {
    /// Largest number of code points in `text`.
    public static let maxTextLength = 20_000

    /// The text of the message to judge, with up to `maxTextLength` code points.
    public var text: String
    /// Id of the client's session. Without it the server stores nothing.
    public var sessionID: UUID?
    /// Bundle id of the app that showed the text, such as `com.apple.MobileSMS`.
    public var appBundle: String?
    /// ISO 3166-1 alpha-2 code of the user's country. It chooses the places for reports.
    public var userCountry: String?
    /// The language of the answer, such as `fr` or `zh-Hant` (BCP 47); nil for the one that `Accept-Language` names.
    public var language: String?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case text
        case sessionID = "session_id"
        case appBundle = "app_bundle"
        case userCountry = "user_country"
        case language
    }

    /// Creates a value from its properties.
    public init(
        text: String, sessionID: UUID? = nil, appBundle: String? = nil, userCountry: String? = nil,
        language: String? = nil
    ) {
        self.text = text
        self.sessionID = sessionID
        self.appBundle = appBundle
        self.userCountry = userCountry
        self.language = language
    }
}

/// The parts of a form for `POST /scan-image`. Where the body is a raw image, the other parts are query parameters.
public enum ScanForm {
    /// Largest number of code points in `ocr_text`.
    public static let maxTextLength = 5_000
    /// Largest number of `image` parts, which are one conversation's pictures.
    public static let maxPictures = 10

    /// What `redact` names.
    public enum RedactChoice: String, Sendable, CaseIterable {
        /// Everything personal, also the sender's: to show the picture to anybody.
        case personal
        /// Everything personal but what the message wants to be answered or paid by, for a bank, the police or a hotline. `redact` begins
        /// with this or with `personal`.
        case mine
        /// Amounts of money too.
        case amounts
        /// The owner's own messages too.
        case own
    }

    /// The names of a form's parts.
    public enum Field: String, Sendable, CaseIterable {
        case image
        case sessionID = "session_id"
        case ocrText = "ocr_text"
        case userCountry = "user_country"
        /// The language of the answer (BCP 47).
        case language
        case lang
        case order
        /// What is covered on the picture that the server answers with: `RedactChoice`s with commas between them.
        case redact
    }
}

/// State of a scan that was sent with `Prefer: respond-async`. It is the response to `GET /scans/{id}` and the data of
/// each event.
public struct ScanJob: Codable, Sendable, Equatable {
    /// Id of the scan. Its result has the same id.
    public var scanID: UUID
    /// The stage that the scan has reached.
    public var state: ScanJobState
    /// How much of the scan is done, from 0 to 100. It never decreases.
    public var percent: Int
    /// Number of lines that have been read, of several pictures on the one that is being read; absent before the lines are found.
    public var linesRead: Int?
    /// Number of lines that were found on the screenshot; absent before they are found.
    public var linesFound: Int?
    /// The response of the scan; absent unless the state is `done`.
    public var result: ScanResponse?
    /// The reason of the failure; absent unless the state is `failed`.
    public var problem: Problem?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case scanID = "scan_id"
        case state
        case percent
        case linesRead = "lines_read"
        case linesFound = "lines_found"
        case result
        case problem
    }

    /// Creates a value from its properties.
    public init(
        scanID: UUID, state: ScanJobState = .queued, percent: Int = 0, linesRead: Int? = nil,
        linesFound: Int? = nil, result: ScanResponse? = nil, problem: Problem? = nil
    ) {
        self.scanID = scanID
        self.state = state
        self.percent = percent
        self.linesRead = linesRead
        self.linesFound = linesFound
        self.result = result
        self.problem = problem
    }
}

/// Stages of an asynchronous scan in their order. A scan may skip stages.
public enum ScanJobState: String, Codable, Sendable, CaseIterable {
    /// The scan waits for a worker.
    case queued
    /// The image is being decoded.
    case decoding
    /// The lines are being read.
    case reading
    /// The text is being judged.
    case classifying
    /// The scan has ended with a result.
    case done
    /// The scan has ended without a result. The problem says why.
    case failed

    /// Whether the scan has ended.
    public var isFinal: Bool { self == .done || self == .failed }
}
