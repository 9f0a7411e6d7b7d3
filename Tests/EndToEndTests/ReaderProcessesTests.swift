import Foundation
import TestSupport
import Testing
import TypeSafeAPI

@Suite("The server and its reader processes")
struct ReaderProcessesTests {
    /// A process's children; the dead that nobody has asked about count too.
    private func children(of process: Int32) -> [Int32] {
        let tasks = "/proc/\(process)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        return threads.flatMap { thread in
            ((try? String(contentsOfFile: "\(tasks)/\(thread)/children", encoding: .utf8)) ?? "")
                .split(separator: " ").compactMap { Int32($0) }
        }
    }

    /// Running, sleeping or stopped; a zombie whose parent has died is the system's to bury.
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
        let server = try await ServerProcess(arguments: ["--readers", "2"])
        let readers = children(of: server.processID)
        #expect(readers.count == 2)
        for reader in readers { kill(reader, SIGKILL) }
        #expect(try await scan(server).decoded(ScanResponse.self).riskLevel == .high)
        let replaced = try await eventually(within: 20) {
            let now = children(of: server.processID)
            return now.count == 2 && Set(now).isDisjoint(with: readers) ? now : nil
        }
        server.signal(SIGTERM)
        #expect(try await server.exitStatus() == 0)
        for reader in replaced { #expect(!isAlive(reader)) }
    }

    @Test("A server that is killed leaves no reader behind, not even one that hangs")
    func killed() async throws {
        let server = try await ServerProcess(arguments: ["--readers", "2"])
        let readers = children(of: server.processID)
        #expect(readers.count == 2)
        kill(readers[0], SIGSTOP)
        server.signal(SIGKILL)
        _ = try await eventually(within: 20) { readers.contains(where: isAlive) ? nil : true }
    }

    @Test("SIGTERM and SIGINT to the readers too, as supervisors and terminals send them, end no scan")
    func signalsToAll() async throws {
        let server = try await ServerProcess(arguments: ["--readers", "1"])
        let reader = try #require(children(of: server.processID).first)
        kill(reader, SIGTERM)
        kill(reader, SIGINT)
        #expect(try await scan(server).status == 200)
        #expect(children(of: server.processID) == [reader])
    }

    @Test("A client that goes takes its scan along")
    func clientGoes() async throws {
        let server = try await ServerProcess(arguments: ["--readers", "1", "--scan-timeout", "600"])
        let reader = try #require(children(of: server.processID).first)
        let image = try Sample.image("scam-parcel-imessage-light.png")
        do {
            let client = try RawClient(port: server.port)
            // One that only says that it sends no more may still wait for its answer.
            client.resetAtEnd()
            try await client.send(
                "POST /scan-image HTTP/1.1\r\nHost: a\r\nContent-Type: image/png\r\n"
                    + "Content-Length: \(image.count)\r\n\r\n")
            try await client.send(Array(image))
            // It reads, and stays in the middle of it.
            _ = try await eventually(within: 20) { state(of: reader) == "R" ? true : nil }
            kill(reader, SIGSTOP)
        }
        _ = try await eventually(within: 20) { isAlive(reader) ? nil : true }
        #expect(try await scan(server).status == 200)
    }

    @Test("A hung reader is a time-out to its client, and waiting too long is refused")
    func deadlines() async throws {
        let server = try await ServerProcess(
            arguments: ["--readers", "1", "--scan-timeout", "3", "--queue-age", "1"])
        let reader = try #require(children(of: server.processID).first)
        kill(reader, SIGSTOP)
        async let first = scan(server).decoded(Problem.self)
        // Another picture, as the same one would share the first's fate.
        let other = try Sample.image("benign-code-android-light.png")
        async let second = ServiceClient(server: server).scan(image: other).decoded(Problem.self)
        let kinds = try await [first.kind, second.kind]
        #expect(Set(kinds) == [.scanTimeout, .busy])
        #expect(try await scan(server).status == 200)
        #expect(server.log.contains("timedOut"))
    }

    @Test("Readers are replaced after as many pictures as set, and get the memory set")
    func settings() async throws {
        let server = try await ServerProcess(arguments: [
            "--readers", "1", "--reader-recycle", "1", "--reader-memory", "300",
        ])
        let first = try #require(children(of: server.processID).first)
        let limits = try String(contentsOfFile: "/proc/\(first)/limits", encoding: .utf8)
        #expect(limits.contains(#/Max data size +314572800 /#))
        #expect(try await scan(server).status == 200)
        _ = try await eventually(within: 20) {
            children(of: server.processID).first { $0 != first }
        }
        #expect(!isAlive(first))
    }

    @Test("The readers' mode does nothing for who types it")
    func mode() throws {
        #expect(try ServerProcess.run(["read-worker"]).status == 64)
    }
}
