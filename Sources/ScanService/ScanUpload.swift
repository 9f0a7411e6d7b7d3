import Foundation
import HTTPServer
import HTTPTypes
import Redaction
import Scanning
import SystemSupport
import Texts
import TypeSafeAPI

/// The checked content of `POST /scan-image`: a form or a raw image, and the fields of the query.
struct ScanUpload: Sendable {
    /// The images; several are the pictures of a conversation.
    private(set) var images: [ScanImage] = []
    private(set) var keepsOrder = false
    private(set) var sessionID: UUID?
    private(set) var ocrText: String?
    private(set) var country: String?
    /// What the answer is said with.
    private(set) var texts: Texts
    private let answers: AnswerTexts
    private(set) var languages: [String]?
    /// What is covered on the picture of the answer; nil if nothing is said of it.
    private(set) var redaction: RedactionOptions?
    /// Keeps the images' bytes counted in the quota for all bodies, for as long as they are in memory.
    let memory: QuotaReservation

    private typealias Field = ScanForm.Field

    /// Largest number of languages in `lang`, because each makes reading slower. A chat in two languages needs two.
    private static let maxLanguages = 4
    /// Largest form without an image in bytes: the longest text with each byte escaped, and 16 KiB for the other fields.
    private static let maxTextForm = ScanForm.maxTextLength * 12 + 16_384
    private static let missing = ServiceError.missingField(
        Field.image.rawValue, advice: .sendImageOrText)

    /// Reads the body. A body over its limit is refused before it is read, or while it is read.
    init(reading request: ServiceRequest, limits: ScanService.Limits) async throws(ServiceError) {
        memory = request.memory
        texts = request.texts
        answers = request.answers
        // The announced length is checked before the client is asked to send the body.
        try request.checkAnnounced(limit: limits.body)
        try take(RequestFields(query: request.query, names: Field.self))
        switch request.mediaType {
        case "multipart/form-data":
            var form = ScanFormReader()
            try await form.read(request, limits: limits)
            guard !form.images.isEmpty || form.fields[.ocrText] != nil else {
                guard let name = form.strayFile else { throw Self.missing }
                throw .missingField(Field.image.rawValue, advice: .sendAsImage, ["name": .text(name)])
            }
            try take(RequestFields(form: form.fields))
            images = form.images.map { ScanImage($0) }
            // A text of several pictures wouldn't say whose words are whose, nor on which picture they stand.
            guard images.count < 2 || ocrText == nil else {
                throw .invalidField(name: Field.ocrText.rawValue, rule: .notWithPictures)
            }
        case "application/x-www-form-urlencoded":
            let form = try await request.collect(limit: min(limits.body, Self.maxTextForm))
            guard let text = String(validating: form, as: UTF8.self) else {
                throw .invalidField(name: Field.ocrText.rawValue, rule: .mustBeText)
            }
            let fields = try RequestFields(urlEncoded: text, names: Field.self)
            guard fields.hasText else { throw Self.missing }
            try take(fields)
        case let type? where type.hasPrefix("image/") || type == "application/octet-stream":
            images = [ScanImage(try await request.collect(limit: limits.body))]
        case nil where request.body.announcedLength == 0:
            throw Self.missing
        default:
            throw .unsupportedMediaType(accepted: nil)
        }
    }

    var scan: ScanRequest {
        var scan = ScanRequest(
            images: images, suppliedText: ocrText, languages: languages, country: country, texts: texts)
        scan.keepsOrder = keepsOrder
        return scan
    }

