import Foundation
import TestSupport
import Testing
import TypeSafeAPI

@Suite("One client beside another that asks for much")
struct FairnessTests {
    private static let behindProxy = ["--trusted-proxies", "127.0.0.0/8"]
    private static let attacker = ["X-Forwarded-For": "192.0.2.1"]
    private static let victim = ["X-Forwarded-For": "192.0.2.2"]

    private static func scan(
        _ server: ServerProcess, _ image: Data, _ headers: [String: String]
    ) async throws -> ServiceClient.Answer {
        try await ServiceClient(server: server).send(
            "POST", "/scan-image", contentType: "image/png", body: image, headers: headers)
    }

    /// Sends dear pictures on four connections until the task is cancelled.
    private static func attack(_ server: ServerProcess) -> Task<Void, Never> {
        Task {
            await withTaskGroup(of: Void.self) { group in
                for connection in 0..<4 {
                    group.addTask {
                        var number = connection
                        while !Task.isCancelled {
                            _ = try? await scan(server, DearPicture.make(number: number), attacker)
                            number += 4
                        }
                    }
                }
            }
        }
    }

    @Test("All of a victim's scans are answered beside dear pictures", arguments: [1, 2])
    func dearPictures(workers: Int) async throws {
        let server = try await ServerProcess(
            arguments: Self.behindProxy + ["--workers", "\(workers)"],
            limits: ["scan_seconds": 600, "scan_cpu_seconds": 600, "queue_seconds": 120, "cache_mib": 0])
        let attack = Self.attack(server)
        defer { attack.cancel() }
        _ = try await eventually(within: 60) {
            let waiting = try await ServiceClient(server: server).metric("typesafe_ocr_queue_length")
            return waiting ?? 0 > 0 ? true : nil
        }
        let image = try Sample.image("scam-parcel-imessage-light.png")
        for _ in 1...2 { #expect(try await Self.scan(server, image, Self.victim).status == 200) }
    }

    @Test("A job is done beside another client's jobs, which aren't")
    func jobs() async throws {
        let server = try await ServerProcess(
            arguments: Self.behindProxy + ["--workers", "1"],
            limits: ["scan_seconds": 600, "scan_cpu_seconds": 600, "queue_seconds": 120, "job_seconds": 600])
        func submit(_ image: Data, _ client: [String: String]) async throws -> String {
            let answer = try await Self.scan(
                server, image, client.merging(["Prefer": "respond-async"]) { $1 })
            return try #require(answer.header("Location"))
        }
        func state(_ path: String) async throws -> ScanJobState {
            try await ServiceClient(server: server).send("GET", path).decoded(ScanJob.self).state
        }
        var theirs: [String] = []
        for number in 0..<4 {
            theirs.append(try await submit(DearPicture.make(number: number), Self.attacker))
        }
        let own = try await submit(try Sample.image("scam-parcel-imessage-light.png"), Self.victim)
        _ = try await eventually(within: 120) { try await state(own) == .done ? true : nil }
        for path in theirs { #expect(try await !state(path).isFinal) }
    }

    @Test("A picture that takes too long is charged for its time, and isn't read again, whoever sends it")
    func deadline() async throws {
        let server = try await ServerProcess(
            arguments: Self.behindProxy + ["--workers", "1", "--rate", "1"],
            // Long enough for a second of processor time beside other tests, and too short for the picture.
            limits: ["scan_seconds": 3, "rate_burst": 100])
        let picture = DearPicture.make(number: 0)
        let first = try await Self.scan(server, picture, Self.attacker)
        #expect(try first.decoded(Problem.self).kind == .scanTimeout)
        let refused = try await Self.scan(server, BlankPicture.png, Self.attacker)
        #expect(refused.status == 429 && refused.header("Retry-After").flatMap { Int($0) } ?? 0 > 60)
        let second = try await Self.scan(server, picture, Self.victim)
        #expect(try second.decoded(Problem.self).kind == .scanTimeout)
        #expect(second.status == first.status && second.header("Retry-After") == first.header("Retry-After"))
        // Nothing was read, so nothing is charged.
        #expect(try await Self.scan(server, BlankPicture.png, Self.victim).status == 200)
    }
}
