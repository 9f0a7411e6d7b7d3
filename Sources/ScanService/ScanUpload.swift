import Concurrency
import Foundation
import HTTPServer
import Scanning
import TypeSafeAPI

/// The checked content of `POST /scan-image`: a form or a raw image, and the fields of the query.
struct ScanUpload: Sendable {
    private(set) var image: ScanImage?
    private(set) var sessionID: UUID?
    private(set) var ocrText: String?
    private(set) var country: String?
    private(set) var languages: [String]?
    /// Keeps the image's bytes counted in the quota for all bodies, for as long as the image is in memory.
    private let memory: QuotaReservation

    private typealias Field = ScanForm.Field

    /// Largest number of languages in `lang`, because each makes reading slower. A chat in two languages needs two.
    private static let maxLanguages = 4
    private static let accepted =
        "multipart/form-data with an `image` part, or an image as the body with an image/* content type"
    private static let missing = ServiceError.missingField(
        names: "`image` or `ocr_text`", field: Field.image.rawValue)

    /// Reads the body. A body over its limit is refused before it is read, or while it is read.
    init(reading request: ServiceRequest, limits: ScanService.Limits) async throws(ServiceError) {
        memory = request.memory
        // The announced length is checked before the client is asked to send the body.
        try request.checkAnnounced(limit: limits.body)
        try take(RequestFields(query: request.query, names: Field.self))
        switch request.mediaType {
        case "multipart/form-data":
            var form = ScanFormReader()
            try await form.read(request, limits: limits)
            guard form.image != nil || form.fields[.ocrText] != nil else { throw Self.missing }
            try take(RequestFields(form: form.fields))
            image = form.image.map { ScanImage($0) }
        case let type? where type.hasPrefix("image/") || type == "application/octet-stream":
            image = ScanImage(try await request.collect(limit: limits.body))
        case nil where request.body.announcedLength == 0:
            throw Self.missing
        default:
            throw .unsupportedMediaType(accepted: Self.accepted)
        }
    }

    var scan: ScanRequest {
        ScanRequest(image: image, suppliedText: ocrText, languages: languages, country: country)
    }

    var contentBytes: Int { (image?.bytes.count ?? 0) + (ocrText?.utf8.count ?? 0) }

    /// Takes the values of these fields in place of earlier ones. The query is taken first and the form second, so the
    /// form's fields have priority.
    private mutating func take(_ fields: RequestFields) throws(ServiceError) {
        sessionID = try fields.session(Field.sessionID) ?? sessionID
        country = try fields.country(Field.userCountry) ?? country
        ocrText = try fields.string(Field.ocrText, limit: ScanForm.maxTextLength) ?? ocrText
        if let lang = try fields.string(Field.lang), !lang.isEmpty {
            let names = lang.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
            guard names.count <= Self.maxLanguages, Set(names).count == names.count else {
                throw fields.invalid(Field.lang, "may name \(Self.maxLanguages) languages, each once")
            }
            languages = names
        }
    }
}
