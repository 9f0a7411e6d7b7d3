import Foundation
import Scanning
import SystemSupport
import Testing
import TextAnalysis

/// A single worker is stopped, so that later scans wait for as long as a test wants.
@Suite("The queue for workers", .serialized)
struct QueueTests {
    private func stopped(_ workers: TestPool) async throws -> Int32 {
        try await workers.pool.warmUp()
        let id = try await workers.onlyProcess()
        kill(id, SIGSTOP)
        return id
    }

    private typealias Scan = Task<Result<Reading, ScanError>, Never>

    /// A scan that the stopped worker has, and one that waits behind it.
    private func heldUp(_ workers: TestPool) async throws -> (id: Int32, running: Scan, waiting: Scan) {
        let id = try await stopped(workers)
        let running = try scan(workers)
        try await holds { await workers.pool.counts.busy == 1 }
        let waiting = try scan(workers)
        try await holds { await workers.pool.counts.waiting == 1 }
        return (id, running, waiting)
    }

    private func scan(_ workers: TestPool) throws -> Scan {
        let image = try Fixture.sample()
        return Task { await workers.read(image) }
    }

    @Test("Not ready before the warm-up, nor after the end")
    func notReady() async throws {
        let workers = try TestPool()
        #expect(await workers.read([]) == .failure(.notReady))
        try await workers.pool.warmUp()
        #expect(await workers.pool.isReady)
        #expect(await workers.stop() == [])
        #expect(await workers.read([]) == .failure(.notReady))
    }

    @Test("A scan that waits is cancelled, the one that runs isn't")
    func cancelWaiting() async throws {
        let workers = try TestPool()
        let (id, running, waiting) = try await heldUp(workers)
        waiting.cancel()
        #expect(await waiting.value == .failure(.cancelled))
        #expect(await workers.pool.counts.waiting == 0)
        kill(id, SIGCONT)
        #expect(try await running.value.get().transcript.lines.isEmpty == false)
        #expect(workers.ends.isEmpty)
        #expect(await workers.stop() == [])
    }

    @Test("A scan that runs is cancelled: its process is killed and replaced")
    func cancelRunning() async throws {
        let workers = try TestPool()
        let id = try await stopped(workers)
        let running = try scan(workers)
        try await holds { await workers.pool.counts.busy == 1 }
        let waiting = try scan(workers)
        running.cancel()
        #expect(await running.value == .failure(.cancelled))
        #expect(try await waiting.value.get().transcript.lines.isEmpty == false)
        #expect(workers.ends == [WorkerTermination(processID: id, exit: .cancelled)])
        #expect(!Processes.exists(id))
        #expect(await workers.stop() == [])
    }

    @Test("Scans cancelled at any moment leave a whole pool")
    func cancelAnytime() async throws {
        let workers = try TestPool(workers: 2)
        try await workers.pool.warmUp()
        let image = try Fixture.sample()
        let whole = try await workers.read(image).get().transcript
        for round in 0..<24 {
            let scan = Task { await workers.read(image) }
            // Each round cancels the scan at a later moment.
            try await Task.sleep(for: .milliseconds(round * 5))
            scan.cancel()
            switch await scan.value {
            case .success(let reading): #expect(reading.transcript == whole)
            case .failure(let error): #expect(error == .cancelled)
            }
        }
        try await holds { await workers.pool.counts.alive == 2 }
        #expect(try await workers.read(image).get().transcript == whole)
        #expect(await workers.stop() == [])
    }

    @Test("The queue is bounded in length and in age")
    func bounds() async throws {
        let workers = try TestPool(queueLength: 1, queueAge: .milliseconds(200))
        let (id, running, waiting) = try await heldUp(workers)
        #expect(try await scan(workers).value == .failure(.busy))
        #expect(await waiting.value == .failure(.busy))
        #expect(await workers.pool.counts.waiting == 0)
        kill(id, SIGCONT)
        #expect(try await running.value.get().transcript.lines.isEmpty == false)
        #expect(await workers.stop() == [])
    }

    @Test("Stopping doesn't wait for a worker that hangs, and answers every scan")
    func stop() async throws {
        let workers = try TestPool()
        let (id, running, waiting) = try await heldUp(workers)
        let started = ContinuousClock.now
        #expect(await workers.stop() == [])
        #expect(started.duration(to: .now) < .seconds(5))
        #expect(await running.value == .failure(.workerDied))
        #expect(await waiting.value == .failure(.notReady))
        #expect(!Processes.exists(id))
    }
}
