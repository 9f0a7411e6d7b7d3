import SystemSupport
import Foundation
import Scanning
import Storage
import Synchronization
import TestSupport
import Testing
import TypeSafeAPI

@testable import ScanService

@Suite(
    "Asynchronous scans that servers share", .enabled(if: RedisProcess.isPossible, "\(RedisProcess.skipped)"))
struct SharedJobsTests {
    private let servers: SharedServers

    init() async throws { servers = try await SharedServers() }

    @Test(
        "A scan that one server accepted and another does is known to a third, step by step to its only end")
    func wholeWay() async throws {
        let (first, second) = (try await servers.front(), try await servers.front())
        let gate = Gate()
        let heard = Mutex<ScanOrder?>(nil)
        let worker = try await servers.worker("w") { order, progress in
            heard.withLock { $0 = order }
            progress(.reading(lines: 1, of: 4))
            await gate.pass()
            progress(.classifying)
            return .success(.sample)
        }
        let order = SharedServers.order(owner: "key")
        let accepted = try await first.submit(order)
        #expect(accepted.number == 1 && accepted.state == .queued)
        let following = try await second.follow(order.id, owner: "key", client: .one)
        var events: [JobEvent] = []
        while events.last?.state != .reading {
            events += await following.events(after: events.last?.number ?? 0, within: .seconds(30))
        }
        #expect(events.map(\.number) == [1, 2] && events[0].json == accepted.json)
        for owner in ["other", nil] {
            await #expect(throws: JobRefusal.unknown) { try await second.latest(of: order.id, owner: owner) }
            await #expect(throws: JobRefusal.unknown) { try await second.cancel(order.id, owner: owner) }
        }
        gate.open()
        while events.last?.state.isFinal != true {
            events += await following.events(after: events.last?.number ?? 0, within: .seconds(30))
        }
        // Whoever lost the stream goes on with another server.
        let rest = try await first.follow(order.id, owner: "key", client: .one)
        #expect(await rest.events(after: 2, within: .zero).map(\.state) == [.done])
        let job = try await first.job(order.id, owner: "key")
        #expect(job.result == .sample && job.percent == 100 && job.linesRead == 1)
        let taken = try #require(heard.withLock { $0 })
        #expect(taken.scan.images.map(\.bytes) == [[1, 2, 3], [4]] && taken.scan.country == "US")
        #expect(taken.account.client == .one && taken.scan.languages == ["eng"] && taken.id == order.id)
        // Nothing of the picture is left.
        let client = try await servers.client()
        let name = order.id.uuidString.lowercased()
        try await holds {
            try await client.run(.init("EXISTS", "test:{job:\(name)}:material", "test:{job:\(name)}:order"))
                .integer == 0
        }
        await worker.worker.drain(grace: .zero)
    }

    @Test(
        "A scan is cancelled through any server, whether it waits or is being done; who follows it hears of it"
    )
    func cancelled() async throws {
        let (first, second) = (try await servers.front(), try await servers.front())
        let gate = Gate()
        let worker = try await servers.worker("w") { _, _ in
            await gate.pass()
            return .success(.sample)
        }
        let running = try await first.submit()
        let waiting = try await first.submit()
        try await holds { try await WorkerRoll(worker.shared.records).load()[.interactive].taken == 1 }
        for id in [waiting, running] {
            let following = try await first.follow(id, owner: nil, client: .one)
            try await second.cancel(id, owner: nil)
            var events: [JobEvent] = []
            while events.last?.state.isFinal != true {
                events += await following.events(after: events.last?.number ?? 1, within: .seconds(30))
            }
            let last = try WireCoding.decoder().decode(ScanJob.self, from: Data(events.last?.json ?? []))
            #expect(last.state == .failed && last.problem?.kind == .cancelled)
            await #expect(throws: JobRefusal.unknown) { try await first.latest(of: id, owner: nil) }
            await #expect(throws: JobRefusal.unknown) { try await second.cancel(id, owner: nil) }
        }
        try await holds { gate.cancellations.load(ordering: .relaxed) == 1 }
        // The reader is free again.
        gate.open()
        let next = try await first.submit()
        gate.open()
        #expect(try await second.ended(next).state == .done)
    }

