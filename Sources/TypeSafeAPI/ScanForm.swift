/// The parts of a `POST /scan-image` form; for a raw image body all but the image are query parameters.
public enum ScanForm {
    /// The most code points `ocr_text` may hold.
    public static let maxTextLength = 5_000

    /// Names of the parts.
    public enum Field: String, Sendable, CaseIterable {
        case image
        case sessionID = "session_id"
        case ocrText = "ocr_text"
        case userCountry = "user_country"
        case lang
    }
}
