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

    /// How many campaigns an answer lists.
    private static let mostCampaigns = 100

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
        router.on(.post, "/feedback", scope: .feedback, cost: RequestCost.text) {
            request throws(ServiceError) in
            try await offEventLoop { () throws(ServiceError) in try await post(request) }
        }
        router.on(.get, "/campaigns", scope: .admin) { [memory] _ throws(ServiceError) in
            guard let memory else { throw .noFeedback(.noMemory) }
            return await offEventLoop {
                Responses.json(Campaigns(memory.memory.campaigns(Self.mostCampaigns)))
            }
        }
        router.on(.delete, "/feedback/{id}", scope: .feedback) { request throws(ServiceError) in
            let id = try request.pathID("id")
            if let number = id.memory { return try await takeBack(number, request) }
            try request.check(.feedback)
            return try await delete(id)
        }
    }

    @concurrent
    private func post(_ request: ServiceRequest) async throws(ServiceError) -> ServerResponse {
        typealias Key = Feedback.CodingKeys
        let fields = try RequestFields(json: try await request.collectJSON(limit: Self.bodyLimit))
        if try fields.flag(Key.teach) ?? false { return try await teach(fields, request) }
        try request.check(.feedback)
        let keeper = try keeperOrRefusal
        let expected = try fields.required(Key.shouldBe, try fields.string(Key.shouldBe))
        guard let shouldBe = ExpectedVerdict(rawValue: expected) else {
            throw fields.invalid(Key.shouldBe, .mustBeLegitOrScam)
        }
        let consents = try fields.flag(Key.consent) ?? false
        let scan = try fields.id(Key.scanID)
        let text = try fields.string(Key.text, limit: Feedback.maxTextLength)
        let record: FeedbackRecord
        switch (scan, text) {
        case (let scan?, nil):
            let stored = try await stored(scan)
            record = FeedbackRecord(shouldBe, of: stored, text: consents ? stored.text : nil)
        case (nil, let text?):
            guard consents else {
                throw fields.invalid(Key.consent, .mustBeConsent)
            }
            record = FeedbackRecord(
                shouldBe, of: try await judged(text, for: request.account, in: request.texts), text: text)
        case (nil, nil): throw .missingField(Key.scanID.rawValue, advice: .sendScanOrText)
        case (_?, _?): throw fields.invalid(Key.text, .notWithScanId)
        }
        return try await keep(record, by: keeper)
    }

    /// Keeps the fingerprint of a message in the memory. Nothing else of it is kept, so that it needs no consent.
    private func teach(
        _ fields: RequestFields, _ request: ServiceRequest
    ) async throws(ServiceError) -> ServerResponse {
        typealias Key = Feedback.CodingKeys
        try request.check(.teach)
        guard let memory else { throw .noFeedback(.noMemory) }
        let expected = try fields.required(Key.shouldBe, try fields.string(Key.shouldBe))
        guard let shouldBe = ExpectedVerdict(rawValue: expected) else {
            throw fields.invalid(Key.shouldBe, .mustBeLegitOrScam)
        }
        let fingerprint: Fingerprint
        switch (try fields.id(Key.scanID), try fields.string(Key.text, limit: Feedback.maxTextLength)) {
        case (let scan?, nil):
            guard let known = await memory.fingerprint(of: scan) else { throw .noFeedback(.unknownScan) }
            fingerprint = known
        case (nil, let text?):
            let scan = ScanRequest(
                images: [], suppliedText: text, languages: nil, country: nil, texts: request.texts)
            let report = try await texts.judge(scan, for: request.account)
            fingerprint = Fingerprint(of: report.text, by: memory.memory.key, lexicon())
        case (nil, nil): throw .missingField(Key.scanID.rawValue, advice: .sendScanOrText)
        case (_?, _?): throw fields.invalid(Key.text, .notWithScanId)
        }
        let number = try await rethrowing(ServiceError.memory) { () throws(MemoryFault) in
            try await memory.teach(fingerprint, isScam: shouldBe == .scam, by: request.caller.key)
        }
        guard let number else { throw fields.invalid(Key.text, .mustHoldWords) }
        metrics.feedback(.kept)
        let id = UUID(memory: number)
        var response = Responses.json(FeedbackReceipt(feedbackID: id, isTextKept: false), status: .created)
        response.head.headerFields[.location] = "/feedback/\(id.uuidString.lowercased())"
        return response
    }

    private func keep(
        _ record: FeedbackRecord, by keeper: FeedbackKeeper
    ) async throws(ServiceError) -> ServerResponse {
        let id = try await rethrowing(ServiceError.feedback) { () throws(FeedbackFolder.Fault) in
            try await keeper.keep(record)
        }
        metrics.feedback(.kept)
        var response = Responses.json(
            FeedbackReceipt(feedbackID: id, isTextKept: record.text != nil), status: .created)
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
    private func takeBack(_ number: UInt64, _ request: ServiceRequest) async throws(ServiceError)
        -> ServerResponse
    {
        try request.check(.teach)
        guard let memory else { throw .noFeedback(.noMemory) }
        try await rethrowing(ServiceError.memory) { () throws(MemoryFault) in
            try await memory.takeBack(number, by: request.caller.key)
        }
        metrics.feedback(.takenBack)
        return ServerResponse(status: .noContent)
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
    private func judged(
        _ text: String, for account: ScanAccount, in answer: Texts
    ) async throws(ServiceError) -> ScanResponse {
        let scan = ScanRequest(images: [], suppliedText: text, languages: nil, country: nil, texts: answer)
        return ScanResponse(try await texts.judge(scan, for: account))
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

extension Campaigns {
    fileprivate init(_ campaigns: [Campaign]) {
        self.init(
            campaigns: campaigns.map {
                SeenMessage(
                    id: UUID(memory: $0.id), count: $0.count,
                    first: Date(timeIntervalSince1970: Double($0.first)),
                    last: Date(timeIntervalSince1970: Double($0.last)),
                    confirmed: $0.isScam.map { $0 ? .scam : .legit }, contacts: $0.contacts.map(\.name))
            })
    }
}

extension UUID {
    /// The number of what a memory keeps, as an id of feedback: a UUID of version 8 (RFC 9562), which no other feedback has.
    fileprivate init(memory number: UInt64) {
        let b = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        self.init(uuid: (b[0], b[1], b[2], b[3], b[4], b[5], 0x80, 0, 0x80, b[6], b[7], 0, 0, 0, 0, 0))
    }

    fileprivate var memory: UInt64? {
        let u = uuid
        let number = [u.0, u.1, u.2, u.3, u.4, u.5, u.9, u.10].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return UUID(memory: number) == self ? number : nil
    }
}
