import Foundation
import OCRWorkers
import Testing
import TextAnalysis

/// One reader that is stopped, so that what comes after waits for as long as a test wants.
@Suite("The queue for readers", .serialized)
struct QueueTests {
    private func stopped(_ readers: TestPool) async throws -> Int32 {
        try await readers.pool.warmUp()
        let id = try await readers.onlyProcess()
        kill(id, SIGSTOP)
        return id
    }

    private typealias Scan = Task<Result<Reading, ReadingError>, Never>

    /// One scan at the stopped reader, and one behind it.
    private func heldUp(_ readers: TestPool) async throws -> (id: Int32, running: Scan, waiting: Scan) {
        let id = try await stopped(readers)
        let running = try scan(readers)
        try await holds { await readers.pool.counts.busy == 1 }
        let waiting = try scan(readers)
        try await holds { await readers.pool.counts.waiting == 1 }
        return (id, running, waiting)
    }

    private func scan(_ readers: TestPool) throws -> Scan {
        let image = try Fixture.sample()
        return Task { await readers.read(image) }
    }

    @Test("Not ready before the warm-up, nor after the end")
    func notReady() async throws {
        let readers = try TestPool()
        #expect(await readers.read([]) == .failure(.notReady))
        try await readers.pool.warmUp()
        #expect(await readers.pool.isReady)
        #expect(await readers.stop() == [])
        #expect(await readers.read([]) == .failure(.notReady))
    }

    @Test("A scan that waits is cancelled, the one that runs isn't")
    func cancelWaiting() async throws {
        let readers = try TestPool()
        let (id, running, waiting) = try await heldUp(readers)
        waiting.cancel()
        #expect(await waiting.value == .failure(.cancelled))
        #expect(await readers.pool.counts.waiting == 0)
        kill(id, SIGCONT)
        #expect(try await running.value.get().transcript.lines.isEmpty == false)
        #expect(readers.ends.isEmpty)
        #expect(await readers.stop() == [])
    }

    @Test("A scan that runs is cancelled: its process is killed and replaced")
    func cancelRunning() async throws {
        let readers = try TestPool()
        let id = try await stopped(readers)
        let running = try scan(readers)
        try await holds { await readers.pool.counts.busy == 1 }
        let waiting = try scan(readers)
        running.cancel()
        #expect(await running.value == .failure(.cancelled))
        #expect(try await waiting.value.get().transcript.lines.isEmpty == false)
        #expect(readers.ends == [ReaderEvent(processID: id, end: .cancelled)])
        #expect(!Processes.exists(id))
        #expect(await readers.stop() == [])
    }

    @Test("Scans cancelled at any moment leave a whole pool")
    func cancelAnytime() async throws {
        let readers = try TestPool(readers: 2)
        try await readers.pool.warmUp()
        let image = try Fixture.sample()
        let whole = try await readers.read(image).get().transcript
        for round in 0..<24 {
            let scan = Task { await readers.read(image) }
            // A different place in the scan's life each time.
            try await Task.sleep(for: .milliseconds(round * 5))
            scan.cancel()
            switch await scan.value {
            case .success(let reading): #expect(reading.transcript == whole)
            case .failure(let error): #expect(error == .cancelled)
            }
        }
        try await holds { await readers.pool.counts.alive == 2 }
        #expect(try await readers.read(image).get().transcript == whole)
        #expect(await readers.stop() == [])
    }

    @Test("The queue is bounded in length and in age")
    func bounds() async throws {
        let readers = try TestPool(queueLength: 1, queueAge: .milliseconds(200))
        let (id, running, waiting) = try await heldUp(readers)
        #expect(try await scan(readers).value == .failure(.busy))
        #expect(await waiting.value == .failure(.busy))
        #expect(await readers.pool.counts.waiting == 0)
        kill(id, SIGCONT)
        #expect(try await running.value.get().transcript.lines.isEmpty == false)
        #expect(await readers.stop() == [])
    }

    @Test("The end doesn't wait for a reader that hangs, and answers everybody")
    func stop() async throws {
        let readers = try TestPool()
        let (id, running, waiting) = try await heldUp(readers)
        let started = ContinuousClock.now
        #expect(await readers.stop() == [])
        #expect(started.duration(to: .now) < .seconds(5))
        #expect(await running.value == .failure(.readerDied))
        #expect(await waiting.value == .failure(.notReady))
        #expect(!Processes.exists(id))
    }
}
