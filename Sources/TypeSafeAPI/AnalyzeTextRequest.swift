public import Foundation

/// The body of `POST /analyze-text`.
public struct AnalyzeTextRequest: Codable, Sendable, Equatable {
    /// The most code points `text` may hold.
    public static let maxTextLength = 20_000

    /// What is to be judged.
    public var text: String
    /// Identifies a client's session; nothing is stored without it.
    public var sessionID: UUID?
    /// The app the text comes from, such as `com.apple.MobileSMS`.
    public var appBundle: String?
    /// ISO 3166-1 alpha-2; chooses where to report.
    public var userCountry: String?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case text
        case sessionID = "session_id"
        case appBundle = "app_bundle"
        case userCountry = "user_country"
    }

    /// Makes a request.
    public init(text: String, sessionID: UUID? = nil, appBundle: String? = nil, userCountry: String? = nil) {
        self.text = text
        self.sessionID = sessionID
        self.appBundle = appBundle
        self.userCountry = userCountry
    }
}
