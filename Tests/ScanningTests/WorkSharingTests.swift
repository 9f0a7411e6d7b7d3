import Foundation
import Scanning
import SystemSupport
import TestSupport
import Testing

@Suite("Work sharing", .serialized)
struct WorkSharingTests {
    @Test("An idle worker reads half of the lines, and the result stays the same")
    func shared() async throws {
        let workers = try TestPool(workers: 2)
        try await workers.pool.warmUp()
        for name in Fixture.names {
            let image = try Fixture.sample(name)
            let before = await workers.pool.counts.shared
            let here = try Fixture.readHere(image)
            // On a busy machine the idle worker's half may come too late, and then the image's worker reads it itself.
            let isShared = await isEventuallyTrue {
                let reading = try? await workers.read(image).get()
                #expect(reading?.transcript == here.transcript)
                return await workers.pool.counts.shared > before
            }
            #expect(isShared)
        }
        #expect(workers.ends.isEmpty)
        #expect(await workers.stop() == [])
    }

    @Test("A worker that does not read its share is not waited for")
    func hanging() async throws {
        let workers = try TestPool(workers: 2)
        try await workers.pool.warmUp()
        let image = try Fixture.sample()
        // The worker that was warmed up last gets the image, so the first one gets the lines.
        let other = try #require(workers.pool.processIDs.first)
        kill(other, SIGSTOP)
        let reading = try await workers.read(image).get()
        #expect(try Fixture.readHere(image).transcript == reading.transcript)
        #expect(await workers.pool.counts.shared == 0)
        kill(other, SIGCONT)
        // The late reply is dropped.
        try await holds { await workers.pool.counts.busy == 0 }
        #expect(try await workers.read(image).get().transcript == reading.transcript)
        #expect(workers.ends.isEmpty)
        #expect(await workers.stop() == [])
    }

    @Test("A worker that dies over its share costs nothing but itself")
    func dying() async throws {
        let workers = try TestPool(workers: 2)
        try await workers.pool.warmUp()
        let image = try Fixture.sample()
        let other = try #require(workers.pool.processIDs.first)
        kill(other, SIGSTOP)
        async let reading = workers.read(image)
        try await holds { await workers.pool.counts.busy == 2 }
        kill(other, SIGKILL)
        #expect(try await Fixture.readHere(image).transcript == reading.get().transcript)
        try await holds { await workers.pool.counts.busy == 0 && workers.pool.processIDs.count == 2 }
        #expect(workers.ends.map(\.processID) == [other])
        #expect(await workers.stop() == [])
    }
}
