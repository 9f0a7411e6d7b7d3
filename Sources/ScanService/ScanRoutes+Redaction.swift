import HTTPServer
import HTTPTypes
import Scanning
import Redaction
import TextAnalysis
import Texts
import TypeSafeAPI

/// Answers with the picture that was sent, covered so that it may be passed on.
extension ScanRoutes {
    /// - Parameter report: of the scan of the upload's image.
    @concurrent
    func redacted(
        _ upload: ScanUpload, _ report: ScanReport, for account: ScanAccount
    ) async throws(ServiceError) -> ServerResponse {
        guard let image = upload.images.first, let options = upload.redaction else { throw .noPicture }
        if let fault = report.imageFault { throw .scan(.image(fault)) }
        let picture = try await rethrowing(ServiceError.scan) { () throws(ScanError) in
            try await runner.pipeline.redact(image, as: report, options: options, for: account)
        }
        var response = ServerResponse(
            status: .ok, contentType: AnswerFormat.picture.rawValue, body: picture.png)
        response.head.headerFields[.redacted] = Self.dictionary(picture.counts)
        let width = report.transcript?.width ?? picture.width
        if width > picture.width {
            response.head.headerFields[.reduced] = String(
                Int((Double(width) / Double(picture.width)).rounded()))
        }
        response.head.headerFields[.vary] = "Accept"
        return response
    }

    /// The numbers by kind as a dictionary (RFC 9651, section 3.2); an empty one is an empty field.
    private static func dictionary(_ counts: [RedactedKind: Int]) -> String {
        RedactedKind.allCases.compactMap { kind in counts[kind].map { "\(kind.rawValue)=\($0)" } }
            .joined(separator: ", ")
    }
}

extension ScanUpload {
    /// Refuses a request for a picture that doesn't say what to cover, or brings none.
    func checkRedaction() throws(ServiceError) {
        guard redaction != nil else {
            throw .missingField(ScanForm.Field.redact.rawValue, advice: .sendRedact)
        }
        guard !images.isEmpty else { throw .noPicture }
        guard images.count == 1 else {
            throw .invalidField(
                name: ScanForm.Field.image.rawValue,
                rule: .mustBeOnePicture)
        }
    }
}

extension ServiceError {
    /// The answer to a text can't be a picture.
    static let noPicture = ServiceError.missingField(
        ScanForm.Field.image.rawValue, advice: .sendImageForPicture)
}
