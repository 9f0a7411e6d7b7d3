import OCR
import TextAnalysis

/// Lends readers, one scan each, first come first served; one that nobody needs helps another with its lines. The queue is
/// bounded in length and in age, and readers that were lost are warmed up again before anybody gets them.
package actor ReaderPool {
    package struct Limits: Sendable {
        /// Scans that may wait for a reader.
        package var queueLength: Int
        /// For how long each may.
        package var queueAge: Duration

        package init(queueLength: Int, queueAge: Duration) {
            self.queueLength = queueLength
            self.queueAge = queueAge
        }
    }

    /// How it stands.
    package struct Counts: Sendable, Equatable {
        /// Readers that are reading, or could.
        package var alive = 0
        package var busy = 0
        package var waiting = 0
        /// Readers started in the place of others.
        package var restarted = 0
        /// Pictures whose lines were read by two.
        package var helped = 0
    }

    private struct Waiter {
        let id: UInt64
        let since: ContinuousClock.Instant
        let continuation: CheckedContinuation<Result<any Reader, ReadingError>, Never>
    }

    /// How often idle readers are looked at: one may have died meanwhile.
    private static let inspectionInterval = Duration.seconds(1)
    /// Between attempts to start a reader that doesn't; doubled each time.
    private static let firstPause = Duration.milliseconds(100)
    private static let longestPause = Duration.seconds(10)

    private let readers: [any Reader]
    private let limits: Limits
    private var idle: [any Reader] = []
    private var waiters: [Waiter] = []
    private var nextID: UInt64 = 0
    private var busy = 0
    private var helped = 0
    /// Readers that couldn't be started at the last attempt.
    private var failing = 0
    private var isWarm = false
    private var isStopped = false
    private var inspection: Task<Void, Never>?
    private var expiry: Task<Void, Never>?

    package init(readers: [any Reader], limits: Limits) {
        self.readers = readers
        self.limits = limits
    }

    deinit {
        inspection?.cancel()
        expiry?.cancel()
    }

    /// Whether scans are taken: not before all readers were warm once, and not while none can be started.
    package var isReady: Bool { isWarm && !isStopped && failing < readers.count }

    /// Throws what a picture that came now would meet.
    package func checkRoom() throws(ReadingError) {
        guard isReady else { throw .notReady }
        if idle.isEmpty, waiters.count >= limits.queueLength { throw .busy }
    }

    package var counts: Counts {
        Counts(
            alive: idle.count + busy, busy: busy, waiting: waiters.count,
            restarted: readers.reduce(0) { $0 + max(0, $1.starts - 1) }, helped: helped)
    }

    /// Of the readers that have one now.
    package nonisolated var processIDs: [Int32] { readers.compactMap(\.processID) }

    /// Bytes of memory that their processes use.
    package nonisolated var residentBytes: Int {
        processIDs.reduce(0) { $0 + ProcessMemory.resident(of: $1) }
    }

    /// Starts all readers at once.
    package func warmUp() async throws(ReaderStartError) {
        guard !isWarm else { return }
        let results = await withTaskGroup(of: Result<Void, ReaderStartError>.self) { group in
            for reader in readers {
                group.addTask {
                    do throws(ReaderStartError) {
                        return .success(try await reader.warmUp())
                    } catch {
                        return .failure(error)
                    }
                }
            }
            var results: [Result<Void, ReaderStartError>] = []
            for await result in group { results.append(result) }
            return results
        }
        for result in results { try result.get() }
        isWarm = true
        for reader in readers { put(reader) }
        inspection = Task { [weak self] in
            while (try? await Task.sleep(for: Self.inspectionInterval)) != nil, let self {
                await self.inspect()
            }
        }
    }

    package func read(
        _ image: [UInt8], languages: [String], timeLimit: Duration, progress: ReadingObserver? = nil
    ) async throws(ReadingError) -> Reading {
        guard isReady else { throw .notReady }
        let asked = ContinuousClock.now
        let reader = try await borrow()
        defer { giveBack(reader) }
        progress?(.begun)
        let begun = ContinuousClock.now
        let deadline = begun + timeLimit
        var reading = try await reader.read(
            image, languages: languages, timeLimit: timeLimit, progress: progress
        ) { strips, answer in
            Task { answer(await self.help(with: strips, languages: languages, by: deadline)) }
        }
        reading.queueing = asked.duration(to: begun)
        return reading
    }

    /// By a reader that has nothing else to do and that nobody waits for; nil where there is none.
    private func help(
        with strips: [LineStrip], languages: [String], by deadline: ContinuousClock.Instant
    ) async -> [[Transcript.Word]]? {
        guard waiters.isEmpty, !isStopped, let reader = idle.popLast() else { return nil }
        guard reader.isWarm else {
            revive(reader)
            return nil
        }
        busy += 1
        defer { giveBack(reader) }
        let readings = await reader.read(
            strips, languages: languages, timeLimit: ContinuousClock.now.duration(to: deadline))
        if readings != nil { helped += 1 }
        return readings
    }

    /// Refuses what waits, ends what runs, and the readers.
    package func stop() async {
        isStopped = true
        inspection?.cancel()
        for waiter in waiters { waiter.continuation.resume(returning: .failure(.notReady)) }
        waiters = []
        await withTaskGroup { group in
            for reader in readers { group.addTask { await reader.stop() } }
        }
    }

    // MARK: Lending

    private func borrow() async throws(ReadingError) -> any Reader {
        while let reader = idle.popLast() {
            if reader.isWarm {
                busy += 1
                return reader
            }
            revive(reader)
        }
        guard waiters.count < limits.queueLength else { throw .busy }
        let id = nextID
        nextID += 1
        let result: Result<any Reader, ReadingError> = await withTaskCancellationHandler {
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

    private func giveBack(_ reader: any Reader) {
        busy -= 1
        if reader.isWarm { put(reader) } else { revive(reader) }
    }

    private func put(_ reader: any Reader) {
        if waiters.isEmpty {
            idle.append(reader)
        } else {
            busy += 1
            waiters.removeFirst().continuation.resume(returning: .success(reader))
        }
    }

    /// The client of a waiting scan has gone.
    private func abandon(_ id: UInt64) {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return }
        waiters.remove(at: index).continuation.resume(returning: .failure(.cancelled))
    }

    /// Refuses those who have waited too long; the oldest are first, so one task sees to all.
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
        for reader in inspected { if reader.isWarm { idle.append(reader) } else { revive(reader) } }
    }

    private func revive(_ reader: any Reader) {
        Task { await warmAgain(reader) }
    }

    private func warmAgain(_ reader: any Reader) async {
        var pause = Self.firstPause
        var isFailing = false
        while !isStopped {
            if (try? await reader.warmUp()) != nil { break }
            if !isFailing { failing += 1 }
            isFailing = true
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, Self.longestPause)
        }
        if isFailing { failing -= 1 }
        if isStopped { return }
        put(reader)
    }
}
