import Scanning
import Synchronization
import Testing

@Suite("Workers report their progress", .serialized)
struct ProgressTests {
    private final class Heard: Sendable {
        private let updates = Mutex<[ScanProgress]>([])
        var all: [ScanProgress] { updates.withLock { $0 } }
        func add(_ update: ScanProgress) { updates.withLock { $0.append(update) } }
    }

    private func check(_ heard: [ScanProgress]) throws {
        #expect(heard.first == .decoding)
        let lines = heard.dropFirst().map { progress -> (read: Int, of: Int) in
            if case .reading(let read, let total) = progress { (read, total) } else { (-1, -1) }
        }
        let total = try #require(lines.first?.of)
        #expect(total > 3 && lines.first?.read == 0 && lines.last?.read == total)
        #expect(lines.allSatisfy { $0.of == total })
        #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.read < $1.read })
    }

    @Test("From none of the lines to all of them, alone and with shared work", arguments: [1, 2])
    func lines(_ count: Int) async throws {
        let workers = try TestPool(workers: count)
        try await workers.pool.warmUp()
        let heard = Heard()
        let image = try Fixture.sample()
        let reading = try await workers.pool.read(
            image, languages: ["eng"], timeLimit: .seconds(60), for: .one, progress: { heard.add($0) })
        try check(heard.all)
        // An observer changes nothing of the result.
        #expect(try Fixture.readHere(image).transcript == reading.transcript)
        #expect(await workers.stop() == [])
    }
}
