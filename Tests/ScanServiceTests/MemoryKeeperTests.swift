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
    private let keeper: MemoryKeeper

    init() throws {
        detector = try ScamDetector(
            rules: BundledResources.rules, lexicon: BundledResources.lexicon, languages: ShippedLanguages.all,
            checksExamples: false)
        var limits = MessageMemory.Limits()
        limits.seen = 64
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("memory-\(UUID())").path
        let logger = Logger(label: "memory") { _ in SwiftLogNoOpLogHandler() }
        let lists = ListKeeper(
            MessageMemory(key: try #require(MemoryKey(0..<16)), limits: limits),
            MemoryListFolder(path: file + ".lists"), signer: Curve25519.Signing.PrivateKey(), logger)
        keeper = MemoryKeeper(lists, try MemoryFile(path: file), logger)
    }

    private func note(_ text: String, as scan: UUID = UUID(), of client: String) async {
        let fingerprint = Fingerprint(
            of: detector.analyze(text), by: keeper.memory.key, detector.lexicon)
        await keeper.note(fingerprint, level: .high, as: scan, of: ClientID(client))
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
}
