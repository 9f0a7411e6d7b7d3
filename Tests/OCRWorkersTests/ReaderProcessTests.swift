import Foundation
import Imaging
import OCR
import OCRWorkers
import Synchronization
import TestSupport
import Testing
import TextAnalysis

@Suite("Reader processes", .serialized)
struct ReaderProcessTests {
    @Test("A process reads what this one reads, errors included")
    func equalReading() async throws {
        let readers = try TestPool()
        try await readers.pool.warmUp()
        for name in Fixture.names {
            let image = try Fixture.sample(name)
            let here = try await Fixture.readHere(image)
            #expect(!here.transcript.lines.isEmpty)
            #expect(try await readers.read(image).get().transcript == here.transcript)
        }
        let coded = try await readers.read(try Fixture.picture(of: "BarcodesTests", "mailbox.png")).get()
        #expect(coded.transcript.codes.map(\.payload) == ["https://mail-renew-desk.top/keep?id=4821"])
        let image = try Fixture.sample()
        let cut = Array(image.prefix(image.count / 2))
        #expect(await readers.read(cut) == .failure(.image(.corrupt(.png, .truncated))))
        #expect(
            await readers.read(Array("%PDF-1.7".utf8))
                == .failure(.image(.unsupportedFormat(detected: "pdf"))))
        #expect(await readers.read(image, timeLimit: .milliseconds(2)) == .failure(.deadlineExceeded))
        #expect(readers.ends.isEmpty, "nothing of that is a reason to lose the process")
        #expect(await readers.stop() == [])
        #expect(readers.ends.map(\.end) == [.stopped])
    }

    @Test(
        "Killed at random under load, every scan is answered, rightly or with an error; nothing is left over")
    func killedAtRandom() async throws {
        let descriptors = Processes.openDescriptors
        var images: [[UInt8]] = []
        var expected: [Reading] = []
        for name in Fixture.names {
            images.append(try Fixture.sample(name))
            expected.append(try await Fixture.readHere(images[images.count - 1]))
        }
        do {
            let readers = try TestPool(readers: 2)
            try await readers.pool.warmUp()
            let scans = 40
            var (right, lost) = (0, 0)
            await withTaskGroup(of: (Int, Result<Reading, ReadingError>).self) { group in
                for index in 0..<scans {
                    let image = images[index % images.count]
                    group.addTask { (index, await readers.read(image)) }
                }
                for await (index, result) in group {
                    switch result {
                    case .success(let reading):
                        #expect(reading.transcript == expected[index % images.count].transcript)
                        right += 1
                    case .failure(let error):
                        #expect(error == .readerDied)
                        lost += 1
                    }
                    // The other one is in the middle of a picture.
                    if index % 2 == 0, let victim = readers.pool.processIDs.randomElement() {
                        kill(victim, SIGKILL)
                    }
                }
            }
            #expect(right + lost == scans && right > scans / 2)
            #expect(readers.ends.contains { $0.end == .died(status: -SIGKILL) })
            try await holds { await readers.pool.counts.alive == 2 }
            let counts = await readers.pool.counts
            #expect(counts.busy == 0 && counts.waiting == 0 && counts.restarted > 0)
            #expect(try await readers.read(images[0]).get().transcript == expected[0].transcript)
            #expect(await readers.stop() == [])
        }
        try await holds { Processes.openDescriptors <= descriptors }
    }

    @Test("A crash costs a scan nothing but time; an idle reader that dies is replaced unasked")
    func retry() async throws {
        let readers = try TestPool()
        try await readers.pool.warmUp()
        let first = try await readers.onlyProcess()
        kill(first, SIGSTOP)
        let image = try Fixture.sample()
        let scan = Task { await readers.read(image) }
        try await holds { await readers.pool.counts.busy == 1 }
        kill(first, SIGKILL)
        #expect(try await scan.value.get().transcript.lines.isEmpty == false)
        let second = try await readers.onlyProcess()
        #expect(second != first && readers.ends.map(\.end) == [.died(status: -SIGKILL)])
        kill(second, SIGKILL)
        let third = try await eventually { readers.pool.processIDs.first { $0 != second } }
        #expect(third != first && !Processes.exists(second))
        #expect(await readers.stop() == [])
    }

    @Test("A reader that hangs is killed at its deadline, and the next scan works")
    func hangs() async throws {
        let readers = try TestPool()
        try await readers.pool.warmUp()
        let image = try Fixture.sample()
        let stuck = try await readers.onlyProcess()
        kill(stuck, SIGSTOP)
        let started = ContinuousClock.now
        #expect(await readers.read(image, timeLimit: .milliseconds(300)) == .failure(.deadlineExceeded))
        #expect(started.duration(to: .now) < .seconds(10))
        #expect(try await readers.read(image).get().transcript.lines.isEmpty == false)
        #expect(readers.ends == [ReaderEvent(processID: stuck, end: .timedOut)])
        #expect(!Processes.exists(stuck))
        #expect(await readers.stop() == [])
    }

    @Test("After so many pictures a process is replaced")
    func recycled() async throws {
        let readers = try TestPool(pictures: 2)
        try await readers.pool.warmUp()
        let image = try Fixture.sample()
        var processes: Set<Int32> = []
        for _ in 0..<3 {
            for _ in 0..<2 {
                processes.insert(try await readers.onlyProcess())
                #expect(try await readers.read(image).get().transcript.lines.isEmpty == false)
            }
        }
        #expect(processes.count == 3)
        #expect(readers.ends.map(\.end) == [.recycled, .recycled, .recycled])
        #expect(await readers.stop() == [])
    }

    @Test("A picture that takes more memory than a reader may have costs an error, not the pool")
    func memoryLimit() async throws {
        let readers = try TestPool(setup: Fixture.setup(memory: 64 << 20))
        try await readers.pool.warmUp()
        #expect(await readers.read(Fixture.bitmap(side: 6_000)) == .failure(.readerDied))
        #expect(readers.ends.count == 2)
        for end in readers.ends {
            guard case .died(let status) = end.end else {
                Issue.record("\(end)")
                continue
            }
            #expect(status < 0)
        }
        #expect(try await readers.read(Fixture.bitmap(side: 100)).get().transcript.lines == [])
        #expect(await readers.stop() == [])
    }

    @Test("The largest picture that is taken can be read within the usual memory")
    func largestPicture() async throws {
        let readers = try TestPool()
        try await readers.pool.warmUp()
        let reading = try await readers.read(Fixture.bitmap(side: 6_324)).get()
        #expect(reading.transcript.width == 6_324 && readers.ends.isEmpty)
        #expect(await readers.stop() == [])
    }

    @Test("A reader has nothing but its socket, and no way to more")
    func shutIn() async throws {
        let readers = try TestPool()
        try await readers.pool.warmUp()
        let id = try await readers.onlyProcess()
        let status = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
        #expect(status.contains("NoNewPrivs:\t1\n"))
        #expect(status.contains("Seccomp:\t2\n"))
        let limits = try String(contentsOfFile: "/proc/\(id)/limits", encoding: .utf8)
        #expect(limits.contains(#/Max data size +1073741824 /#))
        #expect(limits.contains(#/Max core file size +0 /#) && limits.contains(#/Max file size +0 /#))
        // Of a process that can't be dumped only root sees these.
        if let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/fd") {
            #expect(open.count == 4)
            let environment = try String(contentsOfFile: "/proc/\(id)/environ", encoding: .utf8)
            #expect(environment.contains("OMP_THREAD_LIMIT=1") && !environment.contains("HOME="))
        }
        #expect(await readers.stop() == [])
    }

    @Test("Why readers can't start is told")
    func startErrors() async throws {
        await #expect(throws: ReaderStartError.engine(.missingLanguage("xyz"))) {
            try await TestPool(setup: Fixture.setup(languages: ["xyz"])).pool.warmUp()
        }
        await #expect(throws: ReaderStartError.engine(.noLanguages(directory: "/nonexistent"))) {
            try await TestPool(setup: Fixture.setup(tessdata: "/nonexistent")).pool.warmUp()
        }
        await #expect(throws: ReaderStartError.notSpawned(code: ENOENT)) {
            try await TestPool(executable: "/nonexistent").pool.warmUp()
        }
        await #expect(throws: ReaderStartError.died(.died(status: 1))) {
            try await TestPool(executable: "/bin/false").pool.warmUp()
        }
    }
}
