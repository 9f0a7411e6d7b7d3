import SystemSupport
import Scanning
import Foundation
import Storage
import Synchronization
import Testing
import TypeSafeAPI

@testable import ScanService

@Suite("Scans that nobody's connection waits for")
struct JobRegistryTests {
    private func registry(
        store: JobStore? = nil, _ change: (inout JobRegistry.Limits) -> Void = { _ in }
    ) -> JobRegistry {
        var limits = JobRegistry.Limits()
        limits.running = 1
        change(&limits)
        return JobRegistry(limits: limits, store: store) { Problem(interruption: $0) }
    }

    @discardableResult
    private func submit(
        _ registry: JobRegistry, owner: String? = nil, client: ClientID = .one, bytes: Int = 1,
        _ work: @escaping JobRegistry.Work
    ) async throws -> UUID {
        let id = UUID()
        _ = try await registry.submit(id: id, owner: owner, client: client, bytes: bytes, work: work)
        return id
    }

    private func state(_ registry: JobRegistry, _ id: UUID, owner: String? = nil) async throws -> ScanJob {
        let event = try await registry.latest(of: id, owner: owner)
        return try WireCoding.decoder().decode(ScanJob.self, from: Data(event.json))
    }

    @Test("Its steps come in order, its percent only grows, and its result has its id")
    func steps() async throws {
        let registry = registry()
        let gate = Gate()
        let id = try await submit(registry) { report in
            await gate.pass()
            for read in 0...4 { report(.reading(lines: read, of: 4)) }
            // As when a reader was lost.
            report(.decoding)
            report(.reading(lines: 1, of: 4))
            report(.classifying)
            return .success(.sample)
        }
        let subscription = try await registry.subscribe(to: id, owner: nil, client: .one)
        #expect(await subscription.events(after: 0, within: .seconds(60)).map(\.state) == [.queued])
        gate.open()
        var events: [JobEvent] = []
        while events.last?.state.isFinal != true {
            events += await subscription.events(after: events.last?.number ?? 0, within: .seconds(60))
        }
        #expect(events.map(\.number) == Array(1...events.count))
        #expect(
            events.map(\.state) == [.queued] + Array(repeating: .reading, count: 5) + [.classifying, .done])
        let jobs = try events.map { try WireCoding.decoder().decode(ScanJob.self, from: Data($0.json)) }
        #expect(jobs.map(\.percent) == [0, 10, 30, 50, 70, 90, 95, 100])
        #expect(jobs[3].linesRead == 2 && jobs[3].linesFound == 4)
        #expect(jobs.last?.result == .sample && jobs.allSatisfy { $0.scanID == id })
        // Who comes late.
        #expect(await subscription.events(after: 0, within: .zero) == events)
        #expect(await subscription.events(after: 5, within: .zero) == Array(events[5...]))
    }

    @Test("As many run as may; the others wait for their turn")
    func turns() async throws {
        let registry = registry { $0.running = 2 }
        let gates = (0..<4).map { _ in Gate() }
        var ids: [UUID] = []
        for gate in gates {
            ids.append(
                try await submit(registry) { _ in
                    await gate.pass()
                    return .success(.sample)
                })
        }
        #expect(registry.counts.running == 2 && registry.counts.waiting == 2)
        for gate in gates { gate.open() }
        try await holds { registry.counts.kept == 4 }
        for id in ids { #expect(try await state(registry, id).state == .done) }
        try await holds { registry.counts.running == 0 }
    }

    @Test("A job that is cancelled stops, whether it runs or waits, and is forgotten")
    func cancelled() async throws {
        let registry = registry()
        let gate = Gate()
        let running = try await submit(registry) { _ in
            await gate.pass()
            return .success(.sample)
        }
        let waiting = try await submit(registry) { _ in
            Issue.record("It never had its turn")
            return .success(.sample)
        }
        for id in [waiting, running] {
            let subscription = try await registry.subscribe(to: id, owner: nil, client: .one)
            try await registry.cancel(id, owner: nil)
            let last = try #require(await subscription.events(after: 1, within: .seconds(60)).last)
            let job = try WireCoding.decoder().decode(ScanJob.self, from: Data(last.json))
            #expect(job.state == .failed && job.problem?.kind == .cancelled)
            await #expect(throws: JobRefusal.unknown) {
                try await registry.latest(of: id, owner: nil)
            }
        }
        try await holds { gate.cancellations.load(ordering: .relaxed) == 1 && registry.counts.running == 0 }
        await #expect(throws: JobRefusal.unknown) {
            try await registry.cancel(running, owner: nil)
        }
    }

    @Test("A job that doesn't end is ended, and the next has its turn")
    func deadline() async throws {
        let registry = registry { $0.deadline = .milliseconds(50) }
        let gate = Gate()
        let id = try await submit(registry) { _ in
            await gate.pass()
            return .success(.sample)
        }
        try await holds { registry.counts.kept == 1 && registry.counts.running == 0 }
        let job = try await state(registry, id)
        #expect(job.state == .failed && job.problem?.kind == .scanTimeout)
        let next = try await submit(registry) { _ in .success(.sample) }
        try await holds { registry.counts.kept == 2 }
        #expect(try await state(registry, next).state == .done)
    }

    @Test("Jobs, what they hold, and who follows them are bounded")
    func bounds() async throws {
        let registry = registry {
            $0.unfinished = 2
            $0.bytes = 100_000
            $0.subscribers = 2
            $0.subscribersOfOne = 1
        }
        let gate = Gate()
        let work: JobRegistry.Work = { _ in
            await gate.pass()
            return .success(.sample)
        }
        await #expect(throws: JobRefusal.full) { try await submit(registry, bytes: 100_001, work) }
        let first = try await submit(registry, bytes: 50_000, work)
        await #expect(throws: JobRefusal.full) { try await submit(registry, bytes: 50_001, work) }
        try await submit(registry, bytes: 50_000, work)
        await #expect(throws: JobRefusal.full) { try await submit(registry, bytes: 0, work) }
        do {
            let subscription = try await registry.subscribe(to: first, owner: nil, client: .one)
            await #expect(throws: JobRefusal.full) {
                try await registry.subscribe(to: first, owner: nil, client: .one)
            }
            _ = subscription
        }
        #expect(registry.counts.subscribers == 0)
        _ = try await registry.subscribe(to: first, owner: nil, client: .one)
        gate.open(2)
        try await holds { (try? await submit(registry, bytes: 100_000) { _ in .success(.sample) }) != nil }
    }

    @Test("One client's jobs, bytes and followers leave room for another's, which have their turn at once")
    func shares() async throws {
        let registry = registry {
            $0.unfinished = 8
            $0.subscribers = 8
            $0.bytes = 100_000
        }
        let gate = Gate()
        let work: JobRegistry.Work = { _ in
            await gate.pass()
            return .success(.sample)
        }
        let first = try await submit(registry, work)
        for _ in 2...5 { try await submit(registry, work) }
        await #expect(throws: JobRefusal.full) { try await submit(registry, work) }
        try await submit(registry, client: .two, bytes: 99_990, work)
        #expect(registry.counts.running == 2 && registry.counts.waiting == 4)
        await #expect(throws: JobRefusal.full) { try await submit(registry, client: .two, work) }
        var followers: [JobSubscription] = []
        for _ in 1...5 {
            followers.append(try await registry.subscribe(to: first, owner: nil, client: .one))
        }
        await #expect(throws: JobRefusal.full) {
            try await registry.subscribe(to: first, owner: nil, client: .one)
        }
        followers.append(try await registry.subscribe(to: first, owner: nil, client: .two))
        #expect(registry.counts.subscribers == 6)
        followers = []
        #expect(registry.counts.subscribers == 0)
        gate.open(6)
        try await holds { registry.counts.kept == 6 && registry.counts.running == 0 }
    }

    @Test("What has ended is kept within the bound, and for a while")
    func kept() async throws {
        let registry = registry {
            $0.bytes = 3_000
            $0.lifetime = .milliseconds(300)
        }
        var ids: [UUID] = []
        for number in 1...8 {
            ids.append(try await submit(registry) { _ in .success(.sample) })
            try await holds { registry.counts.running == 0 && registry.counts.waiting == 0 }
            if number == 1 { #expect(try await state(registry, ids[0]).state == .done) }
        }
        #expect(registry.counts.kept < 8)
        try await holds { registry.counts.kept == 0 }
        await #expect(throws: JobRefusal.unknown) {
            try await registry.latest(of: ids[7], owner: nil)
        }
    }

    @Test("Another's job is as unknown as none")
    func owners() async throws {
        let registry = registry()
        let id = try await submit(registry, owner: "one") { _ in .success(.sample) }
        try await holds { registry.counts.kept == 1 }
        #expect(try await state(registry, id, owner: "one").state == .done)
        for owner in ["two", nil] {
            await #expect(throws: JobRefusal.unknown) {
                try await registry.latest(of: id, owner: owner)
            }
            await #expect(throws: JobRefusal.unknown) {
                try await registry.cancel(id, owner: owner)
            }
        }
    }

    @Test("A server that stops takes no more, lets jobs finish for a while, and tells of those that don't")
    func drain() async throws {
        let registry = registry { $0.running = 2 }
        // A gate for each, as a task that is cancelled at one opens it for all.
        let (gate, never, neither) = (Gate(), Gate(), Gate())
        let quick = try await submit(registry) { _ in
            await gate.pass()
            return .success(.sample)
        }
        let slow = try await submit(registry) { _ in
            await never.pass()
            return .success(.sample)
        }
        let waiting = try await submit(registry) { _ in
            await neither.pass()
            return .success(.sample)
        }
        async let drained: Void = registry.drain(grace: .milliseconds(300))
        gate.open()
        await drained
        await #expect(throws: JobRefusal.stopping) {
            try await submit(registry) { _ in .success(.sample) }
        }
        #expect(try await state(registry, quick).state == .done)
        for id in [slow, waiting] {
            #expect(try await state(registry, id).problem?.kind == .restarted)
        }
    }

    @Test("After a restart a job that was written down has failed, and others are unknown")
    func restart() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "jobs-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = SQLiteStore(
            configuration: StoreConfiguration(
                file: folder.appendingPathComponent("jobs.db"), retention: .seconds(60))
        ) { _ in }
        await database.open()
        let before = registry(store: JobStore(database))
        let gate = Gate()
        let lost = try await submit(before) { _ in
            await gate.pass()
            return .success(.sample)
        }
        let cancelled = try await submit(before) { _ in .success(.sample) }
        try await before.cancel(cancelled, owner: nil)
        let after = registry(store: JobStore(database))
        let job = try await state(after, lost)
        #expect(job.state == .failed && job.problem?.kind == .restarted)
        // Behind everything that the client may have heard of it before.
        let subscription = try await after.subscribe(to: lost, owner: nil, client: .one)
        #expect(await subscription.events(after: 102, within: .zero).map(\.state) == [.failed])
        await #expect(throws: JobRefusal.unknown) {
            try await after.latest(of: cancelled, owner: nil)
        }
        try await after.cancel(lost, owner: nil)
        await #expect(throws: JobRefusal.unknown) { try await after.latest(of: lost, owner: nil) }
        gate.open()
        await database.close()
    }

    @Test("Who no longer waits is let go at once")
    func cancelledWait() async throws {
        let registry = registry()
        let gate = Gate()
        let id = try await submit(registry) { _ in
            await gate.pass()
            return .success(.sample)
        }
        let subscription = try await registry.subscribe(to: id, owner: nil, client: .one)
        let waiting = Task { await subscription.events(after: 1, within: .seconds(3_600)) }
        waiting.cancel()
        #expect(await waiting.value.isEmpty)
        #expect(await subscription.events(after: 1, within: .milliseconds(1)).isEmpty)
        gate.open()
    }
}
