import HTTPServer
import HTTPTypes
import Texts
import TypeSafeAPI

/// Reads the form of `POST /scan-image` while it arrives. It keeps text fields and the images in memory and ignores
/// other parts.
struct ScanFormReader {
    private(set) var fields: [ScanForm.Field: String] = [:]
    private(set) var images: [[UInt8]] = []

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
