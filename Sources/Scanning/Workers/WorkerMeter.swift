import SystemSupport

/// Measures the processor time that a worker's process uses from now on.
struct WorkerMeter {
    private let worker: WorkerClient
    private let process: Int32?
    private let before: Duration?
    private let started = ContinuousClock.now

    init(_ worker: WorkerClient) {
        self.worker = worker
        process = worker.processID
        before = process.flatMap { ProcessStatistics.processorTime(of: $0) }
    }

    /// The processor time; the time that has passed where the process was lost or replaced, as the kernel no longer tells then.
    var used: Duration {
        guard let process, let before, worker.processID == process,
            let now = ProcessStatistics.processorTime(of: process)
        else { return started.duration(to: .now) }
        return now - before
    }
}
