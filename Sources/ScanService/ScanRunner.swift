import Foundation
import Glibc
import ScamDetection
import ScanDocuments
import Scanning
import Storage
import SystemSupport
import Texts
import TypeSafeAPI

/// Does scans from their pictures or text to a stored response, whoever asked for them and however.
struct ScanRunner: Sendable {
    let pipeline: ScanPipeline
    let texts: TextTurns
    let results: ResultRecorder
    let metrics: ServiceMetrics
    /// Nil where nothing is remembered.
    let memory: MemoryKeeper?

    /// Pause between a job's attempts to get a worker, or to store. It is short, because reading an image takes about a second.
    private static let retryPause = Duration.milliseconds(250)

    @concurrent
    func scan(
        _ request: ScanRequest, for account: ScanAccount, progress: ScanObserver? = nil
    ) async throws(ServiceError) -> ScanReport {
        if request.images.count > 1 {
            do throws(PictureError) {
                return try await pipeline.scanConversation(request, for: account, progress: progress)
            } catch {
                throw error.isAboutPicture ? .picture(error) : .scan(error.error)
            }
        }
        if request.images.isEmpty { return try await texts.judge(request, for: account) }
        do throws(ScanError) {
            return try await pipeline.scan(request, for: account, progress: progress)
        } catch {
            guard case .image(let fault) = error, request.suppliedText != nil else { throw .scan(error) }
            var text = request
            text.images = []
            var report = try await texts.judge(text, for: account)
            // A text without a word says nothing in the image's place.
            guard report.verdict.understood != nil else { throw .scan(error) }
            report.imageFault = fault
            return report
        }
    }

    /// Counts a scan in the metrics, and stores its response for the session.
    /// - Parameter patience: how long it tries again where the store fails.
    func complete(
        _ report: ScanReport, id: UUID, as kind: StoredResult.Kind, of request: RequestID,
        for session: UUID?, by client: ClientID, patience: Duration = .zero
    ) async -> ScanResponse {
        metrics.record(report)
        if let memory {
            let isRepeat = await memory.note(
                Fingerprint(of: report.text, by: memory.memory.key, pipeline.lexicon),
                level: report.verdict.riskLevel, as: id, of: client, in: session)
            if isRepeat { metrics.memoryRepeats().add() }
        }
        var response = ScanResponse(report, id: id)
        if let fault = report.imageFault {
            response.imageProblem = Problem(
                ServiceError.scan(.image(fault)).details, id: request, in: report.texts)
            // Apps that show nothing else must say too that nobody saw the picture.
            response.explanation = report.texts.say(
                report.verdict.explanation + [Sentence(VerdictText.pictureUnusable)])
        }
        guard let session else { return response }
        let deadline = ContinuousClock.now + patience
        while await !results.record(&response, of: report.text, as: kind, for: session, by: client),
            ContinuousClock.now < deadline, (try? await Task.sleep(for: Self.retryPause)) != nil
        {}
        if results.keepsResults { metrics.store(response.stored == true ? .written : .failed) }
        return response
    }

    /// Does a job. It waits for a worker for as long as the job lives.
    /// - Parameter patience: how long it tries to store the response. Where nobody knows the outcome before Redis is back, there is time.
    func run(
        _ order: ScanOrder, patience: Duration = .zero, progress: @escaping ScanObserver
    ) async -> Result<ScanResponse, Problem> {
        while true {
            do throws(ServiceError) {
                let report = try await scan(order.scan, for: order.account, progress: progress)
                return .success(
                    await complete(
                        report, id: order.id, as: .image, of: order.request, for: order.session,
                        by: order.account.client, patience: patience))
            } catch .scan(.busy) where !Task.isCancelled {
                // A job may wait until its deadline, longer than a request whose client waits on an open connection.
                try? await Task.sleep(for: Self.retryPause)
            } catch {
                metrics.record(error)
                return .failure(Problem(error.details, id: order.request, in: order.scan.texts))
            }
        }
    }
}

/// Lets as many texts be judged at once as there are cores, so that they don't hold up other work. The others wait for their turn.
struct TextTurns: Sendable {
    /// Longest time for which a text waits. Even the dearest is judged within a tenth of a second.
    private static let patience = Duration.seconds(5)

    private let turns: FairLender<ClientID, Void>
    private let pipeline: ScanPipeline

    /// - Parameter limit: the largest number of texts that are judged at once or wait for it.
    init(limit: Int, pipeline: ScanPipeline) {
        self.pipeline = pipeline
        let atOnce = min(limit, ProcessInfo.processInfo.activeProcessorCount)
        turns = FairLender(
            [Void](repeating: (), count: atOnce), queueLength: limit - atOnce, patience: Self.patience)
    }

    /// Judges a text when it is its client's turn, and charges the processor time that this takes.
    func judge(_ text: ScanRequest, for account: ScanAccount) async throws(ServiceError) -> ScanReport {
        // A client that has gone doesn't read the refusal.
        guard case .success = await turns.borrow(for: account.client) else { throw .textsFull }
        let before = Self.threadTime
        defer {
            turns.giveBack((), of: account.client)
            account.charge(max(.zero, Self.threadTime - before))
        }
        return try await rethrowing(ServiceError.scan) { () throws(ScanError) in
            try await pipeline.scan(text, for: account)
        }
    }

    /// Processor time of this thread. A text is judged on one, without a pause.
    private static var threadTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

extension ScanResponse {
    init(_ report: ScanReport, id: UUID = UUID()) {
        self.init(
            report.verdict, on: report.text, advice: report.advice, in: report.texts,
            ocr: report.transcript.map { OCRResult($0, frame: report.frame) },
            conversation: report.conversation.map { Conversation($0, in: report.texts) },
            timing: Timing(
                decoding: report.timing.decoding, recognition: report.timing.recognition,
                classification: report.timing.classification, total: report.timing.total),
            isCached: !report.origins.isEmpty && report.origins.allSatisfy { $0 == .cached } ? true : nil,
            id: id)
    }
}

extension Conversation {
    fileprivate init(_ report: ConversationReport, in texts: Texts) {
        let isApart = report.parts.count > 1
        self.init(
            order: report.order, orderedBy: PictureOrder(report.evidence),
            reason: texts.say(
                (isApart
                    ? [Sentence(VerdictText.conversationCount, ["count": .number(report.parts.count)])] : [])
                    + [report.evidence.reason]),
            pictures: report.pictures.enumerated().map {
                ConversationPicture(picture: $0 + 1, ocr: OCRResult($1.transcript, frame: $1.frame))
            },
            lines: report.lines.map {
                ConversationLine(picture: $0.picture, line: $0.index, block: $0.block)
            },
            separate: isApart
                ? report.parts.map {
                    ConversationPart($0.verdict, on: $0.text, pictures: $0.order, in: texts)
                } : nil)
    }
}

extension PictureOrder {
    fileprivate init(_ evidence: OrderEvidence) {
        self =
            switch evidence {
            case .overlap: .overlap
            case .overlapAndTimes, .times, .phoneClock: .times
            case .single, .asked, .nothing: .given
            }
    }
}
