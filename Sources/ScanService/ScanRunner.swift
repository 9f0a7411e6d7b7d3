import SystemSupport
import Foundation
import Scanning
import ScamDetection
import Storage
import Texts
import TypeSafeAPI

/// Does scans from their pictures or text to a stored response, whoever asked for them and however.
struct ScanRunner: Sendable {
    let pipeline: ScanPipeline
    let texts: TextTurns
    let results: ResultRecorder
    let metrics: ServiceMetrics

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
