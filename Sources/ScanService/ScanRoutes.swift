import AccessControl
import Concurrency
import Foundation
import HTTPServer
import HTTPTypes
import Metrics
import OCRWorkers
import ScamDetection
import Scanning
import Storage
import Texts
import TypeSafeAPI

/// The routes `POST /scan-image` and `POST /analyze-text`.
struct ScanRoutes: Sendable {
    let pipeline: ScanPipeline
    let limits: ScanService.Limits
    let results: ResultRecorder
    let texts: TextTurns
    let metrics: ServiceMetrics
    let idempotency: IdempotencyCache
    let jobs: JobRegistry

    /// Size of a body, in bytes, that is read even where no worker is free. A form with a text and no image is smaller.
    private static let smallBody = 65_536
    /// Pause between a job's attempts to get a worker. It is short, because reading an image takes about a second.
    private static let jobRetryPause = Duration.milliseconds(250)
    /// Largest body of a text request in bytes: the longest text as JSON, with each character escaped as a surrogate
    /// pair (12 bytes), and 16 KiB for the other fields. Parsed objects take many times the memory of their JSON, so
    /// larger bodies are refused.
    private static let maxTextBody = AnalyzeTextRequest.maxTextLength * 12 + 16_384

    func add(to router: inout ServiceRouter) {
        // Parsing forms, judging texts and encoding responses take time, and other connections of the event loop must
        // not wait for that.
        router.on(.post, "/scan-image", scope: .scan, cost: RequestCost.image) {
            request throws(ServiceError) in
            try await offEventLoop { () throws(ServiceError) in try await scanImage(request) }
        }
        router.on(.post, "/analyze-text", scope: .scan, cost: RequestCost.text) {
            request throws(ServiceError) in
            try await offEventLoop { () throws(ServiceError) in try await analyzeText(request) }
        }
    }

    // MARK: Images

    @concurrent
    private func scanImage(_ request: ServiceRequest) async throws(ServiceError) -> ServerResponse {
        // Only JSON has a form for a scan that isn't ready.
        let isAsync = PreferField.asksForAsync(request.fields) && request.answerFormat == .json
        // Without a free worker, an image is refused before the client sends it. A job may wait instead.
        if !isAsync, request.body.announcedLength.map({ $0 > Self.smallBody }) ?? true {
            try await rethrowing(ServiceError.scan) { () throws(ScanError) in
                try await pipeline.workers.checkRoom(for: request.caller.client)
            }
        }
        let upload = try await ScanUpload(reading: request, limits: limits)
        if upload.images.count > 1 { request.payForFurtherPictures(upload.images.count - 1) }
        if request.answerFormat == .picture { try upload.checkRedaction() }
        return try await once(
            request, session: upload.sessionID, upload.fingerprint(as: request.answerFormat)
        ) {
            (id) throws(ServiceError) in
            if isAsync { return JobRoutes.accepted(try await submit(upload, request)) }
            let report = try await scan(upload, for: request.account)
            let content = await complete(
                report, id: id, as: .image, of: request.id, for: upload.sessionID, by: request.caller.client)
            if request.answerFormat == .picture {
                return response(report, try await redacted(upload, report, for: request.account))
            }
            return response(
                report,
                Responses.verdict(
                    content, to: request, pictures: upload.images.map(\.bytes),
                    text: upload.ocrText, in: upload.texts))
        }
    }

    @concurrent
    private func scan(
        _ upload: ScanUpload, for account: ScanAccount, progress: ScanObserver? = nil
    ) async throws(ServiceError) -> ScanReport {
        if upload.images.count > 1 {
            do throws(PictureError) {
                return try await pipeline.scanConversation(upload.scan, for: account, progress: progress)
            } catch {
                throw error.isAboutPicture ? .picture(error) : .scan(error.error)
            }
        }
        if upload.images.isEmpty { return try await texts.judge(upload.scan, for: account) }
        do throws(ScanError) {
            return try await pipeline.scan(upload.scan, for: account, progress: progress)
        } catch {
            guard case .image(let fault) = error, upload.ocrText != nil else { throw .scan(error) }
            var text = upload.scan
            text.images = []
            var report = try await texts.judge(text, for: account)
            // A text without a word says nothing in the image's place.
            guard report.verdict.understood != nil else { throw .scan(error) }
            report.imageFault = fault
            return report
        }
    }

