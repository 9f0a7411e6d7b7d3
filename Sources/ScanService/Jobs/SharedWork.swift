package import Storage
import Synchronization
import SystemSupport

/// What servers of one Redis share of asynchronous scans, and this server's part in it.
package struct SharedWork: Sendable {
    package let records: JobRecords
    /// Waits for work, and does nothing else.
    package let waiting: RedisClient
    package let subscriber: RedisSubscriber
    /// Charged for processor time of the work.
    package let rates: RateStore
    /// Told of readings that came with the work.
    package let readings: ReadingStore
    /// Names this process among the workers.
    package let name: String

    package init(
        records: JobRecords, waiting: RedisClient, subscriber: RedisSubscriber, rates: RateStore,
        readings: ReadingStore, name: String
    ) {
        self.records = records
        self.waiting = waiting
        self.subscriber = subscriber
        self.rates = rates
        self.readings = readings
        self.name = name
    }
}

/// What a server does of all that there is to do.
package enum ServerRole: String, Sendable, CaseIterable {
    case all
    /// Takes requests, and does asynchronous scans no further than handing them in.
    case front
    /// Does asynchronous scans that others took, and serves only health and metrics.
    case worker

    package var takesRequests: Bool { self != .worker }
    package var takesWork: Bool { self != .front }
}

/// What happens to work that this server takes.
package enum WorkEvent: Sendable {
    case taken(JobPriority)
    case takenOver(JobPriority)
    case handedBack(Int)
    case buried(TakenWork)
}

/// Knows how much is to be done and by whom, not older than a few seconds. A server that takes work says with each reading that it
/// lives.
final class WorkLoadWatch: Sendable {
    private let roll: WorkerRoll
    /// The worker of this server; nil where it takes no work.
    private let worker: JobWorker?
    private let state = Mutex<WorkLoad?>(nil)
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ records: JobRecords, of worker: JobWorker?) {
        roll = WorkerRoll(records)
        self.worker = worker
    }

    /// Nil while Redis can't be reached.
    var latest: WorkLoad? { state.withLock { $0 } }

    func start() {
        task.withLock { task in
            task = Task { [weak self] in
                while let self, !Task.isCancelled {
                    _ = try? await self.read()
                    try? await Task.sleep(for: WorkerRoll.interval)
                }
            }
        }
    }

    func stop() { task.withLock { $0 }?.cancel() }

    /// The latest reading, or where there is none a new one.
    func current() async throws(RedisError) -> WorkLoad {
        if let latest { return latest }
        return try await read()
    }

    /// Counts a job that this server has handed in since the latest reading.
    func wasHandedIn(to priority: JobPriority) {
        state.withLock { $0?.queues[priority, default: WorkLoad.Queue()].unfinished += 1 }
    }

    @discardableResult
    private func read() async throws(RedisError) -> WorkLoad {
        do throws(RedisError) {
            let load = try await roll.load(as: worker?.facts)
            state.withLock { $0 = load }
            return load
        } catch {
            state.withLock { $0 = nil }
            throw error
        }
    }
}
