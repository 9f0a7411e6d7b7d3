public import Foundation

/// The query parameters of `GET /results` and `GET /results/latest`.
public enum ResultQuery {
    /// Number of results that a request may ask for.
    public static let limits = 1...100
    /// Number of results in a list if the request doesn't have `limit`.
    public static let defaultLimit = 20

    /// The names of the parameters.
    public enum Field: String, Sendable, CaseIterable {
        case session = "session_id"
        case limit, before
    }
}

/// The response to `GET /results`: some of a session's results, the newest first.
public struct ResultList: Codable, Sendable, Equatable {
    /// The responses of the scans, without the words of the messages.
    public var results: [ScanResponse]
    /// The value of `before` for the next page; absent on the last page.
    public var next: String?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case results, next
    }

    /// Creates a value from its properties.
    public init(results: [ScanResponse], next: String?) {
        self.results = results
        self.next = next
    }
}

/// The response to `DELETE /sessions/{id}`.
public struct SessionDeletion: Codable, Sendable, Equatable {
    /// Numbers of deleted rows by their kind, such as `results`.
    public var deleted: [String: Int]

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case deleted
    }

    /// Creates a value from its properties.
    public init(deleted: [String: Int]) {
        self.deleted = deleted
    }
}

/// The body of `POST /feedback`: what somebody says of a wrong verdict. It names either a scan whose result the server
/// stores, or the message's text.
public struct Feedback: Codable, Sendable, Equatable {
    /// Largest number of code points in `text`.
    public static let maxTextLength = ScanForm.maxTextLength

    /// What the verdict should have been.
    public var shouldBe: ExpectedVerdict
    /// Id of a scan whose result the server stores for a session.
    public var scanID: UUID?
    /// The text of the message, with up to `maxTextLength` code points. The server takes it only with `consent`.
    public var text: String?
    /// Whether the server's operator may keep the message's text: `text`, or the text that is stored with the scan's result.
    public var consent: Bool?
    /// Whether the server shall judge by it from now on (`--memory`). It keeps a fingerprint of the message, and needs a key with the scope
    /// `teach`.
    public var teach: Bool?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case shouldBe = "should_be"
        case scanID = "scan_id"
        case text, consent, teach
    }

    /// Feedback on a scan whose result the server stores.
    public init(_ shouldBe: ExpectedVerdict, scanID: UUID, consent: Bool = false) {
        self.shouldBe = shouldBe
        self.scanID = scanID
        self.consent = consent
    }

    /// Feedback on a text. Whoever creates it has the consent of the person whose message it is.
    public init(_ shouldBe: ExpectedVerdict, consentingToKeep text: String) {
        self.shouldBe = shouldBe
        self.text = text
        consent = true
    }

    /// Teaches the server what a scan of the last hours was of.
    public init(teaching shouldBe: ExpectedVerdict, scanID: UUID) {
        (self.shouldBe, self.scanID, teach) = (shouldBe, scanID, true)
    }

    /// Teaches the server what a text is.
    public init(teaching shouldBe: ExpectedVerdict, text: String) {
        (self.shouldBe, self.text, teach) = (shouldBe, text, true)
    }
}

/// What a verdict should have been.
public enum ExpectedVerdict: String, Codable, Sendable, CaseIterable {
    /// The message is genuine.
    case legit
    case scam
}

/// The response to `POST /feedback`.
public struct FeedbackReceipt: Codable, Sendable, Equatable {
    /// The name of what is kept, by which it can be taken back. It is random, and nothing else shows it.
    public var feedbackID: UUID
    /// Whether the message's text is kept too.
    public var isTextKept: Bool

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case feedbackID = "feedback_id"
        case isTextKept = "text_kept"
    }

    /// Creates a value from its properties.
    public init(feedbackID: UUID, isTextKept: Bool) {
        self.feedbackID = feedbackID
        self.isTextKept = isTextKept
    }
}
