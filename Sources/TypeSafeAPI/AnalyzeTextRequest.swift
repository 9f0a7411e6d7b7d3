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
