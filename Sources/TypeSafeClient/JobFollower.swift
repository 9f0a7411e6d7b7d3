import Foundation
import TypeSafeAPI

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
