public import Foundation
public import TypeSafeAPI

extension ScanClient {
    /// Scans a screenshot and reports its progress.
    ///
    /// Each element is newer than the one before. The last element has the state `done` and the result; it is the only one
    /// where the server answers at once. A scan that fails ends the stream with a `ClientError` that has the server's problem.
    /// Ending the iteration early cancels the scan. The whole stream must end within `ClientConfiguration.Timeouts.answer`.
    /// - Parameter interval: time between two requests for the state. The default of 200 ms is short enough for a progress bar.
    public func scanWithProgress(
        image: Data, options: ScanOptions = ScanOptions(), every interval: Duration = .milliseconds(200)
    ) -> AsyncThrowingStream<ScanJob, any Error> {
        // A slow consumer skips states; the last one is never dropped, as nothing newer follows.
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                do throws(ClientError) {
                    try await follow(image, options, interval) { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func follow(
        _ image: Data, _ options: ScanOptions, _ interval: Duration, report: (ScanJob) -> Void
    ) async throws(ClientError) {
        let deadline = ContinuousClock.now + configuration.timeouts.answer
        var request = try Self.scanRequest(image, options)
        request.prefersAsync = true
        request.successStatuses = [200, 202]
        let response = try await send(request)
        if response.status == 200 {
            let result: ScanResponse = try decoded(response)
            return report(ScanJob(scanID: result.scanID, state: .done, percent: 100, result: result))
        }
        var job: ScanJob = try decoded(response)
        let path = "scans/\(job.scanID.uuidString.lowercased())"
        report(job)
        do throws(ClientError) {
            while !job.state.isFinal {
                guard ContinuousClock.now < deadline else {
                    throw ClientError(.answerTimeout, context: configuration.server.host)
                }
                do { try await Task.sleep(for: interval) } catch { throw ClientError(.cancelled) }
                let next: ScanJob = try await decoded(APIRequest(path: path))
                if next != job, next.state != .failed { report(next) }
                job = next
            }
        } catch {
            // This task may be cancelled already, so another task sends the request that cancels the scan. If that
            // request gets lost, the server's own deadline ends the scan.
            Task {
                _ = try? await self.send(APIRequest(method: "DELETE", path: path, successStatuses: [204]))
            }
            throw error
        }
        if job.state == .failed { throw ClientError(job, host: configuration.server.host) }
    }
}

extension ClientError {
    /// Creates the error for a job that ended in the state `failed`.
    fileprivate init(_ job: ScanJob, host: String?) {
        let status = job.problem?.status
        self.init(
            status.map { RequestSender.code(status: $0) } ?? .badAnswer, status: status, problem: job.problem,
            requestID: job.problem?.requestID, attempts: 1, context: host)
    }
}
