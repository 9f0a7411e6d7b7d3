import Logging
import Storage

extension ScanService {
    /// Makes what tells followers; nothing where there can be none.
    static func makeFollowing(
        _ options: FollowerOptions?, _ jobs: any ScanJobs, _ results: ResultRecorder, _ answers: AnswerTexts,
        _ metrics: ServiceMetrics, _ logger: Logger
    ) -> (ScanFollowing?, PushDispatcher?) {
        guard let options else { return (nil, nil) }
        let dispatcher = PushDispatcher(options) { result, follower in
            metrics.push(result)
            // The address stays out of the log, and so does the id, by which nobody finds anything there.
            if result != .delivered {
                logger.info("push \(result.rawValue)", metadata: ["carrier": "\(follower.carrier)"])
            }
        }
        metrics.beforeScrape { metrics in
            guard let waiting = try? await options.store.waitingPushes() else { return }
            metrics.pushes(waiting: waiting)
        }
        let following = ScanFollowing(
            options, writer: PushWriter(answers: answers), jobs: jobs,
            results: results.keepsResults ? results.store : nil, dispatcher: dispatcher)
        return (following, dispatcher)
    }
}
