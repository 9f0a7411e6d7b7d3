import Foundation
import HTTPServer
import HTTPTypes
import Redaction
import ScamDetection
import Scanning
import Storage
import SystemSupport
import TextAnalysis
import Texts
import TypeSafeAPI

/// The routes `POST /scan-image` and `POST /analyze-text`.
struct ScanRoutes: Sendable {
    let runner: ScanRunner
    let limits: ScanService.Limits
    let idempotency: IdempotencyCache
    let jobs: any ScanJobs
    /// Tells followers how scans go; nil where there can be none.
    let following: ScanFollowing?
    /// Tells those who follow a session by its event stream.
    let feed: SessionFeed

    /// Size of a body, in bytes, that is read even where no worker is free. A form with a text and no image is smaller.
    private static let smallBody = 65_536
    /// Largest body of a text request in bytes: the longest text as JSON, with each character escaped as a surrogate
    /// pair (12 bytes), and 16 KiB for the other fields. Parsed objects take many times the memory of their JSON, so
    /// larger bodies are refused.
    private static let maxTextBody = AnalyzeTextRequest.maxTextLength * 12 + 16_384

    /// Largest body of a text request in bytes that is judged on the event loop. Such a text takes a tenth of a millisecond, and the
    /// dearest one less than two, while two changes of threads take as long as a tenth of all else.
    private static let shortTextBody = 1_024

    func add(to router: inout ServiceRouter) {
        // Parsing forms, judging texts and encoding responses take time, and other connections of the event loop must
        // not wait for that.
        router.on(.post, "/scan-image", scope: .scan, cost: RequestCost.image) {
            request throws(ServiceError) in
            try await offEventLoop { () throws(ServiceError) in try await scanImage(request) }
        }
        router.on(.post, "/analyze-text", scope: .scan, cost: RequestCost.text) {
            request throws(ServiceError) in
            // The body comes from the event loop. To take each piece elsewhere would cost two changes of threads.
            let body = try await request.collectJSON(limit: min(limits.body, Self.maxTextBody))
            if body.count <= Self.shortTextBody { return try await analyzeText(request, json: body) }
            return try await offEventLoop { () throws(ServiceError) in
                try await analyzeText(request, json: body)
            }
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
                try await runner.pipeline.workers.checkRoom(for: request.caller.client)
            }
        }
        let upload = try await ScanUpload(reading: request, limits: limits)
        if upload.images.count > 1 { request.payForFurtherPictures(upload.images.count - 1) }
        if request.answerFormat == .picture { try upload.checkRedaction() }
        return try await once(
            request, session: upload.sessionID, upload.fingerprint(as: request.answerFormat)
        ) {
            (id) throws(ServiceError) in
            if isAsync { return try await submit(upload, request) }
            let report = try await runner.scan(upload.scan, for: request.account)
            let content = await runner.complete(
                report, id: id, as: .image, of: request.id, for: upload.sessionID, by: request.caller.client)
            feed.finished(content, of: upload.sessionID, by: request.caller.client)
            await following?.finished(content, of: upload.sessionID)
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

    private func submit(
        _ upload: ScanUpload, _ request: ServiceRequest
    ) async throws(ServiceError) -> ServerResponse {
        let order = ScanOrder(
            id: .random(), request: request.id, owner: request.jobOwner,
            priority: PreferField.priority(request.fields), scan: upload.scan, session: upload.sessionID,
            account: request.account,
            charge: request.limit.map {
                ChargedRate(
                    unitsPerMinute: $0.unitsPerMinute, burst: $0.burst,
                    paid: RequestCost.image * max(1, upload.images.count))
            }, memory: upload.memory)
        let first = try await rethrowing(ServiceError.job) { () throws(JobRefusal) in
            try await jobs.submit(order)
        }
        if let session = order.session {
            let scan = FollowedScan(id: order.id, session: session, owner: order.owner)
            feed.accepted(scan, by: request.caller.client)
            await following?.accepted(scan)
        }
        return JobRoutes.accepted(order.id, first)
    }

    // MARK: Texts

    private func analyzeText(
        _ request: ServiceRequest, json body: [UInt8]
    ) async throws(ServiceError) -> ServerResponse {
        if request.answerFormat == .picture { throw .noPicture }
        let submission = try TextSubmission(json: body, of: request)
        return try await once(
            request, session: submission.sessionID, submission.fingerprint(as: request.answerFormat)
        ) {
            (id) throws(ServiceError) in
            let report = try await runner.texts.judge(submission.scan, for: request.account)
            let content = await runner.complete(
                report, id: id, as: .text, of: request.id, for: submission.sessionID,
                by: request.caller.client)
            feed.finished(content, of: submission.sessionID, by: request.caller.client)
            await following?.finished(content, of: submission.sessionID)
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
        guard let key = try IdempotencyKey(request, session: session) else {
            return try await make(.random())
        }
        let fingerprint = fingerprint()
        let id = session.map { fingerprint.scanID(session: $0, key: key.key) } ?? .random()
        return try await idempotency.response(for: key, fingerprint, client: request.caller.client) {
            () throws(ServiceError) in try await make(id)
        }
    }

    private func response(_ report: ScanReport, _ answer: ServerResponse) -> ServerResponse {
        var response = answer
        response.head.headerFields[.serverTiming] = report.timing.serverTiming
        return response
    }
}

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
