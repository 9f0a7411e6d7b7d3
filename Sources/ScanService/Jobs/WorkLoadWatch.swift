import SystemSupport
import Storage
import Synchronization

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
