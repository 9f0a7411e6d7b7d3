import Crypto
import Foundation
import Synchronization
import TestSupport
import TextAnalysis
import Testing

@testable import ScamDetection

/// Lists of confirmed scams that installations give each other.
@Suite("A list of known scams")
struct MemoryListTests {
    private let detector: ScamDetector
    private let (maker, user): (MessageMemory, MessageMemory)
    private let signer = Curve25519.Signing.PrivateKey()
    private static let scam =
        "Hello dear Tom, are you still looking for the blue garden chairs that we spoke about at the fair? Write to https://chairs-fair.top/12"
    private static let now = 1_000_000

    init() throws {
        detector = try ShippedRules.detector.get()
        (maker, user) = (try Self.memory(0..<16), try Self.memory(0..<16))
        maker.apply([said(Self.scam)])
    }

    private static func memory(_ key: Range<UInt8>) throws -> MessageMemory {
        MessageMemory(key: try #require(MemoryKey(key))) { now }
    }

    private func said(_ text: String, isScam: Bool = true, by teacher: UInt32 = 1) -> MemoryChange {
        let kept = KeptFingerprint(Fingerprint(of: detector.analyze(text), by: user.key, detector.lexicon))
        return MemoryChange(
            id: kept.id, fingerprint: kept,
            what: .confirmed(MemoryVote(by: teacher, at: Self.now, isScam: isScam)))
    }

    private func list(
        _ changes: [MemoryChange]? = nil, name: String = "hotline", made: Int = now, expires: Int = now + 60
    ) throws -> Data {
        try MemoryList.signed(
            changes ?? maker.confirmedScams(10), name: name, made: made, expires: expires, key: maker.key,
            by: signer)
    }

    private var signerName: String { MemoryList.name(of: signer.publicKey) }

    private func use(_ content: Data, by memory: MessageMemory? = nil) throws(MemoryList.Fault) {
        let memory = memory ?? user
        try memory.use(try memory.list(content, signer: signerName))
    }

    private func finding(_ text: String = scam) -> Finding? {
        user.finding(for: detector.analyze(text), detector.lexicon)
    }

    @Test("What another installation confirmed is known by its list, and as from there")
    func known() throws {
        try use(try list())
        #expect(finding()?.rule == "memory.listed-scam" && finding()?.weight ?? 0 > 6)
        #expect(finding("See https://chairs-fair.top/99")?.rule == "memory.listed-contact")
        #expect(user.lists.map(\.name) == ["hotline"] && user.lists.map(\.count) == [1])
        #expect(user.count == 0 && user.all().isEmpty)
        // A later one replaces it, and one that is older isn't taken.
        try use(try list([], made: Self.now + 1))
        #expect(finding() == nil)
        let old = try list()
        #expect(throws: MemoryList.Fault.older) { try use(old) }
        #expect(user.dropList(of: signerName) && !user.dropList(of: signerName) && user.lists.isEmpty)
    }

    @Test("What people here say counts before what lists say: that it is genuine, or that they disagree")
    func dismissed() throws {
        try use(try list())
        user.apply([said(Self.scam, isScam: false)])
        #expect(finding()?.group == .protective && finding("See https://chairs-fair.top/99") == nil)
        // A scammer's copy of it that leads elsewhere is another message.
        #expect(finding(Self.scam.replacing("chairs-fair", with: "other"))?.rule == "memory.listed-scam")
        user.apply([said(Self.scam, by: 2)])
        #expect(finding() == nil)
        user.apply([MemoryChange(id: said(Self.scam).id, what: .forgotten)])
        #expect(finding()?.rule == "memory.listed-scam")
    }

    @Test("A word on a message that is only alike keeps no list from warning of the same one")
    func alike() throws {
        let text = Self.scam.replacing(/\sWrite.*/, with: "")
        let half =
            "Hello dear Tom, are you still looking for the blue garden chairs, as the red bicycle went to Ann yesterday evening?"
        user.apply([said(half, isScam: false)])
        #expect(finding(text)?.group == .protective)
        try use(try list([said(text)]))
        #expect(finding(text)?.rule == "memory.listed-scam" && finding(half)?.group == .protective)
        user.apply([said(half)])
        #expect(finding(text)?.rule == "memory.listed-scam")
        // What is said of the same message counts before the list.
        user.apply([said(text, isScam: false)])
        #expect(finding(text) == nil)
    }

    @Test("A list that was changed, signed by another key, made for another memory, or isn't one, is refused")
    func refused() throws {
        let content = try list()
        func fault(_ content: Data, by memory: MessageMemory? = nil) -> MemoryList.Fault? {
            do throws(MemoryList.Fault) { try use(content, by: memory) } catch { return error }
            return nil
        }
        for place in stride(from: 0, to: content.count - 1, by: 7) {
            var changed = content
            changed[place] ^= 1
            #expect(fault(changed) != nil, "\(place)")
        }
        for length in 0..<(content.count - 1) { #expect(fault(content.prefix(length)) == .signature) }
        #expect(fault(content, by: try Self.memory(1..<17)) == .otherKey)
        #expect(throws: MemoryList.Fault.signature) {
            try user.list(
                content, signer: MemoryList.name(of: Curve25519.Signing.PrivateKey().publicKey))
        }
        for name in [signerName + "=", signerName.replacing("A", with: "/") + "/"] {
            let other = Data(
                String(decoding: content, as: UTF8.self).replacing(signerName, with: name).utf8)
            #expect(throws: MemoryList.Fault.signature) { try user.list(other, signer: name) }
        }
        #expect(fault(try list(expires: Self.now)) == .expired)
        #expect(fault(try list(made: Self.now + 86_400)) == .line(1))
        #expect(fault(try list(name: "<b>")) == .line(1))
        // A list warns, and clears nothing.
        #expect(fault(try list([said("See you at the mill", isScam: false)])) == .line(2))
        // One that claims more pairs than it shows would be a part of any message.
        var vague = said("come to the old mill")
        vague.fingerprint = KeptFingerprint(
            sketch: [1, 2], pairCount: 60_000, contacts: [], isFromPicture: false)
        #expect(fault(try list([vague])) == .line(2))
        #expect(fault(Data("\n".utf8)) == .signature && user.lists.isEmpty)
    }

    private final class Clock: Sendable { let time = Atomic(now) }

    @Test("A list past its time says nothing, and more lists than there may be are refused")
    func limits() throws {
        let clock = Clock()
        let memory = MessageMemory(key: user.key) { clock.time.load(ordering: .relaxed) }
        try use(try list(), by: memory)
        #expect(memory.finding(for: detector.analyze(Self.scam), detector.lexicon) != nil)
        clock.time.add(60, ordering: .relaxed)
        #expect(memory.finding(for: detector.analyze(Self.scam), detector.lexicon) == nil)
        for number in 0..<MessageMemory.mostLists {
            let other = Curve25519.Signing.PrivateKey()
            let content = try MemoryList.signed(
                [], name: "\(number)", made: 0, expires: .max, key: user.key, by: other)
            try user.use(try user.list(content, signer: MemoryList.name(of: other.publicKey)))
        }
        let content = try list()
        #expect(throws: MemoryList.Fault.tooMany(limit: 8)) { try use(content) }
    }

    @Test("Fingerprints are what docs/memory.md says, so that other tools can make lists")
    func form() throws {
        func print(_ text: String) -> Fingerprint {
            Fingerprint(of: detector.analyze(text), by: user.key, detector.lexicon)
        }
        #expect(user.key.name == "2f4e8418115aceea")
        #expect(
            print("Come to the old mill").pairs == [34_602_459, 2_721_112_017, 2_747_166_384, 4_185_457_402])
        #expect(print("https://chairs-fair.top/12").contacts == [0xa511_b73b_931b_5d58])
        let document = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("docs/memory.md")
        let text = try String(contentsOf: document, encoding: .utf8)
        for value in [user.key.name, "34602459, 2721112017, 2747166384, 4185457402", "a511b73b931b5d58"] {
            #expect(text.contains(value))
        }
    }
}
