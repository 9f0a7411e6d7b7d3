import OCR
package import ProcessControl
import TextAnalysis

/// Lends workers to scans, one worker to one scan, first come first served. The queue is bounded in length and in time. A worker
/// whose process was lost is warmed up again before anybody gets it, and one that nobody needs reads some lines of another's image.
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

    private struct Waiter {
        let id: UInt64
        let since: ContinuousClock.Instant
        let continuation: CheckedContinuation<Result<WorkerClient, ScanError>, Never>
    }

    /// How often idle workers are checked: the longest time for which one that died is not replaced.
    private static let inspectionInterval = Duration.seconds(1)
    /// The pause after a failed attempt to start a worker. It doubles after each further failure: at first it is about as long
    /// as a start takes, and it stays short enough that a repaired installation is noticed soon.
    private static let firstPause = Duration.milliseconds(100)
    private static let longestPause = Duration.seconds(10)

    private let clients: [WorkerClient]
    private let limits: Limits
    private var idle: [WorkerClient] = []
    private var waiters: [Waiter] = []
    private var nextID: UInt64 = 0
    private var busy = 0
    private var shared = 0
    /// The number of workers whose last start failed.
    private var failing = 0
    private var isWarm = false
    private var isStopped = false
    private var inspection: Task<Void, Never>?
    private var expiry: Task<Void, Never>?

    package init(clients: [WorkerClient], limits: Limits) {
        self.clients = clients
        self.limits = limits
    }

    deinit {
        inspection?.cancel()
        expiry?.cancel()
    }

    /// Whether scans are accepted: all workers have been warm once, and not all of them fail to start now.
    package var isReady: Bool { isWarm && !isStopped && failing < clients.count }

    /// Throws the error with which an image that comes now would be refused.
    package func checkRoom() throws(ScanError) {
        guard isReady else { throw .notReady }
        if idle.isEmpty, waiters.count >= limits.queueLength { throw .busy }
    }

    package var counts: Counts {
        Counts(
            alive: idle.count + busy, busy: busy, waiting: waiters.count,
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
    package func read(
        _ image: [UInt8], languages: [String], timeLimit: Duration, progress: ScanObserver? = nil
    ) async throws(ScanError) -> Reading {
        guard isReady else { throw .notReady }
        let asked = ContinuousClock.now
        let client = try await borrow()
        defer { giveBack(client) }
        progress?(.decoding)
        let begun = ContinuousClock.now
        let deadline = begun + timeLimit
        var reading = try await client.read(
            image, languages: languages, timeLimit: timeLimit, progress: progress
        ) { strips, answer in
            Task { answer(await self.read(strips, languages: languages, by: deadline)) }
        }
        reading.queueing = asked.duration(to: begun)
        return reading
    }

    /// Reads lines of an image with an idle worker; nil if there is none.
    private func read(
        _ strips: [LineStrip], languages: [String], by deadline: ContinuousClock.Instant
    ) async -> [[Transcript.Word]]? {
        guard waiters.isEmpty, !isStopped, let client = idle.popLast() else { return nil }
        guard client.isWarm else {
            revive(client)
            return nil
        }
        busy += 1
        defer { giveBack(client) }
        let readings = await client.read(
            strips, languages: languages, timeLimit: ContinuousClock.now.duration(to: deadline))
        if readings != nil { shared += 1 }
        return readings
    }

    /// Refuses the scans that wait, ends those that run, and ends all workers.
    package func stop() async {
        isStopped = true
        inspection?.cancel()
        for waiter in waiters { waiter.continuation.resume(returning: .failure(.notReady)) }
        waiters = []
        await withTaskGroup { group in
            for client in clients { group.addTask { await client.stop() } }
        }
    }

    // MARK: Lending

    private func borrow() async throws(ScanError) -> WorkerClient {
        while let client = idle.popLast() {
            if client.isWarm {
                busy += 1
                return client
            }
            revive(client)
        }
        try checkRoom()
        let id = nextID
        nextID += 1
        let result: Result<WorkerClient, ScanError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled { return continuation.resume(returning: .failure(.cancelled)) }
                waiters.append(Waiter(id: id, since: .now, continuation: continuation))
                expireWaiters()
            }
        } onCancel: {
            Task { await self.abandon(id) }
        }
        return try result.get()
    }

    private func giveBack(_ client: WorkerClient) {
        busy -= 1
        if client.isWarm { put(client) } else { revive(client) }
    }

    private func put(_ client: WorkerClient) {
        if waiters.isEmpty {
            idle.append(client)
        } else {
            busy += 1
            waiters.removeFirst().continuation.resume(returning: .success(client))
        }
    }

    /// Removes a waiting scan from the queue after it was cancelled.
    private func abandon(_ id: UInt64) {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return }
        waiters.remove(at: index).continuation.resume(returning: .failure(.cancelled))
    }

    /// Starts the task that refuses scans which wait too long. The oldest scan comes first, so one task is enough for all.
    private func expireWaiters() {
        guard expiry == nil, let oldest = waiters.first else { return }
        let due = oldest.since + limits.queueAge
        expiry = Task { [weak self] in
            try? await Task.sleep(until: due)
            await self?.refuseOverdue()
        }
    }

    private func refuseOverdue() {
        let now = ContinuousClock.now
        while let oldest = waiters.first, oldest.since + limits.queueAge <= now {
            waiters.removeFirst().continuation.resume(returning: .failure(.busy))
        }
        expiry = nil
        expireWaiters()
    }

    // MARK: Replacing

    private func inspect() {
        let inspected = idle
        idle = []
        for client in inspected { if client.isWarm { idle.append(client) } else { revive(client) } }
    }

    private func revive(_ client: WorkerClient) {
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
}
