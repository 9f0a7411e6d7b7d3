/// The parts of a form for `POST /scan-image`. Where the body is a raw image, the other parts are query parameters.
public enum ScanForm {
    /// Largest number of code points in `ocr_text`.
    public static let maxTextLength = 5_000
    /// Largest number of `image` parts, which are one conversation's pictures.
    public static let maxPictures = 10

    /// The names of a form's parts.
    public enum Field: String, Sendable, CaseIterable {
        case image
        case sessionID = "session_id"
        case ocrText = "ocr_text"
        case userCountry = "user_country"
        case lang
        case order
    }
}
