import Foundation
import Scanning
import Storage
import Synchronization
package import TypeSafeAPI

/// A change of a job's state, as its subscribers get it.
package struct JobEvent: Sendable, Equatable {
    /// Counts a job's events from 1, without gaps. `Last-Event-ID` holds this number.
    package let number: Int
    package let state: ScanJobState
    /// The job's state (`ScanJob`) at this event, as JSON on one line.
    package let json: [UInt8]

    init(_ job: ScanJob, number: Int) {
        self.number = number
        state = job.state
        // The wire types hold nothing that JSON can't express.
        json = (try? WireCoding.bytes(job)) ?? Array("{}".utf8)
    }

    init(number: Int, state: ScanJobState, json: [UInt8]) {
        (self.number, self.state, self.json) = (number, state, json)
    }

    /// Bytes of memory that an event takes: the length of its JSON, and an estimate for the rest.
    var bytes: Int { json.count + 64 }
}

extension ScanJob {
    /// Percent of the whole scan at which a stage begins. Reading takes nearly all the time, decoding and classifying take some
    /// milliseconds.
    private enum Percent {
        static let decoding = 5
        static let reading = 10...90
        static let classifying = 95
        static let done = 100
    }

    /// Returns the job after a step; nil where its percent would not grow. An image whose worker was lost is read again
    /// from its start, so its percent can fall behind.
    func advanced(by progress: ScanProgress) -> ScanJob? {
        var job = self
        switch progress {
        case .decoding:
            job.state = .decoding
            job.percent = Percent.decoding
        case .reading(let read, let total):
            job.state = .reading
            let span = Percent.reading.count - 1
            job.percent = Percent.reading.lowerBound + (total == 0 ? span : read * span / total)
            job.linesRead = read
            job.linesFound = total
        case .classifying:
            job.state = .classifying
            job.percent = Percent.classifying
        case .picture(let number, let count, let progress):
            // Each picture has the same share of the percents, and goes through all of them in it.
            guard let one = ScanJob(scanID: scanID).advanced(by: progress) else { return nil }
            let before = Percent.decoding * count + (number - 1) * (Percent.classifying - Percent.decoding)
            job = one
            job.percent = (before + one.percent - Percent.decoding) / count
        }
        return !state.isFinal && job.percent > percent ? job : nil
    }

    func ended(with result: Result<ScanResponse, Problem>) -> ScanJob {
        var job = self
        switch result {
        case .success(let response):
            job.state = .done
            job.percent = Percent.done
            job.result = response
        case .failure(let problem):
            job.state = .failed
            job.problem = problem
        }
        return job
    }
}

/// A job that ends without a result ends with problem details.
extension Problem: Error {}

/// Reasons for a job's end that don't come from its own work.
package enum JobInterruption: Sendable, Equatable {
    case deadlineExceeded(limit: Duration)
    case cancelled
    /// The server was stopped or restarted before the job ended.
    case restarted
}

/// Tells other servers how far a job is. Most scans are over before it has said anything: it tells of the latest step, a few times a
/// second where somebody follows, and else once a second for those who ask.
final class ProgressTeller: Sendable {
    private struct State {
        var job: ScanJob
        var isNew = false
    }

    private static let pause = Duration.milliseconds(250)
    private static let pauseUnfollowed = Duration.seconds(1)

    private let state: Mutex<State>

    /// - Parameter last: the last step that an earlier worker told of; the percent never falls behind it.
    init(_ id: UUID, after last: [UInt8]?) {
        let before = last.flatMap { JobEvent(progress: $0, number: 0) }
            .flatMap { try? WireCoding.decoder().decode(ScanJob.self, from: Data($0.json)) }
        state = Mutex(State(job: before ?? ScanJob(scanID: id)))
    }

    /// The job after the latest step.
    var job: ScanJob { state.withLock { $0.job } }

    func observe(_ progress: ScanProgress) {
        state.withLock { state in
            guard let job = state.job.advanced(by: progress) else { return }
            state.job = job
            state.isNew = true
        }
    }

    /// Tells of steps until it is cancelled. Steps that can't be told of are lost.
    func tell(_ records: JobRecords) async {
        var pause = Self.pause
        while (try? await Task.sleep(for: pause)) != nil {
            let job = state.withLock { state in
                defer { state.isNew = false }
                return state.isNew ? state.job : nil
            }
            guard let job else { continue }
            do throws(RedisError) {
                let isFollowed = try await records.report(JobEvent.progress(job), of: job.scanID)
                pause = isFollowed ? Self.pause : Self.pauseUnfollowed
            } catch {
                // The next step says as much.
            }
        }
    }
}
