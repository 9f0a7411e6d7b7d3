import SystemSupport
import Foundation
import Scanning
import Storage
import Synchronization
import TypeSafeAPI

/// Takes asynchronous scans that any server handed in, as many as it has free readers, and does them. It acknowledges each with its
/// outcome, so whatever happens to this process, another one does what it left.
package actor JobWorker {
    package struct Settings: Sendable {
        /// Pictures that are read at once.
        package var readers: Int
        /// Longest time that one picture may take. After twice of it without a sign of life, work is taken over.
        package var longestScan: Duration
    }

    /// Does a scan, and tells of its progress.
    typealias Work =
        @Sendable (_ order: ScanOrder, _ progress: @escaping ScanObserver) async -> Result<
            ScanResponse, Problem
        >

    private struct Run {
        let work: TakenWork
        var task: Task<Void, Never>?
        let since = ContinuousClock.now
    }

    /// Tries of a job that ended with its reader's or its worker's death. After them, it is a dead letter.
    private static let tries = 3
    /// Pauses after a failure of Redis: the first, and the longest, to which they double.
    private static let pauses = (first: Duration.milliseconds(100), longest: Duration.seconds(1))
    /// Weight of the latest job in the average time of jobs.
    private static let paceWeight = 0.1
    /// Part of the time for draining that is left for handing back.
    private static let handingBack = Duration.milliseconds(500)

    private let shared: SharedWork
    private let queue: WorkQueue
    private let work: Work
    private let settings: Settings
    private let answers: AnswerTexts
    private let problem: @Sendable (ServiceError) -> Problem
    private let observer: @Sendable (WorkEvent) -> Void
    /// What is being done, by the entry in its stream.
    private var runs: [String: Run] = [:]
    private var loops: [Task<Void, Never>] = []
    private var isStopping = false
    /// Wakes who waits for a free reader.
    private let freed = AutoResetEvent()
    /// Wakes who waits for the end of everything.
    private let emptied = AutoResetEvent()
    private let pace = Mutex<Duration?>(nil)
    /// The load, from which the room of a client in the stream follows.
    private let load = Mutex<WorkLoadWatch?>(nil)

    init(
        _ shared: SharedWork, settings: Settings, answers: AnswerTexts,
        problem: @escaping @Sendable (ServiceError) -> Problem,
        observer: @escaping @Sendable (WorkEvent) -> Void, work: @escaping Work
    ) {
        self.shared = shared
        queue = WorkQueue(shared.records)
        self.work = work
        self.settings = settings
        self.answers = answers
        self.problem = problem
        self.observer = observer
    }

    /// What the worker says of itself.
    nonisolated var facts: (name: String, facts: WorkerRoll.Facts) {
        (shared.name, WorkerRoll.Facts(readers: settings.readers, pace: pace.withLock { $0 }))
    }

    private var idle: Duration { settings.longestScan * 2 }

    // MARK: Life

    /// - Parameter load: tells how much there is to do.
    func start(_ load: WorkLoadWatch) {
        self.load.withLock { $0 = load }
        let subscriber = shared.subscriber
        loops = [
            Task { await takeOn() },
            Task {
                let returned = AutoResetEvent()
                let forwarding = Task {
                    for await _ in subscriber.signals(of: queue.returns) { returned.set() }
                }
                defer { forwarding.cancel() }
                while !Task.isCancelled {
                    await returned.wait(atMost: idle / 4)
                    await takeOver()
                }
            },
            Task {
                while (try? await Task.sleep(for: min(WorkerRoll.interval, idle / 4))) != nil { await keep() }
            },
            Task {
                for await _ in subscriber.signals(of: shared.records.cancellations) { await dropCancelled() }
            },
        ]
    }

    /// Takes no more, finishes what it has, and hands back what isn't finished within `grace`.
    package func drain(grace: Duration) async {
        isStopping = true
        let deadline = ContinuousClock.now + grace - min(grace, Self.handingBack)
        while !runs.isEmpty, ContinuousClock.now < deadline {
            await emptied.wait(atMost: ContinuousClock.now.duration(to: deadline))
        }
        for loop in loops.dropFirst() { loop.cancel() }
        let left = runs.values.compactMap(\.task)
        for task in left { task.cancel() }
        await loops.first?.value
        for task in left { await task.value }
        load.withLock { $0 }?.stop()
        let count = (try? await queue.handBackAll(as: shared.name)) ?? 0
        if count > 0 { observer(.handedBack(count)) }
    }

    // MARK: Taking

    private func takeOn() async {
        var pause = Self.pauses.first
        var isPrepared = false
        // Whether there was as much work as was asked for, so that there may be more. Then the first queue is asked before the second.
        var isBusy = true
        while !isStopping {
            let free = settings.readers - runs.count
            guard free > 0 else {
                await freed.wait(atMost: WorkerRoll.interval)
                continue
            }
            do throws(RedisError) {
                if !isPrepared { try await queue.prepare() }
                isPrepared = true
                let taken =
                    isBusy
                    ? try await queue.take(free, as: shared.name)
                    : try await queue.await(free, as: shared.name, on: shared.waiting)
                isBusy = taken.count >= free
                // What comes while this worker stops goes back with the rest.
                for work in taken where !isStopping { begin(work) }
                pause = Self.pauses.first
            } catch {
                // A Redis that was emptied doesn't know the groups.
                isPrepared = false
                try? await Task.sleep(for: pause)
                pause = min(pause * 2, Self.pauses.longest)
            }
        }
    }

    private func takeOver() async {
        let free = settings.readers - runs.count
        guard free > 0, !isStopping,
            let taken = try? await queue.takeOver(free, idle: idle, as: shared.name)
        else { return }
        for work in taken {
            if work.isTakenOver { observer(.takenOver(work.priority)) }
            begin(work)
        }
    }

    /// Says of what takes long that it is still being done.
    private func keep() async {
        let work = runs.values.map(\.work)
        if !work.isEmpty { try? await queue.keep(work, as: shared.name) }
    }

    private func dropCancelled() async {
        let running = runs.values.map(\.work.job)
        guard !running.isEmpty, let ended = try? await shared.records.ended(of: running) else { return }
        for run in runs.values where ended.contains(run.work.job) { run.task?.cancel() }
    }

    private func begin(_ work: TakenWork) {
        let key = "\(work.priority) \(work.entry)"
        // It may have been silent about its own work, as Redis was away.
        if runs[key] != nil { return }
        if work.deliveries == 1 { observer(.taken(work.priority)) }
        runs[key] = Run(work: work)
        runs[key]?.task = Task {
            let isToBeTriedAgain = await self.perform(work)
            // Before it is handed back, as it may come again at once.
            self.finish(key)
            if isToBeTriedAgain { await self.handBack(work) }
        }
    }

    private func finish(_ key: String) {
        if let run = runs.removeValue(forKey: key) {
            let time = run.since.duration(to: .now)
            pace.withLock { $0 = $0.map { $0 * (1 - Self.paceWeight) + time * Self.paceWeight } ?? time }
        }
        freed.set()
        emptied.set()
    }

    // MARK: Doing

    /// - Returns: whether the work failed here, and somebody shall try again.
    private func perform(_ work: TakenWork) async -> Bool {
        guard
            let material = await persistently({ () throws(RedisError) in
                try await shared.records.material(for: work)
            })
        else { return false }
        for (name, reading) in zip(work.readings, material.readings) {
            shared.readings.expect(reading, named: name)
        }
        defer { shared.readings.expectNothing(named: work.readings) }
        let owner = material.order.flatMap { JobRecord.decode(JobRecord.Order.self, $0)?.head.owner }
        if material.isEnded || material.order == nil {
            await acknowledge(work)
            return false
        }
        let teller = ProgressTeller(work.job, after: material.lastProgress)
        if work.deliveries > Self.tries {
            await bury(work, "its worker died \(Self.tries) times", teller, owner: owner)
            return false
        }
        guard let content = material.content else {
            let late = problem(.jobEnded(.deadlineExceeded(limit: shared.records.lifetimes.deadline)))
            await end(work, teller.job.ended(with: .failure(late)), owner: owner)
            return false
        }
        // Material of another version is left to a worker that knows it.
        guard
            let order = ScanOrder(
                work.job, content, priority: work.priority, answers: answers, rates: shared.rates)
        else {
            return false
        }
        let result = await run(order, teller)
        if case .failure(let problem) = result {
            if Task.isCancelled {
                // Either this worker stops, and the job goes back with the rest, or the job was cancelled and has its outcome.
                if !isStopping { await acknowledge(work) }
                return false
            }
            if problem.kind == .internalError {
                guard work.deliveries >= Self.tries else { return true }
                await bury(work, "its reader failed \(Self.tries) times", teller, owner: owner)
                return false
            }
        }
        await end(work, teller.job.ended(with: result), owner: owner)
        return false
    }

    /// Does a job within its time.
    private func run(_ order: ScanOrder, _ teller: ProgressTeller) async -> Result<ScanResponse, Problem> {
        let limit = shared.records.lifetimes.deadline
        let telling = Task { [records = shared.records] in await teller.tell(records) }
        let running = Task { [work] in await work(order) { teller.observe($0) } }
        let isLate = Atomic(false)
        let timer = Task {
            guard (try? await Task.sleep(for: limit)) != nil else { return }
            isLate.store(true, ordering: .relaxed)
            running.cancel()
        }
        let result = await withTaskCancellationHandler {
            await running.value
        } onCancel: {
            running.cancel()
        }
        timer.cancel()
        telling.cancel()
        await telling.value
        guard isLate.load(ordering: .relaxed), case .failure = result else { return result }
        return .failure(problem(.jobEnded(.deadlineExceeded(limit: limit))))
    }

    private func end(_ work: TakenWork, _ job: ScanJob, owner: String?) async {
        let outcome = JobRecord.encode(
            JobRecord.Outcome(owner: owner, state: job.state),
            [JobEvent(job, number: Job.lastNumber).json])
        await acknowledge(work, with: outcome)
    }

    private func bury(_ work: TakenWork, _ reason: String, _ teller: ProgressTeller, owner: String?) async {
        observer(.buried(work))
        _ = await persistently { () throws(RedisError) in try await queue.bury(work, reason: reason) }
        await end(work, teller.job.ended(with: .failure(problem(.scan(.workerDied)))), owner: owner)
    }

    private func handBack(_ work: TakenWork) async {
        observer(.handedBack(1))
        _ = await persistently { () throws(RedisError) in try await queue.handBack(work) }
    }

    /// - Parameter outcome: nil where the job has one.
    private func acknowledge(_ work: TakenWork, with outcome: [UInt8]? = nil) async {
        let load = load.withLock { $0 }?.latest ?? WorkLoad()
        _ = await persistently { () throws(RedisError) in
            try await queue.end(work, with: outcome, load: load)
        }
    }

    /// Does a step on Redis, again and again while it is away, for as long as the job lives. What can't be done then, another worker
    /// takes over.
    private func persistently<Value: Sendable>(
        _ step: () async throws(RedisError) -> Value
    ) async -> Value? {
        let deadline = ContinuousClock.now + shared.records.lifetimes.deadline
        var pause = Self.pauses.first
        while true {
            do throws(RedisError) { return try await step() } catch {
                guard error.isPassing, ContinuousClock.now < deadline, !isStopping || runs.count > 0 else {
                    return nil
                }
            }
            // A drain that cancels ends the waiting.
            if (try? await Task.sleep(for: pause)) == nil { return nil }
            pause = min(pause * 2, Self.pauses.longest)
        }
    }
}
