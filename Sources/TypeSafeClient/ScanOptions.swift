public import Foundation

/// Optional data that is sent along with an image or a text.
public struct ScanOptions: Sendable, Equatable {
    /// Session under which the server may store the result; with nil it stores nothing.
    public var session: UUID?
    /// Country of the user as ISO 3166-1 alpha-2, such as `GB`. It selects the places to report a scam to.
    public var country: String?
    /// Languages to recognise, as Tesseract codes joined by `+`, such as `eng+deu`; with nil the server detects them. Images
    /// only.
    public var languages: String?
    /// Text that the caller recognised on the image; the server uses it where it finds none itself. Images only.
    public var ocrText: String?
    /// Whether several images are in the conversation's order; else the server finds it. Images only.
    public var keepsOrder = false
    /// Whether nobody waits for the answer. Servers that share their work then do all scans first for which somebody does. Scans
    /// without an open connection only.
    public var isBatch = false
    /// Identifier of the app that a text comes from, such as `com.apple.MobileSMS`. Texts only.
    public var appBundle: String?
    /// Name of the request, of up to 64 letters, digits, `-` and `_`. The server carries out the same request under the same
    /// name once, as long as it remembers it. With nil, each call has a name of its own.
    public var idempotencyKey: String?

    /// Creates options. An option that is left out isn't sent.
    public init(
        session: UUID? = nil, country: String? = nil, languages: String? = nil, ocrText: String? = nil,
        appBundle: String? = nil, idempotencyKey: String? = nil
    ) {
        self.session = session
        self.country = country
        self.languages = languages
        self.ocrText = ocrText
        self.appBundle = appBundle
        self.idempotencyKey = idempotencyKey
    }
}
