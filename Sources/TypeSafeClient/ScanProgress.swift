public import Foundation
public import TypeSafeAPI

extension ScanClient {
    /// Has a screenshot judged, and tells how far it is.
    ///
    /// Each element is newer than the one before; the last has the state `done` and the result. Where the server, or one between,
    /// answers at once, it is the only one. A scan that fails ends the stream with a `ClientError` that has its problem. Who stops
    /// listening cancels the scan. All of it has the time that `ClientConfiguration.Timeouts.answer` gives.
    /// - Parameter interval: how often the server is asked.
    public func scanWithProgress(
        image: Data, options: ScanOptions = ScanOptions(), every interval: Duration = .milliseconds(200)
    ) -> AsyncThrowingStream<ScanJob, any Error> {
        // Who is slow gets the newest; the last is the newest for good.
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
        _ image: Data, _ options: ScanOptions, _ interval: Duration, tell: (ScanJob) -> Void
    ) async throws(ClientError) {
        let deadline = ContinuousClock.now + configuration.timeouts.answer
        var call = try Self.scanCall(image, options)
        call.prefersAsync = true
        call.answersWith = [200, 202]
        let answer = try await answer(to: call)
        if answer.status == 200 {
            let result: ScanResponse = try decoded(answer)
            return tell(ScanJob(scanID: result.scanID, state: .done, percent: 100, result: result))
        }
        var job: ScanJob = try decoded(answer)
        let path = "scans/\(job.scanID.uuidString.lowercased())"
        tell(job)
        do throws(ClientError) {
            while !job.state.isFinal {
                guard ContinuousClock.now < deadline else {
                    throw ClientError(.answerTimeout, context: configuration.server.host)
                }
                do { try await Task.sleep(for: interval) } catch { throw ClientError(.cancelled) }
                let next: ScanJob = try await decoded(Call(path: path))
                if next != job, next.state != .failed { tell(next) }
                job = next
            }
        } catch {
            // In a task of its own: this one may be cancelled. What nobody hears of is given up at the server's deadline.
            Task { _ = try? await self.answer(to: Call(method: "DELETE", path: path, answersWith: [204])) }
            throw error
        }
        if job.state == .failed { throw ClientError(job, host: configuration.server.host) }
    }
}

extension ClientError {
    /// A scan that ended without a result.
    fileprivate init(_ job: ScanJob, host: String?) {
        let status = job.problem?.status
        self.init(
            status.map { CallRun.code(status: $0) } ?? .badAnswer, status: status, problem: job.problem,
            requestID: job.problem?.requestID, attempts: 1, context: host)
    }
}
