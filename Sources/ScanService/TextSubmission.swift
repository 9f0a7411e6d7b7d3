import Foundation
import Scanning
import TypeSafeAPI

/// The checked content of `POST /analyze-text`.
struct TextSubmission {
    let text: String
    let sessionID: UUID?
    let country: String?

    /// Largest number of code points in `app_bundle`. The field isn't used; `openapi.yaml` sets the bound.
    private static let maxBundleLength = 255

    var scan: ScanRequest {
        ScanRequest(images: [], suppliedText: text, languages: nil, country: country)
    }

    init(json: [UInt8]) throws(ServiceError) {
        typealias Key = AnalyzeTextRequest.CodingKeys
        let fields = try RequestFields(json: json)
        _ = try fields.required(Key.text, try fields.string(Key.text))
        sessionID = try fields.session(Key.sessionID)
        _ = try fields.string(Key.appBundle, limit: Self.maxBundleLength)
        country = fields.country(Key.userCountry)
        text = try fields.string(Key.text, limit: AnalyzeTextRequest.maxTextLength) ?? ""
    }
}
