import SystemSupport
import Foundation
import Scanning
import Synchronization
import TestSupport
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

    @Test("A client that holds all places gives one to a client that has none, and nothing is read twice")
    func paused() async throws {
        let workers = try TestPool(workers: 2)
        let stopped = try await held(workers, 2)
        let first = try await start(workers, .one) { $0.busy == 1 }
        let second = try await start(workers, .one) { $0.busy == 2 }
        let victim = await workers.read(try Fixture.sample(), for: .two)
        #expect(try victim.get().transcript.lines.isEmpty == false)
        // The reading that began first gave its place up. It goes on when it has one again, which nobody else makes it do here.
        #expect(try await first.value.get().transcript.lines.isEmpty == false)
        for id in stopped { kill(id, SIGCONT) }
        #expect(try await second.value.get().transcript.lines.isEmpty == false)
        #expect(workers.ends.isEmpty && workers.pool.processIDs.count == 3)
        #expect(await workers.pool.counts.alive == 2)
        #expect(await workers.stop() == [])
    }

    @Test("Long readings of two clients take turns at one place")
    func turns() async throws {
        let workers = try TestPool()
        try await workers.pool.warmUp()
        let id = try await workers.onlyProcess()
        let scans = [ScanAccount.one, .two].enumerated().map { number, account in
            Task {
                await workers.read(
                    Array(DearPicture.make(number: number)), timeLimit: .seconds(600), for: account)
            }
        }
        for _ in 1...2 {
            try await holds { Processes.isStopped(id) }
            try await holds {
                !Processes.isStopped(id) && workers.pool.processIDs.contains { Processes.isStopped($0) }
            }
        }
        for scan in scans { scan.cancel() }
        for scan in scans { #expect(await scan.value == .failure(.cancelled)) }
        #expect(workers.ends.map(\.exit) == [.cancelled, .cancelled])
        #expect(try await workers.read(Fixture.sample()).get().transcript.lines.isEmpty == false)
        #expect(await workers.stop() == [])
    }

    @Test("A reading whose next turn doesn't come in time is refused like one that waited too long")
    func givenUp() async throws {
        let workers = try TestPool(queueAge: .milliseconds(100))
        let stopped = try await held(workers, 1)
        let first = try await start(workers, .one) { $0.busy == 1 }
        let image = Array(DearPicture.make(number: 2))
        // It is refused itself until the substitute has started.
        let other = Task {
            while true {
                let result = await workers.read(image, timeLimit: .seconds(600), for: .two)
                if result != .failure(.busy) { return result }
            }
        }
        #expect(await first.value == .failure(.busy))
        other.cancel()
        #expect(await other.value == .failure(.cancelled))
        #expect(workers.ends.map(\.exit) == [.cancelled, .cancelled])
        #expect(stopped == [workers.ends.first?.processID])
        #expect(await workers.stop() == [])
    }

    @Test("A client's own scans pause nothing")
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
