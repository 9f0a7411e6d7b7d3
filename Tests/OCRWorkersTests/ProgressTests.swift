import OCRWorkers
import Synchronization
import Testing

/// What a reader says while it reads.
@Suite("Readers tell how far they are", .serialized)
struct ProgressTests {
    private final class Heard: Sendable {
        private let updates = Mutex<[ReadingProgress]>([])
        var all: [ReadingProgress] { updates.withLock { $0 } }
        func add(_ update: ReadingProgress) { updates.withLock { $0.append(update) } }
    }

    private func check(_ heard: [ReadingProgress]) throws {
        #expect(heard.first == .begun)
        let lines = heard.dropFirst().map { progress -> (read: Int, of: Int) in
            if case .lines(let read, let total) = progress { (read, total) } else { (-1, -1) }
        }
        let total = try #require(lines.first?.of)
        #expect(total > 3 && lines.first?.read == 0 && lines.last?.read == total)
        #expect(lines.allSatisfy { $0.of == total })
        #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.read < $1.read })
    }

    @Test("From none of the lines to all of them, alone and with another's help", arguments: [1, 2])
    func lines(_ count: Int) async throws {
        let readers = try TestPool(readers: count)
        try await readers.pool.warmUp()
        let heard = Heard()
        let image = try Fixture.sample()
        let reading = try await readers.pool.read(
            image, languages: ["eng"], timeLimit: .seconds(60), progress: { heard.add($0) })
        try check(heard.all)
        // Whoever listens, the same is read.
        #expect(try await Fixture.readHere(image).transcript == reading.transcript)
        #expect(await readers.stop() == [])
    }
}
