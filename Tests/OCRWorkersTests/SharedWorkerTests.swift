import Concurrency
import Foundation
import OCRWorkers
import ProcessControl
import Synchronization
import Testing
import TextAnalysis

/// Stopped workers stand for readings that take long.
@Suite("Workers are shared between clients", .serialized)
struct SharedWorkerTests {
    private typealias Scan = Task<Result<Reading, ScanError>, Never>

    private func held(_ workers: TestPool, _ count: Int) async throws -> [Int32] {
        try await workers.pool.warmUp()
        let ids = workers.pool.processIDs
        #expect(ids.count == count)
        for id in ids { kill(id, SIGSTOP) }
        return ids
    }

    /// Starts scans one after the other, so that their order is known.
    private func start(
        _ workers: TestPool, _ account: ScanAccount,
        until isThere: @escaping @Sendable (WorkerPool.Counts) -> Bool
    ) async throws -> Scan {
        let image = try Fixture.sample()
        let scan = Task { await workers.read(image, timeLimit: .seconds(600), for: account) }
        try await holds { isThere(await workers.pool.counts) }
        return scan
    }

    @Test(
        "A client that holds all workers gives one up to a client that has none, and gets its reading later")
    func calledBack() async throws {
        let workers = try TestPool(workers: 2)
        let stopped = try await held(workers, 2)
        let first = try await start(workers, .one) { $0.busy == 1 }
        let second = try await start(workers, .one) { $0.busy == 2 }
        let victim = await workers.read(try Fixture.sample(), for: .two)
        #expect(try victim.get().transcript.lines.isEmpty == false)
        // The second reading, which had begun last, goes on with the worker that was given up.
        #expect(try await second.value.get().transcript.lines.isEmpty == false)
        let ended = try #require(workers.ends.first)
        #expect(workers.ends.count == 1 && ended.exit == .cancelled && stopped.contains(ended.processID))
        for id in stopped where id != ended.processID { kill(id, SIGCONT) }
        #expect(try await first.value.get().transcript.lines.isEmpty == false)
        #expect(await workers.stop() == [])
    }

    @Test("A client's only worker is called back too; no reading is lost")
    func onlyWorker() async throws {
        let workers = try TestPool()
        _ = try await held(workers, 1)
        let dear = try await start(workers, .one) { $0.busy == 1 }
        let victim = await workers.read(try Fixture.sample(), for: .two)
        #expect(try victim.get().transcript.lines.isEmpty == false)
        #expect(try await dear.value.get().transcript.lines.isEmpty == false)
        #expect(workers.ends.map(\.exit) == [.cancelled])
        #expect(await workers.stop() == [])
    }

    @Test("A client's own scans call nothing back")
    func ownScans() async throws {
        let workers = try TestPool(queueAge: .seconds(2))
        let stopped = try await held(workers, 1)
        let first = try await start(workers, .one) { $0.busy == 1 }
        let second = await workers.read(try Fixture.sample())
        #expect(second == .failure(.busy))
        #expect(workers.ends.isEmpty)
        for id in stopped { kill(id, SIGCONT) }
        #expect(try await first.value.get().transcript.lines.isEmpty == false)
        #expect(await workers.stop() == [])
    }

    @Test("A client that filled the queue gives a place to a client that has none")
    func fullQueue() async throws {
        let workers = try TestPool(queueLength: 2)
        _ = try await held(workers, 1)
        let running = try await start(workers, .one) { $0.busy == 1 }
        let waiting = try await start(workers, .one) { $0.waiting == 1 }
        let last = try await start(workers, .one) { $0.waiting == 2 }
        await #expect(throws: ScanError.busy) {
            try await workers.pool.checkRoom(for: ScanAccount.one.client)
        }
        try await workers.pool.checkRoom(for: ScanAccount.two.client)
        let victim = try await workers.read(Fixture.sample(), for: .two)
        #expect(try victim.get().transcript.lines.isEmpty == false)
        #expect(await last.value == .failure(.busy))
        #expect(try await waiting.value.get().transcript.lines.isEmpty == false)
        #expect(try await running.value.get().transcript.lines.isEmpty == false)
        #expect(await workers.stop() == [])
    }

    @Test("A scan is charged the processor time of its workers, and a cancelled one the time it held them")
    func charge() async throws {
        let workers = try TestPool()
        try await workers.pool.warmUp()
        let charged = Mutex(Duration.zero)
        let account = ScanAccount(client: ClientID("charged")) { time in charged.withLock { $0 += time } }
        let id = try await workers.onlyProcess()
        let before = try #require(ProcessStatistics.processorTime(of: id))
        _ = try await workers.read(try Fixture.sample(), for: account).get()
        let used = try #require(ProcessStatistics.processorTime(of: id)) - before
        let cost = charged.withLock { $0 }
        #expect(cost > .zero && cost <= used)
        kill(id, SIGSTOP)
        let scan = try await start(workers, account) { $0.busy == 1 }
        scan.cancel()
        #expect(await scan.value == .failure(.cancelled))
        #expect(charged.withLock { $0 } > cost)
        #expect(ProcessStatistics.processorTime(of: id) == nil)
        #expect(await workers.stop() == [])
    }

    @Test("A reading that is stopped at its time limit says so, whichever clock comes first")
    func timeLimit() throws {
        let (image, reader) = (try Fixture.sample(), try Fixture.reader())
        try reader.warmUp(languages: ["eng"])
        let whole = try reader.read(image, languages: ["eng"], timeLimit: .seconds(60))
        let parts = 20
        for part in 1...parts {
            let limit = (whole.decoding + whole.recognition) * part / parts
            do throws(ScanError) {
                let reading = try reader.read(image, languages: ["eng"], timeLimit: limit)
                #expect(reading.transcript == whole.transcript)
            } catch {
                #expect(error == .deadlineExceeded(limit: limit))
            }
        }
    }
}
