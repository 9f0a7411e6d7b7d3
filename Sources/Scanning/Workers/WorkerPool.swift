package import SystemSupport
import OCR
package import Redaction
import TextAnalysis

/// Lends workers to scans, one worker to one scan, round robin between clients. The queue is bounded in length and in time. A
/// reading that takes long is paused for a client that has none: a spare worker takes its place, until it is the reading's turn
/// again. A worker whose process was lost is warmed up again before anybody gets it, and one that nobody needs reads some lines of
/// another's image.
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
        let worker: WorkerClient
        let cancel: @Sendable () -> Void
        /// When the reading began, or went on after its last pause.
        var since = ContinuousClock.now
        /// Waits for the reading's next turn while it is paused.
        var pause: Task<Void, Never>?
        var wasPaused = false
        /// Whether its next turn came too late.
        var isGivenUp = false
    }

    /// How long a client's only reading goes on before it may be paused. Most screenshots are read by then.
    private static let slice = Duration.milliseconds(250)

    /// How often idle workers are checked: the longest time for which one that died is not replaced.
    private static let inspectionInterval = Duration.seconds(1)
    /// The pause after a failed attempt to start a worker. It doubles after each further failure: at first it is about as long
    /// as a start takes, and it stays short enough that a repaired installation is noticed soon.
    private static let firstPause = Duration.milliseconds(100)
    private static let longestPause = Duration.seconds(10)

    /// The workers that are lent from the start.
    private let clients: [WorkerClient]
    /// Workers for the places of readings that are paused: one for each place, and one so that as many paused readings take turns.
    /// They start when they are first needed.
    private let substitutes: [WorkerClient]
    /// The substitutes, or workers in place of which these are lent, that are not in use.
    private var spares: [WorkerClient]
    private let lender: FairLender<ClientID, WorkerClient>
    private var runs: [UInt64: Run] = [:]
    private var nextRun: UInt64 = 0
    /// The number of workers that are being started, so that the lender doesn't have them.
    private var starting: Int
    private var shared = 0
    /// The number of workers whose last start failed.
    private var failing = 0
    private var isWarm = false
    private var isStopped = false
    private var inspection: Task<Void, Never>?

    /// - Parameter count: the number of images that are read at once.
    package init(count: Int, settings: WorkerClient.Settings, limits: Limits) {
        clients = (0..<count).map { WorkerClient(index: $0, settings: settings) }
        substitutes = (count...count * 2).map { WorkerClient(index: $0, settings: settings) }
        spares = substitutes
        starting = count
        lender = FairLender([], queueLength: limits.queueLength, patience: limits.queueAge)
    }

    deinit {
        inspection?.cancel()
    }

    private nonisolated var all: [WorkerClient] { clients + substitutes }

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
            restarted: all.reduce(0) { $0 + max(0, $1.starts - 1) }, shared: shared)
    }

    /// What holds each worker, should an image take it over; nil before the first is ready.
    package nonisolated var protections: WorkerProtections? {
        let known = all.compactMap(\.protections)
        return known.first.map { known.dropFirst().reduce($0) { $0.intersection($1) } }
    }

    package nonisolated var processIDs: [Int32] { all.compactMap(\.processID) }

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
        starting = 0
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
        let (answer, queueing) = try await withWorker(timeLimit, for: account) { worker in
            progress?(.decoding)
            return await self.read(
                image, languages: languages, timeLimit: timeLimit, for: account, with: worker,
                progress: progress)
        }
        var reading = answer
        reading.queueing = queueing
        return reading
    }

    /// Covers an image with the next free worker.
    /// - Parameter timeLimit: the longest time for that, without the wait for a worker.
    package func redact(
        _ image: [UInt8], _ plan: RedactionPlan, timeLimit: Duration, for account: ScanAccount
    ) async throws(ScanError) -> RedactedPicture {
        try await withWorker(timeLimit, for: account) { worker in
            let meter = WorkerMeter(worker)
            defer { account.charge(meter.used) }
            do throws(ScanError) {
                return .success(try await worker.redact(image, plan, timeLimit: timeLimit))
            } catch {
                return .failure(error)
            }
        }.answer
    }

    /// Lends the next free worker to some work on an image, which is paused while it is others' turn.
    /// - Returns: what the work gave, and how long it waited for the worker.
    private func withWorker<Answer: Sendable & Equatable>(
        _ timeLimit: Duration, for account: ScanAccount,
        _ work: @escaping @Sendable (WorkerClient) async -> Result<Answer, ScanError>
    ) async throws(ScanError) -> (answer: Answer, queueing: Duration) {
        guard isReady else { throw .notReady }
        let asked = ContinuousClock.now
        let worker = try await borrow(for: account.client)
        let begun = ContinuousClock.now
        let task = Task { await work(worker) }
        let number = nextRun
        nextRun += 1
        runs[number] = Run(client: account.client, worker: worker, cancel: { task.cancel() })
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        let run = end(number)
        // Pauses count towards the time limit, so the image may well be read within it at another time.
        if let run, run.isGivenUp || run.wasPaused && result == .failure(.deadlineExceeded(limit: timeLimit))
        {
            throw .busy
        }
        return (try result.get(), asked.duration(to: begun))
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
            put(client)
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
            for client in all { group.addTask { await client.stop() } }
        }
    }

    // MARK: Lending

    private func borrow(for client: ClientID) async throws(ScanError) -> WorkerClient {
        while true {
            try checkRoom(for: client)
            let lent = await lender.borrow(for: client, onWait: makingRoom(for: client))
            switch lent {
            case .success(let worker) where worker.isWarm: return worker
            case .success(let worker): giveBack(worker, of: client)
            case .failure(.cancelled): throw .cancelled
            case .failure(.closed): throw .notReady
            case .failure(.full), .failure(.tooLong): throw .busy
            }
        }
    }

    private func giveBack(_ worker: WorkerClient, of client: ClientID) {
        lender.release(client)
        put(worker)
    }

    /// Lends a worker that no client holds, when it can read.
    private func put(_ worker: WorkerClient) {
        if worker.isWarm { lender.add(worker) } else { revive(worker) }
    }

    // MARK: Pausing

    private nonisolated func makingRoom(for client: ClientID) -> @Sendable () -> Void {
        { [weak self] in Task { await self?.makeRoom(for: client) } }
    }

    /// Pauses a reading for a client that waits and has no place, as soon as one may be paused.
    private func makeRoom(for client: ClientID) async {
        while lender.isLacking(client) {
            if longestRun != nil, let index = spares.firstIndex(where: \.isWarm) ?? spares.indices.last {
                let spare = spares.remove(at: index)
                let isWarm = (try? await spare.warmUp()) != nil
                if isWarm, lender.isLacking(client), let run = longestRun {
                    pause(run, for: spare)
                } else {
                    spares.append(spare)
                }
            }
            guard (try? await Task.sleep(for: Self.slice)) != nil else { return }
        }
    }

    /// The reading that gives its place to a client without one: of the client that has most, the one that has been going on for
    /// longest. A client's only one has its slice first.
    private var longestRun: UInt64? {
        let running = runs.filter { $0.value.pause == nil }
        let held = Dictionary(grouping: running.values, by: \.client).mapValues(\.count)
        func share(_ run: Run) -> Int { held[run.client] ?? 0 }
        let latest = ContinuousClock.now - Self.slice
        return running.filter { share($0.value) > 1 || $0.value.since <= latest }
            .max { (share($0.value), $1.value.since) < (share($1.value), $0.value.since) }?.key
    }

    private func pause(_ number: UInt64, for spare: WorkerClient) {
        guard let run = runs[number] else { return }
        run.worker.pause()
        runs[number]?.wasPaused = true
        runs[number]?.pause = Task { await goOn(number, of: run.client) }
        lender.release(run.client)
        lender.add(spare)
    }

    /// Lets a paused reading go on when it is its client's turn.
    private func goOn(_ number: UInt64, of client: ClientID) async {
        let lent = await lender.borrow(for: client, isAgain: true, onWait: makingRoom(for: client))
        guard let run = runs[number] else {
            // The reading has ended meanwhile.
            if case .success(let worker) = lent { giveBack(worker, of: client) }
            return
        }
        switch lent {
        case .success(let worker):
            // The reading has a worker. Only the place is lent.
            spares.append(worker)
            runs[number]?.pause = nil
            runs[number]?.since = .now
            run.worker.goOn()
        case .failure:
            runs[number]?.isGivenUp = true
            run.cancel()
        }
    }

    /// Takes the worker of a reading that has ended. A paused one has given its place up already.
    private func end(_ number: UInt64) -> Run? {
        guard let run = runs.removeValue(forKey: number) else { return nil }
        if let pause = run.pause {
            pause.cancel()
            // It may have been stopped when it had just answered.
            run.worker.goOn()
            spares.append(run.worker)
        } else {
            giveBack(run.worker, of: run.client)
        }
        return run
    }

    // MARK: Replacing

    private func inspect() {
        let inspected = (0..<lender.idle).compactMap { _ in lender.borrowIdle() }
        for client in inspected { put(client) }
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
        starting -= 1
        lender.add(client)
    }
}
