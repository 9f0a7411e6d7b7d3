public import Foundation

/// What goes with a picture or a text.
public struct ScanOptions: Sendable, Equatable {
    /// Lets the server keep the result for this session; nil keeps nothing.
    public var session: UUID?
    /// ISO 3166-1 alpha-2, such as `GB`: chooses where to report.
    public var country: String?
    /// Tesseract languages joined by `+`, such as `eng+deu`; nil lets the server find out. Pictures only.
    public var languages: String?
    /// What the caller read on the picture itself, used where the server finds no text. Pictures only.
    public var ocrText: String?
    /// The app a text comes from, such as `com.apple.MobileSMS`. Texts only.
    public var appBundle: String?

    /// Makes options.
    public init(
        session: UUID? = nil, country: String? = nil, languages: String? = nil, ocrText: String? = nil,
        appBundle: String? = nil
    ) {
        self.session = session
        self.country = country
        self.languages = languages
        self.ocrText = ocrText
        self.appBundle = appBundle
    }
}
