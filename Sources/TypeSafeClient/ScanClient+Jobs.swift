public import Foundation
public import TypeSafeAPI

/// Scans that run without an open connection.
extension ScanClient {
    /// Sends a screenshot, and returns when the server has it.
    /// - Returns: the accepted scan. Its state is `done`, with the result, where the server answers at once.
    public func submit(
        image: Data, options: ScanOptions = ScanOptions()
    ) async throws(ClientError) -> ScanJob {
        try await submit(conversation: [image], options: options)
    }

    /// Sends several screenshots of a conversation, and returns when the server has them.
    /// - Parameter images: contents of 1 to `ScanForm.maxPictures` image files, in any order.
    /// - Returns: the accepted scan, as `submit(image:options:)` does.
    public func submit(
        conversation images: [Data], options: ScanOptions = ScanOptions()
    ) async throws(ClientError) -> ScanJob {
        var request = try Self.scanRequest(images, options)
        request.prefer = options.isBatch ? "respond-async; priority=batch" : "respond-async"
        request.successStatuses = [200, 202]
        let response = try await send(request)
        guard response.status == 200 else { return try decoded(response) }
        let result: ScanResponse = try decoded(response)
        return ScanJob(scanID: result.scanID, state: .done, percent: 100, result: result)
    }

    /// Follows a scan to its end, by the server's event stream or by asking for the state again and again.
    /// - Parameters:
    ///   - limit: time within which the scan must end.
    ///   - report: gets each state that the scan reaches, but `failed`.
    /// - Returns: the scan in the state `done` or `failed`.
    /// - Throws: `ClientError` with `.notFound` where the server doesn't know the scan, or no longer.
    package func end(
        of job: ScanJob, within limit: Duration, report: @escaping @Sendable (ScanJob) -> Void
    ) async throws(ClientError) -> ScanJob {
        try await JobFollower(
            client: self, id: job.scanID, interval: Self.pollingInterval, deadline: .now + limit,
            report: report
        ).last(after: job)
    }

    /// Time between two requests for a scan's state, where the server or a proxy before it has no event stream.
    public static let pollingInterval = Duration.milliseconds(200)

    /// Returns the state of a scan, with its result or its problem when it has ended. The server forgets it some minutes later.
    /// - Throws: `ClientError` with `.notFound` where the scan never was, was cancelled, or ended too long ago.
    public func job(_ scan: UUID) async throws(ClientError) -> ScanJob {
        try await decoded(APIRequest(path: "scans/\(scan.uuidString.lowercased())"))
    }

    /// Cancels a scan, and makes the server forget its result.
    /// - Throws: `ClientError` with `.notFound` where there is no such scan any more.
    public func cancelScan(_ scan: UUID) async throws(ClientError) {
        _ = try await send(
            APIRequest(
                method: "DELETE", path: "scans/\(scan.uuidString.lowercased())", successStatuses: [204]))
    }
}

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

/// Follows one asynchronous scan to its end: by the server's event stream, or where there is none, by asking for the state again and
/// again.
struct JobFollower {
    let client: ScanClient
    let id: UUID
    /// Time between two requests for the state.
    let interval: Duration
    let deadline: ContinuousClock.Instant
    let report: @Sendable (ScanJob) -> Void

    /// Times that a stream may break without an event before the state is asked for instead.
    private static let maxBreaks = 3
    /// Pause before a stream that broke is asked for again, where the server names none.
    private static let pause = Duration.seconds(1)

    private var path: String { "scans/\(id.uuidString.lowercased())" }

    /// Returns the job in its last state. States before it are reported; each is newer than the one before.
    func last(after first: ScanJob) async throws(ClientError) -> ScanJob {
        let progress = Lock(Progress(job: first))
        var breaks = 0
        while breaks < Self.maxBreaks {
            let before = progress.withLock { $0.parser.lastID }
            let isServed: Bool
            do throws(ClientError) {
                isServed = try await listen(after: before, progress)
            } catch {
                switch error.code {
                case .connectionLost, .unreachable, .connectTimeout: isServed = true
                default:
                    // Whatever status refused the stream, the request for the state tells what it means for the job.
                    guard error.status != nil else { throw error }
                    isServed = false
                }
            }
            let (job, now, retry) = progress.withLock { ($0.job, $0.parser.lastID, $0.parser.retry) }
            if job.state.isFinal { return job }
            guard isServed else { break }
            breaks = now == before ? breaks + 1 : 0
            try await sleep(retry ?? Self.pause)
        }
        return try await poll(after: progress.withLock { $0.job })
    }

    private struct Progress {
        var job: ScanJob
        var parser = EventStreamParser()
    }

    /// Reads the event stream until it ends or breaks.
    /// - Returns: false where the server has no stream for the job, or has sent its last event before.
    private func listen(
        after last: String, _ progress: Lock<Progress>
    ) async throws(ClientError) -> Bool {
        progress.withLock { $0.parser = EventStreamParser(lastID: $0.parser.lastID, retry: $0.parser.retry) }
        var request = APIRequest(
            path: path + "/events", accept: EventStreamParser.mediaType, successStatuses: [200, 204],
            retries: .never, deadline: deadline)
        request.lastEventID = last.isEmpty ? nil : last
        request.receiver = { [report] bytes in
            progress.withLock { progress in
                for event in progress.parser.feed(bytes) {
                    guard
                        let job = try? WireCoding.decoder().decode(ScanJob.self, from: Data(event.data.utf8)),
                        job != progress.job
                    else { continue }
                    progress.job = job
                    if job.state != .failed { report(job) }
                }
            }
        }
        let response = try await client.send(request)
        return response.status == 200 && response.contentType?.hasPrefix(EventStreamParser.mediaType) == true
    }

    private func poll(after first: ScanJob) async throws(ClientError) -> ScanJob {
        var job = first
        while true {
            let next: ScanJob = try await client.decoded(APIRequest(path: path, deadline: deadline))
            if next != job, next.state != .failed { report(next) }
            if next.state.isFinal { return next }
            job = next
            try await sleep(interval)
        }
    }

    private func sleep(_ time: Duration) async throws(ClientError) {
        guard ContinuousClock.now + time < deadline else {
            throw ClientError(.answerTimeout, context: client.configuration.server.host)
        }
        do { try await Task.sleep(for: time) } catch { throw ClientError(.cancelled) }
    }
}
