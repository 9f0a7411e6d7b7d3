/// The parts of a `POST /scan-image` form. With a raw image as the body, the other parts are query parameters.
public enum ScanForm {
    /// Largest number of code points in `ocr_text`.
    public static let maxTextLength = 5_000

    /// The names of a form's parts.
    public enum Field: String, Sendable, CaseIterable {
        case image
        case sessionID = "session_id"
        case ocrText = "ocr_text"
        case userCountry = "user_country"
        case lang
    }
}