    private func submit(_ upload: ScanUpload, _ request: ServiceRequest) async throws(ServiceError) -> Job {
        let (id, requestID, account) = (UUID(), request.id, request.account)
        return try await rethrowing(ServiceError.job) { () throws(JobRegistry.Refusal) in
            try await jobs.submit(
                id: id, owner: request.jobOwner, client: account.client, bytes: upload.contentBytes
            ) { progress in
                while true {
                    do throws(ServiceError) {
                        let report = try await scan(upload, for: account, progress: progress)
                        return .success(
                            await complete(
                                report, id: id, as: .image, of: requestID, for: upload.sessionID,
                                by: account.client))
                    } catch .scan(.busy) where !Task.isCancelled {
                        // A job may wait until its deadline, longer than a request whose client waits on an open connection.
                        try? await Task.sleep(for: Self.jobRetryPause)
                    } catch {
                        metrics.record(error)
                        return .failure(Problem(error.details, id: requestID, in: upload.texts))
                    }
                }
            }
        }
    }

    // MARK: Texts

    @concurrent
    private func analyzeText(_ request: ServiceRequest) async throws(ServiceError) -> ServerResponse {
        let body = try await request.collectJSON(limit: min(limits.body, Self.maxTextBody))
        if request.answerFormat == .picture { throw .noPicture }
        let submission = try TextSubmission(json: body, of: request)
        return try await once(
            request, session: submission.sessionID, submission.fingerprint(as: request.answerFormat)
        ) {
            (id) throws(ServiceError) in
            let report = try await texts.judge(submission.scan, for: request.account)
            let content = await complete(
                report, id: id, as: .text, of: request.id, for: submission.sessionID,
                by: request.caller.client)
            return response(
                report,
                Responses.verdict(
                    content, to: request, text: submission.text, in: submission.texts))
        }
    }

    // MARK: Images and texts

    /// Returns the response that is kept under the request's idempotency key, or else the one that `make` makes for a scan
    /// with an id.
    private func once(
        _ request: ServiceRequest, session: UUID?, _ fingerprint: @autoclosure () -> RequestFingerprint,
        make: @escaping @Sendable (UUID) async throws(ServiceError) -> ServerResponse
    ) async throws(ServiceError) -> ServerResponse {
        guard let key = try IdempotencyKey(request, session: session) else { return try await make(UUID()) }
        let fingerprint = fingerprint()
        let id = session.map { fingerprint.scanID(session: $0, key: key.key) } ?? UUID()
        return try await idempotency.response(for: key, fingerprint, client: request.caller.client) {
            () throws(ServiceError) in try await make(id)
        }
    }

    /// Counts a scan in the metrics, and stores its response for the session.
    private func complete(
        _ report: ScanReport, id: UUID, as kind: StoredResult.Kind, of request: RequestID,
        for session: UUID?, by client: ClientID
    ) async -> ScanResponse {
        metrics.record(report)
        var response = ScanResponse(report, id: id)
        if let fault = report.imageFault {
            response.imageProblem = Problem(
                ServiceError.scan(.image(fault)).details, id: request, in: report.texts)
            // Apps that show nothing else must say too that nobody saw the picture.
            response.explanation = report.texts.say(
                report.verdict.explanation + [Sentence(VerdictText.pictureUnusable)])
        }
        guard let session else { return response }
        await results.record(&response, of: report.text, as: kind, for: session, by: client)
        if results.keepsResults { metrics.store(response.stored == true ? .written : .failed) }
        return response
    }

    private func response(_ report: ScanReport, _ answer: ServerResponse) -> ServerResponse {
        var response = answer
        response.head.headerFields[.serverTiming] = report.timing.serverTiming
        return response
    }
}
