public import Foundation
public import TypeSafeAPI

extension ScanClient {
    /// Scans a screenshot and reports its progress.
    ///
    /// Each element is newer than the one before. The last element has the state `done` and the result; it is the only one
    /// where the server answers at once. A scan that fails ends the stream with a `ClientError` that has the server's problem.
    /// Ending the iteration early cancels the scan. The whole stream must end within `ClientConfiguration.Timeouts.answer`.
    /// The states come by the server's event stream, which is taken up again where it breaks.
    /// - Parameter interval: time between two requests for the state, where the server or a proxy before it has no event stream.
    public func scanWithProgress(
        image: Data, options: ScanOptions = ScanOptions(), every interval: Duration = pollingInterval
    ) -> AsyncThrowingStream<ScanJob, any Error> {
        scanWithProgress(conversation: [image], options: options, every: interval)
    }

    /// Scans several screenshots of a conversation and reports the progress over all of them, as
    /// `scanWithProgress(image:options:every:)` does.
    /// - Parameter images: contents of 1 to `ScanForm.maxPictures` image files, in any order.
    public func scanWithProgress(
        conversation images: [Data], options: ScanOptions = ScanOptions(),
        every interval: Duration = pollingInterval
    ) -> AsyncThrowingStream<ScanJob, any Error> {
        // A slow consumer skips states; the last one is never dropped, as nothing newer follows.
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                do throws(ClientError) {
                    try await follow(images, options, interval) { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func follow(
        _ images: [Data], _ options: ScanOptions, _ interval: Duration,
        report: @escaping @Sendable (ScanJob) -> Void
    ) async throws(ClientError) {
        let deadline = ContinuousClock.now + configuration.timeouts.answer
        let first = try await submit(conversation: images, options: options)
        report(first)
        if first.state == .done { return }
        let last: ScanJob
        do throws(ClientError) {
            last = try await JobFollower(
                client: self, id: first.scanID, interval: interval, deadline: deadline, report: report
            ).last(after: first)
        } catch {
            // This task may be cancelled already, so another task sends the request that cancels the scan. If that
            // request gets lost, the server's own deadline ends the scan.
            Task { try? await self.cancelScan(first.scanID) }
            throw error
        }
        if last.state == .failed { throw ClientError(last, host: configuration.server.host) }
    }
}

extension ClientError {
    /// Creates the error for a job that ended in the state `failed`.
    package init(_ job: ScanJob, host: String?) {
        let status = job.problem?.status
        self.init(
            status.map { RequestSender.code(status: $0) } ?? .badAnswer, status: status, problem: job.problem,
            requestID: job.problem?.requestID, attempts: 1, context: host)
    }
}
