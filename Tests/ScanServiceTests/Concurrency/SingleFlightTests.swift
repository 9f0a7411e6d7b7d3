import Synchronization
import TestSupport
import Testing

@testable import SystemSupport

@Suite("Work that is done once")
struct SingleFlightTests {
    typealias Flight = SingleFlight<String, Int, String>

    /// Work that ends when the test tells it to or when it is cancelled.
    final class Gate: Sendable {
        private let stream: AsyncStream<Int>
        private let continuation: AsyncStream<Int>.Continuation
        let runs = Atomic(0)
        let cancellations = Atomic(0)

        init() { (stream, continuation) = AsyncStream.makeStream() }

        func open(with value: Int) { continuation.yield(value) }

        func pass() async -> Int {
            runs.add(1, ordering: .relaxed)
            for await value in stream { return value }
            cancellations.add(1, ordering: .relaxed)
            return -1
        }
    }

    final class Heard: Sendable {
        private let updates = Mutex<[String]>([])
        var all: [String] { updates.withLock { $0.sorted() } }
        func add(_ update: String) { updates.withLock { $0.append(update) } }
    }

    @Test("Ten who want the same at once cost one")
    func shared() async throws {
        let (flight, gate) = (Flight(), Gate())
        let tasks = (0..<10).map { _ in
            Task { await flight.value(for: "key") { _ in await gate.pass() } }
        }
        #expect(await isEventuallyTrue { flight.joined == 9 })
        gate.open(with: 7)
        var shared = 0
        for task in tasks {
            let landed = await task.value
            #expect(landed?.value == 7)
            if landed?.isShared == true { shared += 1 }
        }
        #expect(shared == 9)
        #expect(gate.runs.load(ordering: .relaxed) == 1)
        #expect(flight.count == 0)
    }

    @Test("Who came first may leave; the others get theirs")
    func leaderLeaves() async throws {
        let (flight, gate) = (Flight(), Gate())
        let leader = Task { await flight.value(for: "key") { _ in await gate.pass() } }
        #expect(await isEventuallyTrue { flight.count == 1 })
        let follower = Task { await flight.value(for: "key") { _ in await gate.pass() } }
        #expect(await isEventuallyTrue { flight.joined == 1 })
        leader.cancel()
        #expect(await leader.value?.value == nil)
        gate.open(with: 3)
        #expect(await follower.value?.value == 3)
        #expect(gate.runs.load(ordering: .relaxed) == 1)
        #expect(gate.cancellations.load(ordering: .relaxed) == 0)
    }

    @Test("When nobody waits any more it is cancelled, and the next begins anew")
    func abandoned() async throws {
        let (flight, gate) = (Flight(), Gate())
        let tasks = (0..<2).map { _ in
            Task { await flight.value(for: "key") { _ in await gate.pass() } }
        }
        #expect(await isEventuallyTrue { flight.joined == 1 })
        for task in tasks { task.cancel() }
        for task in tasks { #expect(await task.value?.value == nil) }
        #expect(await isEventuallyTrue { gate.cancellations.load(ordering: .relaxed) == 1 })
        #expect(flight.count == 0)
        #expect(await flight.value(for: "key") { _ in 5 }?.value == 5)
    }

    @Test("A caller that is cancelled already starts nothing")
    func cancelledBefore() async {
        let flight = Flight()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await flight.value(for: "key") { _ in 1 }
        }
        #expect(await task.value?.value == nil)
        #expect(flight.count == 0)
    }

    @Test("Progress reaches all, and who comes late hears the latest")
    func progress() async throws {
        let (flight, gate) = (Flight(), Gate())
        let heard = Heard()
        let first = Task {
            await flight.value(for: "key", observer: { heard.add("1 " + $0) }) { report in
                report("begun")
                let value = await gate.pass()
                report("done")
                return value
            }
        }
        #expect(await isEventuallyTrue { gate.runs.load(ordering: .relaxed) == 1 })
        let second = Task {
            await flight.value(for: "key", observer: { heard.add("2 " + $0) }) { _ in 0 }
        }
        #expect(await isEventuallyTrue { heard.all.count == 2 })
        gate.open(with: 1)
        #expect(await first.value?.value == 1)
        #expect(await second.value?.value == 1)
        #expect(heard.all == ["1 begun", "1 done", "2 begun", "2 done"])
    }
}
