import Foundation
import Imaging
import OCR
import Scanning
import SystemSupport
import Synchronization
import TestSupport
import Testing
import TextAnalysis

@Suite("Worker processes", .serialized)
struct WorkerProcessTests {
    @Test("A worker reads what this process reads, errors included")
    func equalReading() async throws {
        let workers = try TestPool()
        try await workers.pool.warmUp()
        for name in Fixture.names {
            let image = try Fixture.sample(name)
            let here = try Fixture.readHere(image)
            #expect(!here.transcript.lines.isEmpty)
            #expect(try await workers.read(image).get().transcript == here.transcript)
        }
        let coded = try await workers.read(try Fixture.picture(of: "OCRTests", "barcodes/mailbox.png")).get()
        #expect(coded.transcript.codes.map(\.payload) == ["https://mail-renew-desk.top/keep?id=4821"])
        let image = try Fixture.sample()
        let cut = Array(image.prefix(image.count / 2))
        #expect(await workers.read(cut) == .failure(.image(.corrupt(.png, .truncated))))
        #expect(
            await workers.read(Array("%PDF-1.7".utf8))
                == .failure(.image(.unsupportedFormat(detected: "pdf"))))
        #expect(
            await workers.read(image, timeLimit: .milliseconds(2))
                == .failure(.deadlineExceeded(limit: .milliseconds(2))))
        #expect(workers.ends.isEmpty, "nothing of that is a reason to lose the process")
        #expect(await workers.stop() == [])
        #expect(workers.ends.map(\.exit) == [.stopped])
    }

    @Test(
        "Killed at random under load, every scan is answered, rightly or with an error; nothing is left over")
    func killedAtRandom() async {
        // In a process of its own, as it counts the process's open sockets.
        await #expect(processExitsWith: .success) {
            try await WorkerProcessTests.scanWhileWorkersAreKilled()
        }
    }

    private static func scanWhileWorkersAreKilled() async throws {
        let sockets = Processes.openSockets
        var random = SeededGenerator(state: 20_261_122)
        var images: [[UInt8]] = []
        var expected: [Reading] = []
        for name in Fixture.names {
            images.append(try Fixture.sample(name))
            expected.append(try Fixture.readHere(images[images.count - 1]))
        }
        do {
            let workers = try TestPool(workers: 2)
            try await workers.pool.warmUp()
            let scans = 40
            var (right, lost) = (0, 0)
            await withTaskGroup(of: (Int, Result<Reading, ScanError>).self) { group in
                for index in 0..<scans {
                    let image = images[index % images.count]
                    group.addTask { (index, await workers.read(image)) }
                }
                for await (index, result) in group {
                    switch result {
                    case .success(let reading):
                        #expect(reading.transcript == expected[index % images.count].transcript)
                        right += 1
                    case .failure(let error):
                        #expect(error == .workerDied)
                        lost += 1
                    }
                    // The other worker is in the middle of an image.
                    if index % 2 == 0, let victim = workers.pool.processIDs.randomElement(using: &random) {
                        kill(victim, SIGKILL)
                    }
                }
            }
            #expect(right + lost == scans && right > scans / 2)
            #expect(workers.ends.contains { $0.exit == .died && $0.code == -SIGKILL })
            try await holds { await workers.pool.counts.alive == 2 }
            let counts = await workers.pool.counts
            #expect(counts.busy == 0 && counts.waiting == 0 && counts.restarted > 0)
            #expect(try await workers.read(images[0]).get().transcript == expected[0].transcript)
            #expect(await workers.stop() == [])
        }
        try await holds { Processes.openSockets <= sockets }
    }

    @Test("A crash costs a scan nothing but time; an idle worker that dies is replaced by itself")
    func retry() async throws {
        let workers = try TestPool()
        try await workers.pool.warmUp()
        let first = try await workers.onlyProcess()
        kill(first, SIGSTOP)
        let image = try Fixture.sample()
        let scan = Task { await workers.read(image) }
        try await holds { await workers.pool.counts.busy == 1 }
        kill(first, SIGKILL)
        #expect(try await scan.value.get().transcript.lines.isEmpty == false)
        let second = try await workers.onlyProcess()
        #expect(
            second != first
                && workers.ends == [WorkerTermination(processID: first, exit: .died, code: -SIGKILL)])
        kill(second, SIGKILL)
        let third = try await eventually { workers.pool.processIDs.first { $0 != second } }
        #expect(third != first && !Processes.exists(second))
        #expect(await workers.stop() == [])
    }

    @Test("A worker that hangs is killed at its deadline, and the next scan works")
    func hangs() async throws {
        let workers = try TestPool()
        try await workers.pool.warmUp()
        let image = try Fixture.sample()
        let stuck = try await workers.onlyProcess()
        kill(stuck, SIGSTOP)
        let started = ContinuousClock.now
        #expect(
            await workers.read(image, timeLimit: .milliseconds(300))
                == .failure(.deadlineExceeded(limit: .milliseconds(300))))
        #expect(started.duration(to: .now) < .seconds(10))
        #expect(try await workers.read(image).get().transcript.lines.isEmpty == false)
        #expect(workers.ends == [WorkerTermination(processID: stuck, exit: .timedOut)])
        #expect(!Processes.exists(stuck))
        #expect(await workers.stop() == [])
    }

    @Test("After its number of images a process is replaced")
    func recycled() async throws {
        let workers = try TestPool(maxRequests: 2)
        try await workers.pool.warmUp()
        let image = try Fixture.sample()
        var processes: Set<Int32> = []
        for _ in 0..<3 {
            for _ in 0..<2 {
                processes.insert(try await workers.onlyProcess())
                #expect(try await workers.read(image).get().transcript.lines.isEmpty == false)
            }
        }
        #expect(processes.count == 3)
        #expect(workers.ends.map(\.exit) == [.recycled, .recycled, .recycled])
        #expect(await workers.stop() == [])
    }

    @Test("An image that takes more memory than a worker may use costs an error, not the pool")
    func memoryLimit() async throws {
        let workers = try TestPool(setup: Fixture.setup(memory: 64 << 20))
        try await workers.pool.warmUp()
        #expect(await workers.read(Fixture.bitmap(side: 6_000)) == .failure(.workerDied))
        #expect(workers.ends.count == 2)
        for end in workers.ends {
            #expect(end.exit == .died)
            #expect(try #require(end.code) < 0)
        }
        #expect(try await workers.read(Fixture.bitmap(side: 100)).get().transcript.lines == [])
        #expect(await workers.stop() == [])
    }

    @Test("An image that takes too much processor time ends its worker at once, and is not read again")
    func processorTime() async throws {
        let workers = try TestPool(setup: Fixture.setup(processorTime: .milliseconds(20)))
        try await workers.pool.warmUp()
        let first = try await workers.onlyProcess()
        let image = try Fixture.sample()
        #expect(await workers.read(image) == .failure(.deadlineExceeded(limit: .milliseconds(20))))
        #expect(workers.ends == [WorkerTermination(processID: first, exit: .timedOut, code: -SIGPROF)])
        #expect(try await workers.onlyProcess() != first)
        #expect(await workers.stop() == [])
    }

    @Test("A reading whose lines there was no time for says so")
    func unreadLines() throws {
        let image = try Fixture.sample()
        let reading = try Fixture.reader(processorTime: .zero)
            .read(image, languages: ["eng"], timeLimit: .seconds(60))
        #expect(!reading.isWhole && reading.transcript.lines.isEmpty)
        #expect(try Fixture.readHere(image).isWhole)
    }

    @Test("The largest accepted image can be read within the default memory")
    func largestPicture() async throws {
        let workers = try TestPool()
        try await workers.pool.warmUp()
        let reading = try await workers.read(Fixture.bitmap(side: 6_324)).get()
        #expect(reading.transcript.width == 6_324 && workers.ends.isEmpty)
        #expect(await workers.stop() == [])
    }

    @Test("A worker has nothing but its socket, and no way to more")
    func shutIn() async throws {
        let workers = try TestPool()
        try await workers.pool.warmUp()
        let id = try await workers.onlyProcess()
        let status = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
        #expect(status.contains("NoNewPrivs:\t1\n"))
        #expect(status.contains("Seccomp:\t2\n"))
        #expect(status.contains("CapEff:\t0000000000000000\n"))
        #expect(status.contains("CapPrm:\t0000000000000000\n"))
        // The server's own user, or nobody if that is root.
        let user = geteuid() == 0 ? 65_534 : geteuid()
        #expect(status.contains("Uid:\t\(user)\t\(user)\t\(user)\t\(user)\n"))
        if geteuid() == 0 { #expect(status.contains("Groups:\t \n")) }
        #expect(try #require(workers.pool.protections).missing == [])
        let limits = try String(contentsOfFile: "/proc/\(id)/limits", encoding: .utf8)
        #expect(limits.contains(#/Max data size +1073741824 /#))
        #expect(
            limits.contains(#/Max nice priority +0 +0/#) && limits.contains(#/Max realtime priority +0 +0/#))
        #expect(limits.contains(#/Max core file size +0 /#) && limits.contains(#/Max file size +0 /#))
        // Only root may see these of a process that can't be dumped.
        if let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/fd") {
            #expect(open.count == 4)
            let environment = try String(contentsOfFile: "/proc/\(id)/environ", encoding: .utf8)
            #expect(environment.contains("OMP_THREAD_LIMIT=1") && !environment.contains("HOME="))
        }
        #expect(await workers.stop() == [])
    }

    @Test("A worker that keeps rights is not used where the sandbox is required")
    func requiredSandbox() async throws {
        // A script that greets as a worker on a kernel without seccomp and Landlock would.
        let script = FileManager.default.temporaryDirectory.appendingPathComponent("worker-\(UUID()).sh")
        let greeting =
            #"printf '\014\000\000\000+\000\000\000\000\001\001\001\000\000\000\000' >&3; exec sleep 60"#
        try Data("#!/bin/bash\n\(greeting)\n".utf8).write(to: script)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
        defer { try? FileManager.default.removeItem(at: script) }
        let lax = try TestPool(executable: script.path)
        try await lax.pool.warmUp()
        #expect(lax.pool.protections?.missing == [.systemCalls, .landlock])
        #expect(await lax.stop() == [])
        let strict = try TestPool(executable: script.path, requiresSandbox: true)
        let end = try await #require(
            #expect(throws: WorkerTermination.self) { try await strict.pool.warmUp() })
        #expect(end.exit == .unprotected && end.missing == [.systemCalls, .landlock])
        #expect("\(end)" == "unprotected (without system_calls, landlock)")
        #expect(await strict.stop() == [])
        let real = try TestPool(requiresSandbox: true)
        try await real.pool.warmUp()
        #expect(await real.stop() == [])
    }

    @Test("The reason why workers can't start is reported")
    func startErrors() async throws {
        func end(of pool: TestPool) async throws -> WorkerTermination {
            try #require(await #expect(throws: WorkerTermination.self) { try await pool.pool.warmUp() })
        }
        let missing = try await end(of: TestPool(setup: Fixture.setup(languages: ["xyz"])))
        #expect(missing.exit == .unusable && missing.engineError == .missingLanguage("xyz"))
        let nowhere = try await end(of: TestPool(setup: Fixture.setup(tessdata: "/nonexistent")))
        #expect(
            nowhere.exit == .unusable && nowhere.engineError == .noLanguages(directory: "/nonexistent"))
        let unspawned = try await end(of: TestPool(executable: "/nonexistent"))
        #expect(unspawned == WorkerTermination(processID: 0, exit: .notSpawned, code: ENOENT))
        let dead = try await end(of: TestPool(executable: "/bin/false"))
        #expect(dead.exit == .died && dead.code == 1)
    }
}
