import Foundation
import Imaging
import TestSupport
import Testing
import TypeSafeAPI

@Suite("The server and its worker processes")
struct WorkerProcessesTests {
    /// Whether a process runs, sleeps or is stopped. A zombie, which has ended and is still listed, doesn't count.
    private func isAlive(_ process: Int32) -> Bool {
        guard let state = state(of: process) else { return false }
        return state != "Z" && state != "X"
    }

    private func state(of process: Int32) -> Character? {
        (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8))?
            .split(separator: ")").last?.dropFirst().first
    }

    private func scan(_ server: ServerProcess) async throws -> ServiceClient.Answer {
        try await ServiceClient(server: server).scan(
            form: [.image(try Sample.image("scam-parcel-imessage-light.png"))])
    }

    @Test("Starts as many as asked, loses them without losing a scan, and takes them along")
    func life() async throws {
        let server = try await ServerProcess(arguments: ["--workers", "2"])
        let workers = server.workers
        #expect(workers.count == 2)
        for worker in workers { kill(worker, SIGKILL) }
        #expect(try await scan(server).decoded(ScanResponse.self).riskLevel == .high)
        let replaced = try await eventually(within: 20) {
            let now = server.workers
            return now.count == 2 && Set(now).isDisjoint(with: workers) ? now : nil
        }
        server.signal(SIGTERM)
        #expect(try await server.exitStatus() == 0)
        for worker in replaced { #expect(!isAlive(worker)) }
    }

    @Test("A server that is killed leaves no worker behind, not even one that hangs")
    func killed() async throws {
        let server = try await ServerProcess(arguments: ["--workers", "2"])
        let workers = server.workers
        #expect(workers.count == 2)
        kill(workers[0], SIGSTOP)
        server.signal(SIGKILL)
        _ = try await eventually(within: 20) { workers.contains(where: isAlive) ? nil : true }
    }

    @Test("SIGTERM and SIGINT to the workers too, as supervisors and terminals send them, end no scan")
    func signalsToAll() async throws {
        let server = try await ServerProcess(arguments: ["--workers", "1"])
        let worker = try #require(server.workers.first)
        kill(worker, SIGTERM)
        kill(worker, SIGINT)
        #expect(try await scan(server).status == 200)
        #expect(server.workers == [worker])
    }

    @Test("A client that goes takes its scan along")
    func clientGoes() async throws {
        let server = try await ServerProcess(arguments: ["--workers", "1"], limits: ["scan_seconds": 600])
        let worker = try #require(server.workers.first)
        let image = try Sample.image("scam-parcel-imessage-light.png")
        do {
            let client = try RawClient(port: server.port)
            // The connection must be reset. A client that only ends its own side may still wait for the answer.
            client.resetAtEnd()
            try await client.send(
                "POST /scan-image HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\n"
                    + "Content-Length: \(image.count)\r\n\r\n")
            try await client.send(Array(image))
            // The worker has begun to read the image. It is then stopped in the middle of it.
            _ = try await eventually(within: 20) { state(of: worker) == "R" ? true : nil }
            kill(worker, SIGSTOP)
        }
        _ = try await eventually(within: 20) { isAlive(worker) ? nil : true }
        #expect(try await scan(server).status == 200)
    }

    @Test("A hung worker is a time-out to its client, and waiting too long is refused")
    func deadlines() async throws {
        let server = try await ServerProcess(
            // The scans are sent at once, but on a busy machine one may arrive seconds after the other.
            arguments: ["--workers", "1"], limits: ["scan_seconds": 10, "queue_seconds": 1])
        let worker = try #require(server.workers.first)
        kill(worker, SIGSTOP)
        async let first = scan(server).decoded(Problem.self)
        // The second image differs from the first. With the same image, both requests would share one reading and one
        // fate.
        let other = try Sample.image("benign-code-android-light.png")
        async let second = ServiceClient(server: server).scan(image: other).decoded(Problem.self)
        let kinds = try await [first.kind, second.kind]
        #expect(Set(kinds) == [.scanTimeout, .busy])
        // The next worker may take longer to start than a scan waits on a busy machine.
        let third = try await eventually(within: 20) {
            let answer = try await ServiceClient(server: server).scan(image: BlankPicture.png)
            return answer.status == 503 ? nil : answer
        }
        #expect(third.status == 200)
        #expect(await isEventuallyTrue { server.log.contains("timed_out") })
    }

    @Test("A picture that takes too much processor time is a time-out of its own, and is not read again")
    func processorTime() async throws {
        let server = try await ServerProcess(
            arguments: ["--workers", "1"], limits: ["scan_seconds": 600, "scan_cpu_seconds": 1])
        let worker = try #require(server.workers.first)
        let answer = try await ServiceClient(server: server).scan(
            image: try Self.manyScreens("benign-reminder-android-dark.png"))
        let problem = try answer.decoded(Problem.self)
        #expect(answer.status == 503 && problem.kind == .scanTimeout && problem.detail.contains("after 1 s"))
        _ = try await eventually(within: 20) { server.log.contains("timed_out (code -27)") ? true : nil }
        #expect(!isAlive(worker))
        #expect(await isEventuallyTrue { server.log.matches(of: /worker ended/).count == 1 })
        _ = try await eventually(within: 20) { server.workers.first }
    }

    /// A sample, often on one picture of one bit for each pixel, so large that more than reading its lines takes too long.
    private static func manyScreens(_ name: String) throws -> Data {
        let screen = try ImageDecoder().decode(Array(try Sample.image(name)))
        let copies = 40
        let bytes = screen.width / 8
        let padding = [UInt8](repeating: 0, count: (4 - bytes % 4) % 4)
        var rows: [UInt8] = []
        for y in (0..<screen.height).reversed() {
            for byte in 0..<bytes {
                var packed: UInt8 = 0
                for x in byte * 8..<byte * 8 + 8 { packed = packed << 1 | (screen[x, y] > 127 ? 1 : 0) }
                rows.append(packed)
            }
            rows += padding
        }
        func little(_ value: Int, _ width: Int) -> [UInt8] {
            (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let offset = 14 + 40 + 8
        var file = Data("BM".utf8)
        for value in [offset + rows.count * copies, 0, offset, 40, bytes * 8, screen.height * copies] {
            file += little(value, 4)
        }
        file += little(1, 2) + little(1, 2) + [UInt8](repeating: 0, count: 24)
        file += [0, 0, 0, 0, 255, 255, 255, 0] as [UInt8]
        for _ in 0..<copies { file += rows }
        return file
    }

    @Test("Workers are replaced after as many pictures as set, and get the memory set")
    func settings() async throws {
        let server = try await ServerProcess(
            arguments: ["--workers", "1"], limits: ["worker_images": 1, "worker_mib": 300])
        let first = try #require(server.workers.first)
        let limits = try String(contentsOfFile: "/proc/\(first)/limits", encoding: .utf8)
        #expect(limits.contains(#/Max data size +314572800 /#))
        #expect(try await scan(server).status == 200)
        _ = try await eventually(within: 20) {
            server.workers.first { $0 != first }
        }
        #expect(!isAlive(first))
    }

    @Test("The mode of workers does nothing when it is typed")
    func mode() throws {
        #expect(try ServerProcess.run(["worker"]).status == 64)
    }
}
