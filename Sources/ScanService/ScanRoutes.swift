import Foundation
import HTTP1
import HTTPServer
import HTTPTypes
import Scanning
import TypeSafeAPI

/// `POST /scan-image` and `POST /analyze-text`.
struct ScanRoutes: Sendable {
    let pipeline: ScanPipeline
    let limits: ScanService.Limits

    func add(to router: inout ServiceRouter) {
        // Forms are taken apart, texts analysed and answers put together away from the connections.
        router.on(.post, "/scan-image", scope: .scan) { request throws(ServiceError) in
            try await offEventLoop { () throws(ServiceError) in try await scanImage(request) }
        }
        router.on(.post, "/analyze-text", scope: .scan) { request throws(ServiceError) in
            try await offEventLoop { () throws(ServiceError) in try await analyzeText(request) }
        }
    }

    @concurrent
    private func scanImage(_ request: ServiceRequest) async throws(ServiceError) -> ServerResponse {
        let upload = try await ScanUpload(reading: request, limits: limits)
        do throws(ScanError) {
            let report = try await pipeline.scan(
                ScanRequest(
                    image: upload.image, suppliedText: upload.ocrText, languages: upload.languages,
                    country: upload.country))
            return Responses.json(ScanResponse(report))
        } catch {
            throw .scan(error)
        }
    }

    @concurrent
    private func analyzeText(_ request: ServiceRequest) async throws(ServiceError) -> ServerResponse {
        let mediaType = request.fields[.contentType].map { ParameterizedValue($0).value }
        guard mediaType == "application/json" else {
            throw .unsupportedMediaType(accepted: "application/json")
        }
        let body: [UInt8]
        do throws(RequestBodyError) {
            body = try await request.body.collect(limit: limits.body)
        } catch {
            throw .body(error)
        }
        let fields = try TextFields(json: body)
        return Responses.json(ScanResponse(pipeline.analyze(text: fields.text, country: fields.country)))
    }
}

/// The checked content of an `AnalyzeTextRequest`.
private struct TextFields {
    let text: String
    let country: String?

    /// Field by field, so that an error names the one at fault.
    init(json: [UInt8]) throws(ServiceError) {
        typealias Key = AnalyzeTextRequest.CodingKeys
        guard let object = try? JSONSerialization.jsonObject(with: Data(json)) as? [String: Any] else {
            throw .malformedJSON
        }
        func string(_ key: Key) throws(ServiceError) -> String? {
            switch object[key.rawValue] {
            case nil, is NSNull: nil
            case let value as String: value
            default: throw .invalidField(name: key.rawValue, rule: "must be a string")
            }
        }
        guard let text = try string(.text) else { throw .missingField(names: "`text`") }
        _ = try FieldValidation.sessionID(string(.sessionID))
        _ = try FieldValidation.text(string(.appBundle), name: Key.appBundle.rawValue, limit: 255)
        country = try FieldValidation.country(string(.userCountry))
        self.text =
            try FieldValidation.text(
                text, name: Key.text.rawValue, limit: AnalyzeTextRequest.maxTextLength) ?? ""
    }
}
