import Concurrency
import Foundation
import HTTPServer
import Scanning
import TypeSafeAPI

/// The checked content of `POST /scan-image`: a form or a raw image, and the fields in the query.
struct ScanUpload: Sendable {
    private(set) var image: ScanImage?
    private(set) var sessionID: UUID?
    private(set) var ocrText: String?
    private(set) var country: String?
    private(set) var languages: [String]?
    /// The image's part of the memory for all bodies, held for as long as the image is.
    private let memory: QuotaReservation

    private typealias Field = ScanForm.Field

    /// Largest number of languages in `lang`. Each makes reading slower; four cover a bilingual chat twice over.
    private static let maxLanguages = 4
    private static let accepted =
        "multipart/form-data with an `image` part, or an image as the body with an image/* content type"
    private static let missing = ServiceError.missingField(
        names: "`image` or `ocr_text`", field: Field.image.rawValue)

    /// Refuses a body over its limit before or while it is read.
    init(reading request: ServiceRequest, limits: ScanService.Limits) async throws(ServiceError) {
        memory = request.memory
        // Announced lengths are checked before the client is asked for the body.
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

    /// What the pipeline is asked for.
    var scan: ScanRequest {
        ScanRequest(image: image, suppliedText: ocrText, languages: languages, country: country)
    }

    /// Bytes of memory that the upload's content takes.
    var contentBytes: Int { (image?.bytes.count ?? 0) + (ocrText?.utf8.count ?? 0) }

    /// Replaces what earlier fields said, where these say it again: a form's fields count before the query's.
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