    @Test(
        "What a worker had that vanished is done by another, and the first one's late outcome counts for nothing"
    )
    func takenOver() async throws {
        let front = try await servers.front()
        let (gate, never) = (Gate(), Gate())
        let first = try await servers.worker("first", longestScan: .milliseconds(200)) { _, _ in
            await never.pass()
            return .success(.sample)
        }
        let id = try await front.submit()
        try await holds { try await front.job(id).state == .queued && first.load.latest != nil }
        let queue = WorkQueue(first.shared.records)
        try await holds { try await WorkerRoll(first.shared.records).load()[.interactive].taken == 1 }
        first.vanish()
        let events = WorkEvents()
        let second = try await servers.worker("second", longestScan: .milliseconds(200), events: events) {
            _, _ in
            await gate.pass()
            return .success(.sample)
        }
        try await holds { events.takenOver == 1 }
        gate.open()
        #expect(try await front.ended(id).result == .sample)
        let outcome = JobRecord.encode(JobRecord.Outcome(state: .failed), [Array("{}".utf8)])
        #expect(try await second.shared.records.end(id, with: outcome) == false)
        #expect(try await front.job(id).state == .done)
        try await holds {
            try await WorkerRoll(second.shared.records).load()[.interactive] == WorkLoad.Queue()
        }
        _ = queue
    }

    @Test(
        "Work that takes longer than others wait for a sign of life isn't taken over while its worker lives")
    func kept() async throws {
        let front = try await servers.front()
        let gate = Gate()
        let runs = Atomic(0)
        let events = WorkEvents()
        for name in ["first", "second"] {
            _ = try await servers.worker(name, longestScan: .milliseconds(200), events: events) { _, _ in
                runs.add(1, ordering: .relaxed)
                await gate.pass()
                return .success(.sample)
            }
        }
        let id = try await front.submit()
        try await holds { runs.load(ordering: .relaxed) == 1 }
        // Four times as long as it takes until silent work is taken over.
        let late = ContinuousClock.now + .milliseconds(1_600)
        try await holds { ContinuousClock.now > late }
        gate.open()
        #expect(try await front.ended(id).state == .done)
        #expect(runs.load(ordering: .relaxed) == 1 && events.takenOver == 0)
    }

    @Test("A picture that three workers died of is a dead letter, and its scan fails clearly")
    func deadLetter() async throws {
        let front = try await servers.front()
        let never = Gate()
        let id = try await front.submit()
        let runs = Atomic(0)
        for number in 1...3 {
            let worker = try await servers.worker("w\(number)", longestScan: .milliseconds(100)) { _, _ in
                runs.add(1, ordering: .relaxed)
                await never.pass()
                return .success(.sample)
            }
            try await holds { runs.load(ordering: .relaxed) == number }
            worker.vanish()
        }
        let events = WorkEvents()
        _ = try await servers.worker("last", longestScan: .milliseconds(100), events: events) { _, _ in
            Issue.record("It was tried a fourth time")
            return .success(.sample)
        }
        let job = try await front.ended(id)
        #expect(job.state == .failed && job.problem?.kind == .internalError && events.buried == 1)
        let letters = try await servers.client().run(
            .init("XRANGE", "test:{work}:interactive:dead", "-", "+"))
        let letter = try #require(letters.array?.first?.array?.last?.array).compactMap(\.text)
        #expect(letters.array?.count == 1 && letter.contains(id.uuidString.lowercased()))
        #expect(letter.contains("its worker died 3 times"))
    }

    @Test("A scan whose reader fails is tried by others, three times in all")
    func readerFails() async throws {
        let front = try await servers.front()
        let runs = Atomic(0)
        let events = WorkEvents()
        let work: JobWorker.Work = { order, _ in
            runs.add(1, ordering: .relaxed)
            return .failure(
                Problem(ServiceError.scan(.workerDied).details, id: order.request, in: order.scan.texts))
        }
        _ = try await servers.worker("one", events: events, work)
        _ = try await servers.worker("two", events: events, work)
        let id = try await front.submit()
        #expect(try await front.ended(id).problem?.kind == .internalError)
        #expect(runs.load(ordering: .relaxed) == 3 && events.buried == 1 && events.handedBack == 2)
    }

