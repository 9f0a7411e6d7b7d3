package import Concurrency
import OCR
package import ProcessControl
import TextAnalysis

/// Lends workers to scans, one worker to one scan, round robin between clients. The queue is bounded in length and in time. A
/// reading that takes long gives its worker up to a client that has none. A worker whose process was lost is warmed up again before
/// anybody gets it, and one that nobody needs reads some lines of another's image.
package actor WorkerPool {
    package struct Limits: Sendable {
        /// The number of scans that may wait for a worker. 32 screenshots take two cores 2.3 s.
        package var queueLength = 32
        package var queueAge = Duration.seconds(5)

        package init() {}
    }

    package struct Counts: Sendable, Equatable {
        /// The number of workers that are reading or ready to read.
        package var alive = 0
        package var busy = 0
        /// The number of scans that wait for a worker.
        package var waiting = 0
        /// The number of worker processes that were started to replace others.
        package var restarted = 0
        /// The number of images whose lines were read by two workers.
        package var shared = 0
    }

    private struct Run {
        let client: ClientID
        let begun: ContinuousClock.Instant
        /// The time from which the worker may be called back.
        let mayEnd: ContinuousClock.Instant
        let task: Task<Result<Reading, ScanError>, Never>
        var isCalledBack = false
    }

    /// The shortest time for which a reading keeps its worker, whoever waits. Most screenshots are read by then.
    private static let leastSlice = Duration.milliseconds(500)
    /// How often the time doubles, once for each time that an image's reading was ended, so that a dear one is read at last.
    private static let maxDoublings = 4
    /// The factor by which one reading changes the usual time. Small, so that only many readings change it.
    private static let drift = 1.05

    /// How often idle workers are checked: the longest time for which one that died is not replaced.
    private static let inspectionInterval = Duration.seconds(1)
    /// The pause after a failed attempt to start a worker. It doubles after each further failure: at first it is about as long
    /// as a start takes, and it stays short enough that a repaired installation is noticed soon.
    private static let firstPause = Duration.milliseconds(100)
    private static let longestPause = Duration.seconds(10)

    private let clients: [WorkerClient]
    private let lender: FairLender<ClientID, WorkerClient>
    private var runs: [UInt64: Run] = [:]
    private var nextRun: UInt64 = 0
    /// The number of workers that are being started, so that the lender doesn't have them.
    private var starting: Int
    private var shared = 0
    /// The median of the times that readings took, approximately. Few dear images don't change it much.
    private var usualTime = Duration.milliseconds(200)
    /// The number of workers whose last start failed.
    private var failing = 0
    private var isWarm = false
    private var isStopped = false
    private var inspection: Task<Void, Never>?

    package init(clients: [WorkerClient], limits: Limits) {
        self.clients = clients
        starting = clients.count
        lender = FairLender([], queueLength: limits.queueLength, patience: limits.queueAge)
    }

    deinit {
        inspection?.cancel()
    }

    /// Whether scans are accepted: all workers have been warm once, and not all of them fail to start now.
    package var isReady: Bool { isWarm && !isStopped && failing < clients.count }

    /// Throws the error with which a client's image that comes now would be refused.
    package func checkRoom(for client: ClientID) throws(ScanError) {
        guard isReady else { throw .notReady }
        guard lender.hasRoom(for: client) else { throw .busy }
    }

    package var counts: Counts {
        Counts(
            alive: clients.count - starting, busy: clients.count - starting - lender.idle,
            waiting: lender.waiting,
            restarted: clients.reduce(0) { $0 + max(0, $1.starts - 1) }, shared: shared)
    }

    /// What holds each worker, should an image take it over; nil before the first is ready.
    package nonisolated var protections: WorkerProtections? {
        let all = clients.compactMap(\.protections)
        return all.first.map { all.dropFirst().reduce($0) { $0.intersection($1) } }
    }

    package nonisolated var processIDs: [Int32] { clients.compactMap(\.processID) }

    /// The number of bytes of memory that all worker processes use.
    package nonisolated var residentBytes: Int {
        processIDs.reduce(0) { $0 + (ProcessStatistics.residentBytes(of: $1) ?? 0) }
    }

    package func warmUp() async throws(WorkerTermination) {
        guard !isWarm else { return }
        let results = await withTaskGroup(of: Result<Void, WorkerTermination>.self) { group in
            for client in clients {
                group.addTask {
                    do throws(WorkerTermination) {
                        return .success(try await client.warmUp())
                    } catch {
                        return .failure(error)
                    }
                }
            }
            var results: [Result<Void, WorkerTermination>] = []
            for await result in group { results.append(result) }
            return results
        }
        for result in results { try result.get() }
        isWarm = true
        for client in clients { put(client) }
        inspection = Task { [weak self] in
            while (try? await Task.sleep(for: Self.inspectionInterval)) != nil, let self {
                await self.inspect()
            }
        }
    }

    /// Reads an image with the next free worker.
    /// - Parameters:
    /// - languages: Tesseract names of installed languages; none to start with the default ones and detect others.
    /// - timeLimit: the longest time for decoding and recognition together, without the wait for a worker.
    /// - account: for whom the image is read.
    package func read(
        _ image: [UInt8], languages: [String], timeLimit: Duration, for account: ScanAccount,
        progress: ScanObserver? = nil
    ) async throws(ScanError) -> Reading {
        guard isReady else { throw .notReady }
        let asked = ContinuousClock.now
        var doublings = 0
        while true {
            let worker = try await borrow(for: account.client, isAgain: doublings > 0)
            let begun = ContinuousClock.now
            progress?(.decoding)
            let task = Task {
                await read(
                    image, languages: languages, timeLimit: timeLimit, for: account, with: worker,
                    progress: progress)
            }
            let run = nextRun
            nextRun += 1
            runs[run] = Run(
                client: account.client, begun: begun, mayEnd: begun + slice * (1 << doublings), task: task)
            let result = await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }
            let isCalledBack = runs.removeValue(forKey: run)?.isCalledBack == true
            giveBack(worker)
            if isCalledBack, result == .failure(.cancelled), !Task.isCancelled {
                doublings = min(doublings + 1, Self.maxDoublings)
                continue
            }
            var reading = try result.get()
            usualTime = begun.duration(to: .now) > usualTime ? usualTime * Self.drift : usualTime / Self.drift
            reading.queueing = asked.duration(to: begun)
            return reading
        }
    }

    private func read(
        _ image: [UInt8], languages: [String], timeLimit: Duration, for account: ScanAccount,
        with worker: WorkerClient, progress: ScanObserver?
    ) async -> Result<Reading, ScanError> {
        let meter = WorkerMeter(worker)
        defer { account.charge(meter.used) }
        let deadline = ContinuousClock.now + timeLimit
        do throws(ScanError) {
            return .success(
                try await worker.read(
                    image, languages: languages, timeLimit: timeLimit, progress: progress
                ) { strips, answer in
                    Task {
                        answer(await self.read(strips, languages: languages, by: deadline, for: account))
                    }
                })
        } catch {
            return .failure(error)
        }
    }

    /// Reads lines of an image with an idle worker; nil if there is none.
    private func read(
        _ strips: [LineStrip], languages: [String], by deadline: ContinuousClock.Instant,
        for account: ScanAccount
    ) async -> [[Transcript.Word]]? {
        guard !isStopped, let client = lender.borrowIdle() else { return nil }
        guard client.isWarm else {
            revive(client)
            return nil
        }
        let meter = WorkerMeter(client)
        defer {
            account.charge(meter.used)
            giveBack(client)
        }
        let readings = await client.read(
            strips, languages: languages, timeLimit: ContinuousClock.now.duration(to: deadline))
        if readings != nil { shared += 1 }
        return readings
    }

    /// Refuses the scans that wait, ends those that run, and ends all workers.
    package func stop() async {
        isStopped = true
        inspection?.cancel()
        lender.close()
        await withTaskGroup { group in
            for client in clients { group.addTask { await client.stop() } }
        }
    }

    // MARK: Lending

    /// - Parameter isAgain: whether the image's reading was ended for another client's. It doesn't end another one in turn.
    private func borrow(for client: ClientID, isAgain: Bool) async throws(ScanError) -> WorkerClient {
        while true {
            if !isAgain { try checkRoom(for: client) }
            let reminder = lender.idle > 0 || isAgain ? nil : callingBack(for: client)
            defer { reminder?.cancel() }
            switch await lender.borrow(for: client, isAgain: isAgain) {
            case .success(let worker) where worker.isWarm: return worker
            case .success(let worker): revive(worker)
            case .failure(.cancelled): throw .cancelled
            case .failure(.closed): throw .notReady
            case .failure(.full), .failure(.tooLong): throw .busy
            }
        }
    }

    private func giveBack(_ client: WorkerClient) {
        if client.isWarm { lender.giveBack(client) } else { revive(client) }
    }

    /// How long a reading keeps its worker: twice what readings usually take.
    private var slice: Duration { max(Self.leastSlice, usualTime * 2) }

    /// Starts a task that calls workers back for a client, until it is cancelled.
    private func callingBack(for client: ClientID) -> Task<Void, Never> {
        Task { [weak self, slice] in
            while (try? await Task.sleep(for: slice)) != nil, let self { await self.callBack(for: client) }
        }
    }

    /// Ends a reading, so that a client without a worker gets one. The image is read again when its client has its turn. It is the
    /// youngest of the client that has most; a client's only one may go on for longer each time.
    private func callBack(for client: ClientID) {
        // A worker that is about to come is enough.
        let isAwaited = starting > 0 || runs.values.contains { $0.isCalledBack }
        guard !isAwaited, !runs.values.contains(where: { $0.client == client }) else { return }
        let held = Dictionary(grouping: runs.values, by: \.client).mapValues(\.count)
        func share(_ run: Run) -> Int { held[run.client] ?? 0 }
        let now = ContinuousClock.now
        let longRuns = runs.filter { _, run in
            (share(run) > 1 ? run.begun + slice : run.mayEnd) <= now
        }
        let chosen = longRuns.max { (share($0.value), $0.value.begun) < (share($1.value), $1.value.begun) }
        guard let chosen else { return }
        runs[chosen.key]?.isCalledBack = true
        chosen.value.task.cancel()
    }

    // MARK: Replacing

    private func inspect() {
        let inspected = (0..<lender.idle).compactMap { _ in lender.borrowIdle() }
        for client in inspected { giveBack(client) }
    }

    private func revive(_ client: WorkerClient) {
        starting += 1
        Task { await warmAgain(client) }
    }

    private func warmAgain(_ client: WorkerClient) async {
        var pause = Self.firstPause
        var isFailing = false
        while !isStopped {
            if (try? await client.warmUp()) != nil { break }
            if !isFailing { failing += 1 }
            isFailing = true
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, Self.longestPause)
        }
        if isFailing { failing -= 1 }
        if isStopped { return }
        put(client)
    }

    private func put(_ client: WorkerClient) {
        starting -= 1
        lender.giveBack(client)
    }
}
