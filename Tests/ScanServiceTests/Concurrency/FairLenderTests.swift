import Synchronization
import TestSupport
import Testing

@testable import SystemSupport

@Suite("What is lent in turns")
struct FairLenderTests {
    private typealias Lender = FairLender<String, Int>
    private typealias Borrowing = Task<Result<Int, Lender.Refusal>, Never>

    private final class Record<Value: Sendable>: Sendable {
        let value: Mutex<Value>
        init(_ value: Value) { self.value = Mutex(value) }
    }

    private func lender(_ resources: [Int] = [], queueLength: Int = 100, patience: Duration = .seconds(3_600))
        -> Lender
    {
        Lender(resources, queueLength: queueLength, patience: patience)
    }

    /// Lets a client wait, and returns when it does.
    private func wait(_ lender: Lender, _ client: String) async -> Borrowing {
        let before = lender.waiting
        let task = Task { await lender.borrow(for: client) }
        #expect(await isEventuallyTrue { lender.waiting > before })
        return task
    }

    @Test("A client that asks for much has every second turn while another waits")
    func turns() async {
        let lender = lender([7])
        #expect(await lender.borrow(for: "much") == .success(7))
        let order = Record<[String]>([])
        var tasks: [Task<Void, Never>] = []
        for client in ["much", "much", "much", "much", "little", "little"] {
            let before = lender.waiting
            tasks.append(
                Task {
                    guard case .success(let resource) = await lender.borrow(for: client) else { return }
                    order.value.withLock { $0.append(client) }
                    lender.giveBack(resource, of: client)
                })
            #expect(await isEventuallyTrue { lender.waiting > before })
        }
        lender.giveBack(7, of: "much")
        for task in tasks { await task.value }
        #expect(order.value.withLock { $0 } == ["much", "little", "much", "little", "much", "much"])
        #expect(lender.idle == 1 && lender.waiting == 0)
    }

    @Test("Who comes to a full queue gets the place of a client that has more")
    func full() async {
        let lender = lender(queueLength: 2)
        let first = await wait(lender, "much")
        let second = await wait(lender, "much")
        #expect(await lender.borrow(for: "much") == .failure(.full))
        #expect(!lender.hasRoom(for: "much") && lender.hasRoom(for: "little"))
        let other = Task { await lender.borrow(for: "little") }
        #expect(await second.value == .failure(.full))
        // One that gave its resource up has a place in any case, and is its client's next.
        let again = Task { await lender.borrow(for: "much", isAgain: true) }
        #expect(await isEventuallyTrue { lender.waiting == 3 })
        for resource in 1...3 { lender.add(resource) }
        #expect(await again.value == .success(1))
        // Who has least comes next, so not again the client that has one now.
        #expect(await other.value == .success(2))
        #expect(await first.value == .success(3))
    }

    @Test("Who holds fewest comes first, and is told of its place when it has to wait")
    func fewest() async {
        let lender = lender([1, 2])
        for resource in [2, 1] { #expect(await lender.borrow(for: "much") == .success(resource)) }
        let more = await wait(lender, "much")
        let told = Record(false)
        let other = Task {
            await lender.borrow(for: "little") { told.value.withLock { $0 = lender.isLacking("little") } }
        }
        #expect(await isEventuallyTrue { told.value.withLock { $0 } })
        lender.giveBack(1, of: "much")
        #expect(await other.value == .success(1))
        #expect(!lender.isLacking("little") && !lender.isLacking("much"))
        lender.giveBack(2, of: "much")
        #expect(await more.value == .success(2))
    }

    @Test("Nobody waits for ever: time, cancellation and the end are told apart")
    func refusals() async {
        let hasty = lender(patience: .milliseconds(1))
        #expect(await hasty.borrow(for: "a") == .failure(.tooLong))
        let lender = lender()
        let cancelled = await wait(lender, "a")
        cancelled.cancel()
        #expect(await cancelled.value == .failure(.cancelled))
        let waiting = await wait(lender, "a")
        lender.close()
        #expect(await waiting.value == .failure(.closed))
        #expect(await lender.borrow(for: "a") == .failure(.closed))
        #expect(lender.waiting == 0 && hasty.waiting == 0)
    }

    @Test("Under load nothing is lost, lent twice or left waiting")
    func load() async {
        let lender = lender([1, 2, 3], queueLength: 300)
        let lent = Record<Set<Int>>([])
        let served = Record(0)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<300 {
                group.addTask {
                    let client = "\(number % 7)"
                    let task = Task { await lender.borrow(for: client) }
                    if number % 5 == 0 { task.cancel() }
                    guard case .success(let resource) = await task.value else { return }
                    #expect(lent.value.withLock { $0.insert(resource).inserted })
                    await Task.yield()
                    _ = lent.value.withLock { $0.remove(resource) }
                    served.value.withLock { $0 += 1 }
                    lender.giveBack(resource, of: client)
                }
            }
        }
        #expect(served.value.withLock { $0 } >= 240)
        #expect(lender.idle == 3 && lender.waiting == 0)
    }

    @Test("One client gets half, and there is always room for another")
    func quota() {
        let quota = FairQuota<String>(limit: 256)
        var first = 0
        while quota.take(1, for: "a") { first += 1 }
        #expect(first == 129)
        for other in ["b", "c", "d"] { #expect(quota.take(1, for: other)) }
        quota.giveBack(first, of: "a")
        #expect(quota.total == 3 && quota.take(200, for: "a"))
        #expect(!quota.take(54, for: "b") && quota.take(53, for: "b"))
        #expect(!quota.take(1, for: "e") && !quota.take(0, for: "a"))
    }
}
