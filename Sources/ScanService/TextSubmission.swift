import Foundation
import Scanning
import Texts
import TypeSafeAPI

/// The checked content of `POST /analyze-text`.
struct TextSubmission {
    let text: String
    let sessionID: UUID?
    let country: String?
    /// What the answer is said with.
    let texts: Texts

    /// Largest number of code points in `app_bundle`. The field isn't used; `openapi.yaml` sets the bound.
    private static let maxBundleLength = 255

    var scan: ScanRequest {
        ScanRequest(images: [], suppliedText: text, languages: nil, country: country, texts: texts)
    }

    /// - Parameter request: a request with this body.
    init(json: [UInt8], of request: ServiceRequest) throws(ServiceError) {
        typealias Key = AnalyzeTextRequest.CodingKeys
        let fields = try RequestFields(json: json)
        _ = try fields.required(Key.text, try fields.string(Key.text))
        sessionID = try fields.session(Key.sessionID)
        _ = try fields.string(Key.appBundle, limit: Self.maxBundleLength)
        country = fields.country(Key.userCountry)
        texts = fields.texts(Key.language, among: request.answers) ?? request.texts
        text = try fields.string(Key.text, limit: AnalyzeTextRequest.maxTextLength) ?? ""
    }
}
