/// The parts of a form for `POST /scan-image`. Where the body is a raw image, the other parts are query parameters.
public enum ScanForm {
    /// Largest number of code points in `ocr_text`.
    public static let maxTextLength = 5_000
    /// Largest number of `image` parts, which are one conversation's pictures.
    public static let maxPictures = 10

    /// What `redact` names.
    public enum RedactChoice: String, Sendable, CaseIterable {
        /// Everything personal. No answer is without it.
        case personal
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
