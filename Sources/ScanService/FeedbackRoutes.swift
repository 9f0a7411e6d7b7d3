import Foundation
import HTTPServer
import HTTPTypes
package import ScanDocuments
import ScamDetection
import Scanning
import Storage
import SystemSupport
import Texts
import TypeSafeAPI

/// Routes for feedback on wrong verdicts. It is kept for the operator to review, and changes no verdict.
struct FeedbackRoutes: Sendable {
    /// Largest body in bytes: the longest text as JSON, with each character escaped as a surrogate pair (12 bytes), and room
    /// for the other fields.
    private static let bodyLimit = Feedback.maxTextLength * 12 + 4_096

    /// Keeps the feedback; nil where the operator wants none.
    let feedback: FeedbackKeeper?
    /// Judges by what those with the scope `teach` say; nil where the operator wants none.
    let memory: MemoryKeeper?
    let lexicon: @Sendable () -> Lexicon
    let results: ResultRecorder
    /// The turns of texts, here and in `ScanRoutes`.
    let texts: TextTurns
    let metrics: ServiceMetrics

    func add(to router: inout ServiceRouter) {
        router.on(.post, "/feedback", scope: .feedback, orScope: .teach, cost: RequestCost.text) {
            request throws(ServiceError) in
            try await offEventLoop { () throws(ServiceError) in try await post(request) }
        }
        router.on(.delete, "/feedback/{id}", scope: .feedback, orScope: .teach) {
            request throws(ServiceError) in
            let id = try request.pathID("id")
            try check(id.memory == nil ? .feedback : .teach, of: request)
            if let number = id.memory { return try await takeBack(number, request) }
            return try await delete(id)
        }
    }

    /// What feedback is about.
    private enum Message {
        case scan(UUID)
        case text(String)
    }

    @concurrent
    private func post(_ request: ServiceRequest) async throws(ServiceError) -> ServerResponse {
        typealias Key = Feedback.CodingKeys
        // A server that keeps neither says so before it takes a text.
        if memory == nil { _ = try keeperOrRefusal }
        let fields = try RequestFields(json: try await request.collectJSON(limit: Self.bodyLimit))
        let teaches = try fields.flag(Key.teach) ?? false
        try check(teaches ? .teach : .feedback, of: request)
        let expected = try fields.required(Key.shouldBe, try fields.string(Key.shouldBe))
        guard let shouldBe = ExpectedVerdict(rawValue: expected) else {
            throw fields.invalid(Key.shouldBe, .mustBeLegitOrScam)
        }
        let consents = try fields.flag(Key.consent) ?? false
        let message: Message =
            switch (
                try fields.id(Key.scanID), try fields.string(Key.text, limit: Feedback.maxTextLength)
            ) {
            case (let scan?, nil): .scan(scan)
            case (nil, let text?): .text(text)
            case (nil, nil): throw .missingField(Key.scanID.rawValue, advice: .sendScanOrText)
            case (_?, _?): throw fields.invalid(Key.text, .notWithScanId)
            }
        if teaches { return try await teach(shouldBe, message, fields, request) }
        let keeper = try keeperOrRefusal
        let record: FeedbackRecord
        switch message {
        case .scan(let scan):
            let stored = try await stored(scan)
            record = FeedbackRecord(shouldBe, of: stored, text: consents ? stored.text : nil)
        case .text(let text):
            guard consents else {
                throw fields.invalid(Key.consent, .mustBeConsent)
            }
            record = FeedbackRecord(shouldBe, of: ScanResponse(try await judged(text, request)), text: text)
        }
        return try await keep(record, by: keeper)
    }

    /// Keeps the fingerprint of a message in the memory. Nothing else of it is kept, so that it needs no consent.
    private func teach(
        _ shouldBe: ExpectedVerdict, _ message: Message, _ fields: RequestFields, _ request: ServiceRequest
    ) async throws(ServiceError) -> ServerResponse {
        let memory = try memory.orRefusal
        let fingerprint: Fingerprint
        switch message {
        case .scan(let scan):
            guard let known = await memory.fingerprint(of: scan) else { throw .noFeedback(.unknownScan) }
            fingerprint = known
        case .text(let text):
            fingerprint = Fingerprint(
                of: try await judged(text, request).text, by: memory.memory.key, lexicon())
        }
        let number = try await rethrowing(ServiceError.memory) { () throws(MemoryFault) in
            try await memory.teach(fingerprint, isScam: shouldBe == .scam, by: request.caller.key)
        }
        guard let number else { throw fields.invalid(Feedback.CodingKeys.text, .mustHoldWords) }
        return receipt(UUID(memory: number), isTextKept: false)
    }

