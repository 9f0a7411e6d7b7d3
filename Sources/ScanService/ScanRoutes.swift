import Foundation
import HTTP1
import HTTPServer
import HTTPTypes
import Metrics
import OCRWorkers
import Storage
import Scanning
import TypeSafeAPI

/// `POST /scan-image` and `POST /analyze-text`.
struct ScanRoutes: Sendable {
    let pipeline: ScanPipeline
    let limits: ScanService.Limits
    let results: ResultKeeping
    let metrics: ServiceMetrics
    let answers: IdempotentAnswers
    let jobs: JobRegistry
    private let texts: Allowance

    /// Bytes of a body that are cheaper to read than to think about: a form with a text and no picture has fewer.
    private static let smallBody = 65_536
    /// Between a job's attempts to get a reader.
    private static let patience = Duration.milliseconds(250)

    /// Bytes of the longest text as JSON, each character escaped as a pair, and of what stands beside it. A larger body
    /// would only cost memory: objects take many times what their JSON does.
    private static let maxTextBody = AnalyzeTextRequest.maxTextLength * 12 + 16_384

    init(
        pipeline: ScanPipeline, limits: ScanService.Limits, results: ResultKeeping, metrics: ServiceMetrics,
        answers: IdempotentAnswers, jobs: JobRegistry
    ) {
        self.pipeline = pipeline
        self.limits = limits
        self.results = results
        self.metrics = metrics
        self.answers = answers
        self.jobs = jobs
        texts = Allowance(limit: limits.texts)
    }

    func add(to router: inout ServiceRouter) {
        // Forms are taken apart, texts analysed and answers put together away from the connections.
        router.on(.post, "/scan-image", scope: .scan, cost: RequestCost.picture) {
            request throws(ServiceError) in
            try await offEventLoop { () throws(ServiceError) in try await scanImage(request) }
        }
        router.on(.post, "/analyze-text", scope: .scan, cost: RequestCost.text) {
            request throws(ServiceError) in
            try await offEventLoop { () throws(ServiceError) in try await analyzeText(request) }
        }
    }

    @concurrent
    private func scanImage(_ request: ServiceRequest) async throws(ServiceError) -> ServerResponse {
        let isAsync = PreferField.asksForAsync(request.fields)
        // An image that no worker could take now is refused before it is sent; a job may wait.
        if !isAsync, request.body.announcedLength.map({ $0 > Self.smallBody }) ?? true {
            do throws(ScanError) { try await pipeline.workers.checkRoom() } catch { throw .scan(error) }
        }
        let upload = try await ScanUpload(reading: request, limits: limits)
        return try await once(request, session: upload.sessionID, upload.fingerprint) {
            () throws(ServiceError) in
            if isAsync { return JobRoutes.accepted(try await submit(upload, request)) }
            let report = try await judge(upload.scan)
            return await answer(report, as: .image, for: upload.sessionID)
        }
    }

    /// Judges it now.
    @concurrent
    private func judge(
        _ scan: ScanRequest, progress: ScanObserver? = nil
    ) async throws(ServiceError) -> ScanReport {
        do throws(ScanError) {
            return try await pipeline.scan(scan, progress: progress)
        } catch {
            throw .scan(error)
        }
    }

    /// Has it judged without a connection that waits.
    private func submit(_ upload: ScanUpload, _ request: ServiceRequest) async throws(ServiceError) -> Job {
        let (id, requestID) = (UUID(), request.id)
        let bytes = (upload.image?.bytes.count ?? 0) + (upload.ocrText?.utf8.count ?? 0)
        return try await JobRoutes.rethrowing { () throws(JobRegistry.Refusal) in
            try await jobs.submit(id: id, owner: request.jobOwner, bytes: bytes) { progress in
                while true {
                    do throws(ServiceError) {
                        let report = try await judge(upload.scan, progress: progress)
                        return .success(await settle(report, id: id, as: .image, for: upload.sessionID))
                    } catch .scan(.busy) where !Task.isCancelled {
                        // Those who wait on their connections go first; a job has time, up to its deadline.
                        try? await Task.sleep(for: Self.patience)
                    } catch {
                        metrics.record(error)
                        return .failure(JobFailed(Problem(error.facts, id: requestID)))
                    }
                }
            }
        }
    }

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
        let body = try await request.collect(limit: min(limits.body, Self.maxTextBody))
        let place = AllowanceShare(of: texts)
        guard place.take(1) else { throw .textsFull }
        defer { withExtendedLifetime(place) {} }
        let fields = try TextFields(json: body)
        return try await once(request, session: fields.sessionID, fields.fingerprint) {
            () throws(ServiceError) in
            let report = try await judge(fields.scan)
            return await answer(report, as: .text, for: fields.sessionID)
        }
    }

    /// Counts a fresh verdict and keeps it for a session.
    private func settle(
        _ report: ScanReport, id: UUID = UUID(), as kind: StoredResult.Kind, for session: UUID?
    ) async -> ScanResponse {
        metrics.record(report)
        let response = await results.answer(report, id: id, as: kind, for: session)
        if results.keepsResults, let isStored = response.stored {
            metrics.store(isStored ? .written : .failed)
        }
        return response
    }

    private func answer(
        _ report: ScanReport, as kind: StoredResult.Kind, for session: UUID?
    ) async -> ServerResponse {
        var response = Responses.json(await settle(report, as: kind, for: session))
        response.head.headerFields[.serverTiming] = report.timing.serverTiming
        return response
    }
}

/// The checked content of an `AnalyzeTextRequest`.
private struct TextFields {
    let text: String
    let sessionID: UUID?
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
        sessionID = try FieldValidation.sessionID(string(.sessionID))
        _ = try FieldValidation.text(string(.appBundle), name: Key.appBundle.rawValue, limit: 255)
        country = try FieldValidation.country(string(.userCountry))
        self.text =
            try FieldValidation.text(
                text, name: Key.text.rawValue, limit: AnalyzeTextRequest.maxTextLength) ?? ""
    }

    var scan: ScanRequest {
        ScanRequest(image: nil, suppliedText: text, languages: nil, country: country)
    }

    var fingerprint: RequestFingerprint {
        RequestFingerprint(
            route: "analyze-text",
            [Array(text.utf8), country.map { Array($0.utf8) }, sessionID.map { Array($0.uuidString.utf8) }])
    }
}
