import Foundation
import OCRWorkers
import Testing

/// Two readers at one picture.
@Suite("Readers that help each other", .serialized)
struct HelpTests {
    @Test("A reader that has nothing to do reads half of the lines, and nothing else changes")
    func helped() async throws {
        let readers = try TestPool(readers: 2)
        try await readers.pool.warmUp()
        for (index, name) in Fixture.names.enumerated() {
            let image = try Fixture.sample(name)
            let here = try await Fixture.readHere(image)
            #expect(try await readers.read(image).get().transcript == here.transcript)
            #expect(await readers.pool.counts.helped == index + 1)
        }
        #expect(readers.ends.isEmpty)
        #expect(await readers.stop() == [])
    }

    @Test("Help that doesn't come is not waited for")
    func hangingHelper() async throws {
        let readers = try TestPool(readers: 2)
        try await readers.pool.warmUp()
        let image = try Fixture.sample()
        // The last one warmed up gets the picture.
        let helper = try #require(readers.pool.processIDs.first)
        kill(helper, SIGSTOP)
        let reading = try await readers.read(image).get()
        #expect(try await Fixture.readHere(image).transcript == reading.transcript)
        #expect(await readers.pool.counts.helped == 0)
        kill(helper, SIGCONT)
        // What comes late is nobody's.
        try await holds { await readers.pool.counts.busy == 0 }
        #expect(try await readers.read(image).get().transcript == reading.transcript)
        #expect(readers.ends.isEmpty)
        #expect(await readers.stop() == [])
    }

    @Test("A helper that dies costs nothing but itself")
    func dyingHelper() async throws {
        let readers = try TestPool(readers: 2)
        try await readers.pool.warmUp()
        let image = try Fixture.sample()
        let helper = try #require(readers.pool.processIDs.first)
        kill(helper, SIGSTOP)
        async let reading = readers.read(image)
        try await holds { await readers.pool.counts.busy == 2 }
        kill(helper, SIGKILL)
        #expect(try await Fixture.readHere(image).transcript == reading.get().transcript)
        try await holds { await readers.pool.counts.busy == 0 && readers.pool.processIDs.count == 2 }
        #expect(readers.ends.map(\.processID) == [helper])
        #expect(await readers.stop() == [])
    }
}
