import BundledResources
import Crypto
import Foundation
import Logging
import ScamDetection
import Storage
import SystemSupport
import TestSupport
import Testing
import TextAnalysis

@testable import ScanService

/// One client against another at a memory.
@Suite("What clients bring to a memory")
struct MemoryKeeperTests {
    private let detector: ScamDetector
    private let path: String
    private let keeper: MemoryKeeper

    init() throws {
        detector = try ScamDetector(
            rules: BundledResources.rules, lexicon: BundledResources.lexicon, languages: ShippedLanguages.all,
            checksExamples: false)
        var limits = MessageMemory.Limits()
        limits.seen = 64
        path = FileManager.default.temporaryDirectory.appendingPathComponent("memory-\(UUID())").path
        keeper = try Self.keeper(path, limits)
    }

    private static func keeper(
        _ path: String, _ limits: MessageMemory.Limits = .init()
    ) throws -> MemoryKeeper {
        let logger = Logger(label: "memory") { _ in SwiftLogNoOpLogHandler() }
        let lists = ListKeeper(
            MessageMemory(key: try #require(MemoryKey(0..<16)), limits: limits),
            MemoryListFolder(path: path + ".lists"), signer: Curve25519.Signing.PrivateKey(), logger)
        return MemoryKeeper(lists, try MemoryFile(path: path), logger)
    }

    private func fingerprint(_ text: String) -> Fingerprint {
        Fingerprint(of: detector.analyze(text), by: keeper.memory.key, detector.lexicon)
    }

    private func note(
        _ text: String, as scan: UUID = UUID(), of client: String, in session: UUID? = nil
    ) async {
        await keeper.note(
            fingerprint(text), level: .high, as: scan, of: ClientID(client), in: session)
    }

    @Test(
        "One that brings thousands of messages has a sixteenth of what is counted, and pushes out no scan of another"
    )
    func shares() async throws {
        let scan = UUID()
        await note("the parcel waits at the old mill", as: scan, of: "quiet")
        for number in 0..<5_000 { await note("see https://site-\(number).example-pay.top/", of: "loud") }
        for number in 0..<3 { await note("write to box\(number)@mail.example", of: "quiet") }
        try await keeper.writeCounts()
        #expect(keeper.memory.count <= 64 / 16 + 4 && keeper.memory.count > 4)
        #expect(await keeper.fingerprint(of: scan) != nil)
    }

    @Test("A deleted session takes its counts along, and nobody can say what its scans were")
    func sessions() async throws {
        let (one, other, scan, harmless) = (UUID(), UUID(), UUID(), UUID())
        let text = "the parcel waits at the old mill, pay the fee of two pounds today"
        await note(text, as: scan, of: "a", in: one)
        await note(text, of: "a", in: one)
        await keeper.note(
            fingerprint("see you at six"), level: .low, as: harmless, of: ClientID("a"), in: one)
        try await keeper.writeCounts()
        for session in [one, other] { await note(text, of: "b", in: session) }
        try await keeper.forget(session: one)
        #expect(keeper.memory.count == 1 && keeper.memory.campaigns(9).isEmpty)
        for gone in [scan, harmless] { #expect(await keeper.fingerprint(of: gone) == nil) }
        await note(text, of: "b")
        try await keeper.writeCounts()
        #expect(keeper.memory.campaigns(9).map(\.count) == [2])
        try await keeper.forget(session: other)
        #expect(keeper.memory.campaigns(9).isEmpty)
        try await keeper.forget(session: one)
    }

    @Test("Lines are put together while they are written, and none that was acknowledged is lost")
    func together() async throws {
        let path = path + "-busy"
        let prints = (0..<40).map { number in
            fingerprint("come to the old mill at nine with https://mill-\(number).top/")
        }
        var known: Set<UInt64> = []
        do {
            let busy = try Self.keeper(path)
            let loading = Task { while !Task.isCancelled { try await busy.load() } }
            try await withThrowingTaskGroup(of: UInt64?.self) { group in
                for print in prints {
                    group.addTask {
                        var id: UInt64?
                        for _ in 0..<60 { id = try await busy.teach(print, isScam: true, by: "a") }
                        return id
                    }
                }
                for try await id in group { if let id { known.insert(id) } }
            }
            loading.cancel()
            try await loading.value
            try await busy.load()
        }
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").count
        #expect(known.count == 40 && lines < 60 * 40)
        // The file is free once the last task has let go of it.
        let later = try await eventually { try? Self.keeper(path) }
        try await later.load()
        #expect(later.memory.count == 40 && known.allSatisfy { later.memory.holds($0) })
    }
}
