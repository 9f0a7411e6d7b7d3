import TestSupport
import Testing

@testable import SystemSupport

@Suite("Turns of clients")
struct FairQueueTests {
    private struct Element: Equatable {
        let client: Int
        let number: UInt64
    }

    /// A queue that is filled and emptied at random, beside what each client waits for.
    private struct Model {
        var queue: FairQueue<Int, Element>
        var waiting: [Int: [UInt64]] = [:]
        var next: UInt64 = 0

        mutating func insert(for client: Int) -> FairQueue<Int, Element>.Insertion {
            next += 1
            let insertion = queue.insert(Element(client: client, number: next), id: next, for: client)
            switch insertion {
            case .inserted: waiting[client, default: []].append(next)
            case .replaced(let other):
                #expect(waiting[other.client]?.popLast() == other.number, "the newest loses its place")
                waiting[client, default: []].append(next)
            case .refused: break
            }
            return insertion
        }
    }

    @Test("No client waits for more than one element of each other client; one's own come in order")
    func roundRobin() {
        var random = SeededGenerator(state: 17)
        for _ in 0..<50 {
            var model = Model(queue: FairQueue(capacity: 40))
            /// Elements of each other client that were served since the client last had its turn, or began to wait.
            var passed: [Int: [Int: Int]] = [:]
            for _ in 0..<600 {
                let client = Int.random(in: 0..<5, using: &random)
                switch Int.random(in: 0..<10, using: &random) {
                case 0..<5:
                    if model.waiting[client, default: []].isEmpty { passed[client] = [:] }
                    _ = model.insert(for: client)
                case 5:
                    guard let id = model.waiting[client]?.randomElement(using: &random) else { continue }
                    #expect(model.queue.remove(id, of: client)?.number == id)
                    #expect(model.queue.remove(id, of: client) == nil)
                    model.waiting[client]?.removeAll { $0 == id }
                default:
                    guard let served = model.queue.popFirst() else {
                        #expect(model.waiting.values.allSatisfy { $0.isEmpty })
                        continue
                    }
                    #expect(model.waiting[served.client]?.removeFirst() == served.number)
                    passed[served.client] = [:]
                    for (other, numbers) in model.waiting where other != served.client && !numbers.isEmpty {
                        passed[other, default: [:]][served.client, default: 0] += 1
                        #expect(passed[other]?[served.client] == 1)
                    }
                }
                #expect(model.queue.count == model.waiting.values.map(\.count).reduce(0, +))
            }
        }
    }

    @Test(
        "A full queue has room for a client with less than another; nobody loses a place to one with as many")
    func full() {
        var random = SeededGenerator(state: 18)
        for _ in 0..<50 {
            let capacity = Int.random(in: 0..<12, using: &random)
            var model = Model(queue: FairQueue(capacity: capacity))
            for _ in 0..<200 {
                let client = Int.random(in: 0..<4, using: &random)
                let before = model.waiting.mapValues(\.count)
                let most = before.values.max() ?? 0
                let hasRoom = model.queue.hasRoom(for: client)
                switch model.insert(for: client) {
                case .inserted: #expect(hasRoom && before.values.reduce(0, +) < capacity)
                case .replaced(let other):
                    #expect(hasRoom && before[other.client] == most && before[client, default: 0] + 1 < most)
                case .refused:
                    #expect(
                        !hasRoom && model.queue.count == capacity && before[client, default: 0] + 1 >= most)
                }
                #expect(model.queue.count <= capacity)
            }
            // Nobody who asks for more gets more than others who ask for as much.
            let counts = (0..<4).map { model.queue.count(of: $0) }
            #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= 1)
        }
    }
}