    private func keep(
        _ record: FeedbackRecord, by keeper: FeedbackKeeper
    ) async throws(ServiceError) -> ServerResponse {
        let id = try await rethrowing(ServiceError.feedback) { () throws(FeedbackFolder.Fault) in
            try await keeper.keep(record)
        }
        return receipt(id, isTextKept: record.text != nil)
    }

    private func receipt(_ id: UUID, isTextKept: Bool) -> ServerResponse {
        metrics.feedback(.kept)
        var response = Responses.json(
            FeedbackReceipt(feedbackID: id, isTextKept: isTextKept), status: .created)
        response.head.headerFields[.location] = "/feedback/\(id.uuidString.lowercased())"
        return response
    }

    private func delete(_ id: UUID) async throws(ServiceError) -> ServerResponse {
        let keeper = try keeperOrRefusal
        let isDeleted = try await rethrowing(ServiceError.feedback) { () throws(FeedbackFolder.Fault) in
            try await keeper.delete(id)
        }
        guard isDeleted else { throw .noFeedback(.unknown) }
        metrics.feedback(.takenBack)
        return ServerResponse(status: .noContent)
    }

    /// What somebody else said of the message stays.
    private func takeBack(
        _ number: UInt64, _ request: ServiceRequest
    ) async throws(ServiceError) -> ServerResponse {
        let memory = try memory.orRefusal
        let isTakenBack = try await rethrowing(ServiceError.memory) { () throws(MemoryFault) in
            try await memory.takeBack(number, by: request.caller.key)
        }
        guard isTakenBack else { throw .noFeedback(.unknown) }
        metrics.feedback(.takenBack)
        return ServerResponse(status: .noContent)
    }

    /// Refuses a key that has the other of a route's scopes only.
    private func check(_ scope: AccessScope, of request: ServiceRequest) throws(ServiceError) {
        guard let scopes = request.caller.scopes, !scopes.contains(scope) else { return }
        metrics.denied(.scope)
        throw .forbidden(scope: scope)
    }

    private var keeperOrRefusal: FeedbackKeeper {
        get throws(ServiceError) {
            guard let feedback else { throw .noFeedback(.notKept) }
            return feedback
        }
    }

    /// Returns the result that the server stores for a scan.
    private func stored(_ scan: UUID) async throws(ServiceError) -> ScanResponse {
        guard let store = results.store, results.keepsResults else { throw .noFeedback(.unknownScan) }
        let result = try await rethrowing(ServiceError.store) { () throws(StoreError) in
            try await store.result(scan: scan)
        }
        guard let result,
            let response = try? WireCoding.decoder().decode(ScanResponse.self, from: result.body)
        else { throw .noFeedback(.unknownScan) }
        return response
    }

    /// Judges a text as `POST /analyze-text` does. The verdict is neither counted nor stored as a scan's.
    private func judged(_ text: String, _ request: ServiceRequest) async throws(ServiceError) -> ScanReport {
        let scan = ScanRequest(
            images: [], suppliedText: text, languages: nil, country: nil, texts: request.texts)
        return try await texts.judge(scan, for: request.account)
    }
}

/// Keeps feedback in files, one at a time, so that the number of files is exact. Nothing in the server reads them.
///
/// It runs on a queue of its own, because files block.
package actor FeedbackKeeper {
    /// Time between two sweeps. Files are kept for days, so an hour more doesn't matter.
    private static let sweepPause = Duration.seconds(3_600)

    private let executor = QueueExecutor(label: "typesafe.feedback", qos: .utility)
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private let folder: FeedbackFolder

    /// Creates the folder if there is none.
    package init(path: String) throws(FeedbackFolder.Fault) {
        folder = FeedbackFolder(path: path)
        try folder.prepare()
    }

    /// Deletes what is past its time, now and then, until the task is cancelled.
    package func sweepRegularly() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: Self.sweepPause)
            try? folder.sweep()
        }
    }

    /// Number of files that wait for a review.
    func count() throws(FeedbackFolder.Fault) -> Int { try folder.names().count }

    func keep(_ record: FeedbackRecord) throws(FeedbackFolder.Fault) -> UUID {
        try folder.keep(record)
    }

    func delete(_ id: UUID) throws(FeedbackFolder.Fault) -> Bool {
        try folder.delete(id)
    }
}
