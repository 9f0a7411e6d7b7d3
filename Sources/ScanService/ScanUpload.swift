import Foundation
import HTTP1
import HTTPServer
import HTTPTypes
import Scanning
import TypeSafeAPI

/// What a client sent to `POST /scan-image`, checked: a form or a raw image, and the fields in the query.
struct ScanUpload: Sendable {
    private(set) var image: ScanImage?
    private(set) var sessionID: UUID?
    private(set) var ocrText: String?
    private(set) var country: String?
    private(set) var languages: [String]?
    /// Held for as long as the picture is.
    private let memory: AllowanceShare

    private typealias Field = ScanForm.Field

    /// Text fields hold at most 5,000 code points of at most four bytes.
    private static let maxFieldBytes = ScanForm.maxTextLength * 4
    /// Each makes reading slower.
    private static let maxLanguages = 4
    private static let accepted =
        "multipart/form-data with an `image` part, or an image as the body with an image/* content type"

    /// A body over its limit is refused before or while it is read.
    init(reading request: ServiceRequest, limits: ScanService.Limits) async throws(ServiceError) {
        memory = request.memory
        let contentType = request.fields[.contentType]
        let mediaType = contentType.map { ParameterizedValue($0).value }
        // Refused before the body is asked for.
        try request.checkAnnounced(limit: limits.body)
        try take(QueryFields.read(request.query ?? "", as: ScanForm.Field.self))
        switch mediaType {
        case "multipart/form-data":
            var form = FormReader(maxFieldBytes: Self.maxFieldBytes)
            try await form.read(request, contentType: contentType ?? "", limits: limits)
            guard form.image != nil || form.fields[.ocrText] != nil else { throw Self.missing }
            try take(form.fields)
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

    private static let missing = ServiceError.missingField(names: "`image` or `ocr_text`")

    /// What is given counts in the place of what was taken before: a form's fields before the query's.
    private mutating func take(_ fields: [ScanForm.Field: String]) throws(ServiceError) {
        sessionID = try FieldValidation.sessionID(fields[.sessionID]) ?? sessionID
        country = try FieldValidation.country(fields[.userCountry]) ?? country
        ocrText =
            try FieldValidation.text(
                fields[.ocrText], name: Field.ocrText.rawValue, limit: ScanForm.maxTextLength) ?? ocrText
        if let lang = fields[.lang], !lang.isEmpty {
            let names = lang.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
            guard names.count <= Self.maxLanguages, Set(names).count == names.count else {
                throw .invalidField(
                    name: Field.lang.rawValue, rule: "may name \(Self.maxLanguages) languages, each once")
            }
            languages = names
        }
    }
}

/// Reads a form as it arrives: text fields and the image into memory, other parts passed over.
private struct FormReader {
    let maxFieldBytes: Int
    private(set) var fields: [ScanForm.Field: String] = [:]
    private(set) var image: [UInt8]?

    private var current: ScanForm.Field?
    private var content: [UInt8] = []
    private var hasEmptyFilename = false
    private var seen: Set<ScanForm.Field> = []

    init(maxFieldBytes: Int) {
        self.maxFieldBytes = maxFieldBytes
    }

    mutating func read(
        _ request: ServiceRequest, contentType: String, limits: ScanService.Limits
    ) async throws(ServiceError) {
        var formLimits = MultipartLimits()
        formLimits.parts = limits.parts
        var total = 0
        var parser = try Self.rethrowing { () throws(MultipartError) in
            try MultipartParser(contentType: contentType, limits: formLimits)
        }
        while let chunk = try await request.nextChunk() {
            total += chunk.count
            if total > limits.body { throw .body(.tooLarge(limit: limits.body)) }
            let events = try Self.rethrowing { () throws(MultipartError) in try parser.feed(Array(chunk)) }
            for event in events { try take(event) }
        }
        try Self.rethrowing { () throws(MultipartError) in try parser.finish() }
    }

    private static func rethrowing<R>(_ body: () throws(MultipartError) -> R) throws(ServiceError) -> R {
        do throws(MultipartError) { return try body() } catch { throw .malformedForm(error) }
    }

    private mutating func take(_ event: MultipartParser.Event) throws(ServiceError) {
        switch event {
        case .part(let header):
            current = ScanForm.Field(rawValue: header.name)
            content = []
            hasEmptyFilename = header.filename == ""
            if let current, !seen.insert(current).inserted { throw .duplicateField(name: current.rawValue) }
        case .content(let bytes):
            guard let current else { return }
            if current != .image, content.count + bytes.count > maxFieldBytes {
                throw .invalidField(
                    name: current.rawValue, rule: "must have at most \(ScanForm.maxTextLength) characters")
            }
            content.append(contentsOf: bytes)
        case .partEnd:
            guard let current else { return }
            if current != .image {
                guard let text = String(validating: content, as: UTF8.self) else {
                    throw .invalidField(name: current.rawValue, rule: "must be UTF-8 text")
                }
                fields[current] = text
            } else if !(content.isEmpty && hasEmptyFilename) {
                // Browsers send a file field that was left empty as an empty part with an empty name.
                image = content
            }
            content = []
        }
    }
}
