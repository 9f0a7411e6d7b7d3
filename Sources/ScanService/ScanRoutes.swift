import Foundation
import HTTP1
import HTTPServer
import HTTPTypes
import ScanJobs
import Scanning
import TypeSafeAPI

/// `POST /scan-image` and `POST /analyze-text`.
struct ScanRoutes: Sendable {
    let pipeline: ScanPipeline
    let limits: ScanService.Limits
    let answers: IdempotentAnswers
    let jobs: JobRegistry

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
        let isAsync = PreferField.asksForAsync(request.fields)
        return try await once(request, session: upload.sessionID, upload.fingerprint) {
            () throws(ServiceError) in
            if isAsync { return JobRoutes.accepted(try await submit(upload, request)) }
            return Responses.json(try await judge(upload, id: UUID()))
        }
    }

    /// Judges it now.
    @concurrent
    private func judge(
        _ upload: ScanUpload, id: UUID, progress: ScanObserver? = nil
    ) async throws(ServiceError) -> ScanResponse {
        do throws(ScanError) {
            let report = try await pipeline.scan(
                ScanRequest(
                    image: upload.image, suppliedText: upload.ocrText, languages: upload.languages,
                    country: upload.country), progress: progress)
            return ScanResponse(report, id: id)
        } catch {
            throw .scan(error)
        }
    }

    /// Has it judged without a connection that waits.
    private func submit(_ upload: ScanUpload, _ request: ServiceRequest) async throws(ServiceError) -> Job {
        let (id, requestID) = (UUID(), request.id)
        let bytes = (upload.image?.count ?? 0) + (upload.ocrText?.utf8.count ?? 0)
        return try await JobRoutes.rethrowing { () throws(JobRegistry.Refusal) in
            try await jobs.submit(id: id, owner: request.jobOwner, bytes: bytes) { progress in
                while true {
                    do throws(ServiceError) {
                        return .success(try await judge(upload, id: id, progress: progress))
                    } catch .scan(.busy) where !Task.isCancelled {
                        // Those who wait on their connections go first; a job has time, up to its deadline.
                        try? await Task.sleep(for: Self.patience)
                    } catch {
                        return .failure(JobFailed(Problem(error.facts, id: requestID)))
                    }
                }
            }
        }
    }

    /// Between a job's attempts to get a reader.
    private static let patience = Duration.milliseconds(250)

    /// The answer under the request's idempotency key, where it has one.
    private func once(
        _ request: ServiceRequest, session: UUID?, _ fingerprint: @autoclosure () -> RequestFingerprint,
        make: @escaping @Sendable () async throws(ServiceError) -> ServerResponse
    ) async throws(ServiceError) -> ServerResponse {
        guard let key = try IdempotencyKey(request, session: session) else { return try await make() }
        return try await answers.answer(key, fingerprint(), make: make)
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
        return try await once(request, session: fields.sessionID, fields.fingerprint) {
            () throws(ServiceError) in
            Responses.json(ScanResponse(pipeline.analyze(text: fields.text, country: fields.country)))
        }
    }
}

/// The checked content of an `AnalyzeTextRequest`.
private struct TextFields {
    let text: String
    let country: String?
    let sessionID: UUID?

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
        sessionID = try FieldValidation.sessionID(string(.sessionID))
        _ = try FieldValidation.text(string(.appBundle), name: Key.appBundle.rawValue, limit: 255)
        country = try FieldValidation.country(string(.userCountry))
        self.text =
            try FieldValidation.text(
                text, name: Key.text.rawValue, limit: AnalyzeTextRequest.maxTextLength) ?? ""
    }

    var fingerprint: RequestFingerprint {
        RequestFingerprint(
            route: "analyze-text",
            [Array(text.utf8), country.map { Array($0.utf8) }, sessionID.map { Array($0.uuidString.utf8) }])
    }
}