    @Test(
        "A worker that is stopped finishes what it can, and hands back the rest at once, which counts as no try"
    )
    func drained() async throws {
        let front = try await servers.front()
        let (quick, never, gate) = (Gate(), Gate(), Gate())
        let events = WorkEvents()
        let runs = Atomic(0)
        let first = try await servers.worker("first", readers: 2, events: events) { _, _ in
            // A gate for each, as a task that is cancelled at one opens it for all.
            let isFirst = runs.add(1, ordering: .relaxed).oldValue == 0
            await (isFirst ? quick : never).pass()
            return Task.isCancelled ? .failure(Problem(interruption: .restarted)) : .success(.sample)
        }
        let ids = [try await front.submit(), try await front.submit()]
        try await holds { runs.load(ordering: .relaxed) == 2 }
        let second = try await servers.worker("second", events: events) { _, _ in
            await gate.pass()
            return .success(.sample)
        }
        async let drained: Void = first.worker.drain(grace: .seconds(2))
        quick.open()
        await drained
        gate.open(2)
        for id in ids { #expect(try await front.ended(id).state == .done) }
        #expect(events.handedBack == 1 && events.takenOver == 0)
        try await holds { try await WorkerRoll(second.shared.records).load().workers == 1 }
        let later = try await front.submit()
        gate.open()
        #expect(try await front.ended(later).state == .done)
    }

    @Test("A client with a hundred scans delays another one's by few; batches come after all others")
    func turns() async throws {
        let front = try await servers.front()
        var own: Set<UUID> = []
        var (batch, heavy): (Set<UUID>, [UUID]) = ([], [])
        for _ in 0..<3 { batch.insert(try await front.submit(.batch)) }
        for _ in 0..<50 { heavy.append(try await front.submit()) }
        for _ in 0..<3 { own.insert(try await front.submit(client: .two)) }
        let done = Mutex<[UUID]>([])
        _ = try await servers.worker("w") { order, _ in
            done.withLock { $0.append(order.id) }
            return .success(.sample)
        }
        try await holds { done.withLock { $0.count } == 56 }
        let order = done.withLock { $0 }
        let places = order.indices.filter { own.contains(order[$0]) }
        // Each of its scans waits behind what the other one has in the stream, not behind the lane.
        #expect(places.allSatisfy { $0 < 12 }, "\(places)")
        #expect(Set(order.suffix(3)) == batch)
        #expect(order.filter { heavy.contains($0) } == heavy)
        let roll = WorkerRoll(try await servers.work("watch").records)
        try await holds { try await roll.load()[.interactive].unfinished == 0 }
    }

    @Test("One client's scans leave room for another's, and it is told when to come again")
    func bounds() async throws {
        let front = try await servers.front { $0.unfinished = 8 }
        var accepted = 0
        do {
            for _ in 0..<20 {
                try await front.submit()
                accepted += 1
            }
            Issue.record("All were accepted")
        } catch let refusal as JobRefusal {
            guard case .behind(let seconds) = refusal else { throw refusal }
            #expect((1...60).contains(seconds))
        }
        #expect((4...7).contains(accepted), "\(accepted)")
        try await front.submit(client: .two)
    }

    @Test("A scan that nobody does in time has failed, whoever asks, and is taken by nobody later")
    func deadline() async throws {
        let servers = try await SharedServers(deadline: .milliseconds(300))
        let front = try await servers.front()
        let id = try await front.submit()
        let other = try await servers.front()
        let following = try await other.follow(id, owner: nil, client: .one)
        #expect(try await front.ended(id).problem?.kind == .scanTimeout)
        #expect(await following.events(after: 1, within: .seconds(30)).last?.state == .failed)
        let worker = try await servers.worker("w") { _, _ in
            Issue.record("It was taken")
            return .success(.sample)
        }
        try await holds {
            try await WorkerRoll(worker.shared.records).load()[.interactive] == WorkLoad.Queue()
        }
        #expect(try await front.job(id).problem?.kind == .scanTimeout)
    }

    @Test("Work of a newer version is left to workers that know it")
    func versions() async throws {
        let client = try await servers.client()
        let events = WorkEvents()
        _ = try await servers.worker("w", longestScan: .milliseconds(100), events: events) { _, _ in
            .success(.sample)
        }
        let stream = "test:{work}:interactive"
        let entry = try await client.run(
            .init("XADD", stream, "*", "v", "2", "id", UUID().uuidString, "client", "c"))
        let front = try await servers.front()
        for _ in 0..<3 { #expect(try await front.ended(front.submit()).state == .done) }
        let pending = try await client.run(.init("XPENDING", stream, "workers", "-", "+", "10"))
        #expect(pending.array?.count == 1 && pending.array?.first?.array?.first == entry)
        #expect(events.takenOver == 0 && events.buried == 0)
    }

    @Test(
        "While Redis is away scans are refused; when it is back, empty, all goes on and what it forgot has failed"
    )
    func redisAway() async throws {
        let front = try await servers.front()
        let gate = Gate()
        _ = try await servers.worker("w") { _, _ in
            await gate.pass()
            return .success(.sample)
        }
        let id = try await front.submit()
        let following = try await front.follow(id, owner: nil, client: .one)
        servers.redis.kill()
        try await holds { (try? await front.submit()) == nil }
        await #expect(throws: JobRefusal.unavailable) { try await front.submit() }
        await #expect(throws: JobRefusal.unavailable) { try await front.latest(of: id, owner: nil) }
        try await servers.redis.start()
        let back = ContinuousClock.now
        let last = await following.events(after: 1, within: .seconds(30)).last
        #expect(last?.state == .failed)
        gate.open(2)
        let next = try await eventually { try? await front.submit() }
        #expect(try await front.ended(next).state == .done)
        #expect(back.duration(to: .now) < .seconds(5))
    }

    @Test("A scan and a question for its state cost at most 12 commands in 5 round trips")
    func cost() async throws {
        let work = try await servers.work("front")
        let front = try await servers.front(work) { $0.unfinished = 10_000 }
        let worker = try await servers.worker("w", readers: 2) { _, _ in .success(.sample) }
        // Scripts are known and connections ready after the first.
        _ = try await front.ended(front.submit())
        let clients = [work.records.redis, worker.shared.records.redis, worker.shared.waiting]
        func counts() -> (commands: Int, trips: Int) {
            clients.map(\.counts).reduce((0, 0)) { ($0.0 + $1.commands, $0.1 + $1.trips) }
        }
        let (before, count) = (counts(), 200)
        var jobs: [UUID] = []
        for _ in 0..<count { jobs.append(try await front.submit()) }
        let roll = WorkerRoll(try await servers.work("watch").records)
        try await holds { try await roll.load()[.interactive].unfinished == 0 }
        for job in jobs { #expect(try await front.job(job).state == .done) }
        let after = counts()
        #expect(after.commands - before.commands <= 12 * count, "\(before), \(after)")
        #expect(after.trips - before.trips <= 5 * count, "\(before), \(after)")
    }

    @Test("What others have read of a picture comes with the work, and counts once")
    func knownReadings() async throws {
        let work = try await servers.work("front")
        let names = ["1:a", "2:a"].map(work.readings.name)
        let front = try await servers.front(work, readingNames: names)
        let client = work.records.redis
        let readings = Mutex<ReadingStore?>(nil)
        let found = Mutex<[[UInt8]?]>([])
        let worker = try await servers.worker("w") { _, _ in
            // Redis knows other things by now than when the work came.
            _ = try? await client.run([.init("DEL", names[0]), .init("SET", names[1], [2])])
            for key in ["1:a", "2:a", "1:a", "2:a"] {
                let reading = await readings.withLock { $0 }?.reading(key)
                found.withLock { $0.append(reading) }
            }
            return .success(.sample)
        }
        readings.withLock { $0 = worker.shared.readings }
        try await client.run(.init("SET", names[0], [1]))
        let id = try await front.submit()
        #expect(try await front.ended(id).state == .done)
        #expect(found.withLock { $0 } == [[1], nil, nil, [2]])
    }
}
