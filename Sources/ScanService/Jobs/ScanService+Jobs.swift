import Logging
import Scanning
import Storage
import TypeSafeAPI

extension ScanService {
    /// Makes what does asynchronous scans: this process, or all servers that share a Redis.
    static func makeJobs(
        _ options: JobOptions, _ runner: ScanRunner, _ answers: AnswerTexts, _ metrics: ServiceMetrics,
        _ logger: Logger, _ problem: @escaping @Sendable (ServiceError) -> Problem
    ) -> (any ScanJobs, JobWorker?, WorkLoadWatch?) {
        let interruption: @Sendable (JobInterruption) -> Problem = { problem(.jobEnded($0)) }
        guard let shared = options.shared else {
            let registry = JobRegistry(limits: options.jobs, store: options.store, problem: interruption)
            return (OwnJobs(registry: registry, runner: runner), nil, nil)
        }
        var worker: JobWorker?
        if options.role.takesWork {
            let settings = JobWorker.Settings(
                readers: options.jobs.running, longestScan: options.longestScan)
            worker = JobWorker(
                shared, settings: settings, answers: answers, problem: problem,
                observer: { event in
                    metrics.record(event)
                    guard case .buried(let work) = event else { return }
                    logger.warning(
                        "a scan killed every reader that tried it; it is a dead letter",
                        metadata: ["scan": "\(work.job)", "tries": "\(work.deliveries)"])
                },
                work: { order, progress in
                    await runner.run(order, patience: options.jobs.deadline, progress: progress)
                })
        }
        let load = WorkLoadWatch(shared.records, of: worker)
        metrics.beforeScrape { metrics in metrics.record(load.latest) }
        let jobs = SharedJobs(
            shared, load: load, limits: options.jobs,
            readingNames: { [readings = runner.pipeline.readings] scan in
                readings.sharedKeys(of: scan).map { shared.readings.name($0) }
            }, problem: interruption)
        return (jobs, worker, load)
    }
}

extension ServiceMetrics {
    fileprivate func record(_ event: WorkEvent) {
        switch event {
        case .taken(let priority): workTaken(from: priority.rawValue)
        case .takenOver(let priority): workTakenOver(from: priority.rawValue)
        case .handedBack(let count): workHandedBack(count)
        case .buried: workBuried()
        }
    }

    /// - Parameter load: nil while Redis can't be reached; the gauges stay as they are.
    fileprivate func record(_ load: WorkLoad?) {
        guard let load else { return }
        sharedWork(workers: load.workers, readers: load.readers)
        for (priority, queue) in load.queues {
            sharedQueue(priority.rawValue, waiting: queue.waiting, taken: queue.taken)
        }
    }
}
