import Foundation
import Scanning
import Storage
import Synchronization
import TypeSafeAPI

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