    /// Takes the values of these fields in place of earlier ones. The query is taken first and the form second, so the
    /// form's fields have priority.
    private mutating func take(_ fields: RequestFields) throws(ServiceError) {
        sessionID = try fields.session(Field.sessionID) ?? sessionID
        country = fields.country(Field.userCountry) ?? country
        texts = fields.texts(Field.language, among: answers) ?? texts
        ocrText = try fields.string(Field.ocrText, limit: ScanForm.maxTextLength) ?? ocrText
        if let order = try fields.string(Field.order), !order.isEmpty {
            guard order == PictureOrder.given.rawValue else {
                throw fields.invalid(
                    Field.order, .mustBeGiven, ["value": .text(PictureOrder.given.rawValue)])
            }
            keepsOrder = true
        }
        redaction = try fields.redaction(Field.redact) ?? redaction
        if let lang = try fields.string(Field.lang), !lang.isEmpty {
            let names = lang.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
            guard names.count <= Self.maxLanguages, Set(names).count == names.count else {
                throw fields.invalid(
                    Field.lang, .mustBeLanguages, ["limit": .number(Self.maxLanguages)])
            }
            languages = names
        }
    }
}

/// Reads the form of `POST /scan-image` while it arrives. It keeps text fields and the images in memory and ignores
/// other parts.
struct ScanFormReader {
    private(set) var fields: [ScanForm.Field: String] = [:]
    private(set) var images: [[UInt8]] = []
    /// The name of a part with a file that isn't a field of the form.
    private(set) var strayFile: String?
    /// Largest number of characters of it in an answer.
    private static let maxStrayName = 40

    private var current: ScanForm.Field?
    private var content: [UInt8] = []
    private var hasEmptyFilename = false
    private var seen: Set<ScanForm.Field> = []

    /// Largest size of a text field in bytes: a code point has at most four bytes in UTF-8.
    private static let maxFieldBytes = ScanForm.maxTextLength * 4

    mutating func read(
        _ request: ServiceRequest, limits: ScanService.Limits
    ) async throws(ServiceError) {
        var formLimits = MultipartLimits()
        formLimits.parts = limits.parts
        var total = 0
        var parser = try await rethrowing(ServiceError.malformedForm) { () throws(MultipartError) in
            try MultipartParser(contentType: request.fields[.contentType] ?? "", limits: formLimits)
        }
        while let chunk = try await request.nextChunk() {
            total += chunk.count
            if total > limits.body { throw .body(.tooLarge(limit: limits.body)) }
            let events = try await rethrowing(ServiceError.malformedForm) { () throws(MultipartError) in
                try parser.feed(Array(chunk))
            }
            for event in events { try take(event) }
        }
        try await rethrowing(ServiceError.malformedForm) { () throws(MultipartError) in try parser.finish() }
    }

    private mutating func take(_ event: MultipartParser.Event) throws(ServiceError) {
        switch event {
        case .part(let header):
            current = ScanForm.Field(rawValue: header.name)
            content = []
            hasEmptyFilename = header.filename == ""
            if current == nil, header.filename?.isEmpty == false {
                strayFile = strayFile ?? String(header.name.prefix(Self.maxStrayName))
            }
            if let current, !seen.insert(current).inserted, current != .image {
                throw .duplicateField(name: current.rawValue)
            }
        case .content(let bytes):
            guard let current else { return }
            if current != .image, content.count + bytes.count > Self.maxFieldBytes {
                if RequestFields.mayBeAnything(current.rawValue) { return }
                throw .invalidField(
                    name: current.rawValue, rule: .mustBeShorter, ["limit": .number(ScanForm.maxTextLength)])
            }
            content.append(contentsOf: bytes)
        case .partEnd:
            guard let current else { return }
            if current != .image {
                let text = String(validating: content, as: UTF8.self)
                guard text != nil || RequestFields.mayBeAnything(current.rawValue) else {
                    throw .invalidField(name: current.rawValue, rule: .mustBeText)
                }
                fields[current] = text
            } else if !(content.isEmpty && hasEmptyFilename) {
                // For an empty file field, browsers send an empty part with an empty file name.
                guard images.count < ScanForm.maxPictures else {
                    throw .invalidField(
                        name: current.rawValue, rule: .mustBeFewer, ["limit": .number(ScanForm.maxPictures)])
                }
                images.append(content)
            }
            content = []
        }
    }
}

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
