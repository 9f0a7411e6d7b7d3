import Foundation
import TestSupport
import TextAnalysis
import Testing

@testable import ScamDetection

/// What a memory knows again. The texts are tests of code: how well it knows real messages is measured elsewhere.
@Suite("A memory of confirmed messages")
struct MemoryTests {
    private let detector: ScamDetector
    private let memory: MessageMemory

    private static let scam =
        "Hello dear Tom, are you still looking for the blue garden chairs that we spoke about at the fair? Write to https://chairs-fair.top/12"

    init() throws { (memory, detector) = (try Self.memory(), try ShippedRules.detector.get()) }

    /// - Parameter time: seconds since 1970.
    private static func memory(
        _ limits: MessageMemory.Limits = .init(), at time: Int = 0
    ) throws -> MessageMemory {
        MessageMemory(key: try #require(MemoryKey(0..<16)), limits: limits) { time }
    }

    private func print(_ text: String) -> Fingerprint {
        Fingerprint(of: detector.analyze(text), by: memory.key, detector.lexicon)
    }

    private func said(
        _ text: String, isScam: Bool = true, by teacher: UInt32 = 1, at time: Int = 0
    ) -> MemoryChange {
        let kept = KeptFingerprint(print(text))
        return MemoryChange(
            id: kept.id, fingerprint: kept,
            what: .confirmed(MemoryVote(by: teacher, at: time, isScam: isScam)))
    }

    private func finding(_ text: String, _ memory: MessageMemory? = nil) -> Finding? {
        (memory ?? self.memory).finding(for: detector.analyze(text), detector.lexicon)
    }

    @Test("The keyed hash is SipHash-2-4, as its authors' test vectors say")
    func vectors() throws {
        // Their key and input are the bytes 0, 1, 2 …, each word's first byte its lowest.
        let key = try #require(MemoryKey(Array((0..<8).reversed()) + (8..<16).reversed()))
        #expect(key.hash(0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908) == 0x3f2a_cc7f_57c2_9bdb)
    }

    @Test(
        "The same message is known, with another name, amount and link, and in another order; another one isn't"
    )
    func copies() {
        memory.apply([said(Self.scam)])
        for copy in [
            Self.scam, Self.scam.replacing("Tom", with: "Ann").replacing("12", with: "77"),
            "Write to https://other.top/1 Hello dear Jo, are you still looking for the blue garden chairs that we spoke about at the fair?",
        ] {
            #expect(finding(copy).map { $0.group == .memory && $0.weight > 4 } == true, "\(copy)")
        }
        #expect(finding("Hello dear, are you free on Sunday? The garden is lovely now") == nil)
        #expect(finding("See https://chairs-fair.top/99")?.rule == "memory.known-contact")
        #expect(detector.verdict(on: detector.analyze(Self.scam)).riskLevel != .high)
    }

    @Test("What is confirmed as genuine calms within a bound, and not where the copy leads elsewhere")
    func genuine() {
        memory.apply([said(Self.scam, isScam: false)])
        #expect(
            finding(Self.scam).map { $0.group == .protective && (-2 ... -0.5).contains($0.weight) } == true)
        #expect(finding(Self.scam.replacing("chairs-fair", with: "chairs-pay")) == nil)
        #expect(finding(Self.scam + " Call 020 7946 0958") == nil)
    }

    @Test("A genuine message and a scammer's copy that leads elsewhere are two, whichever is taught first")
    func imitation() {
        let copy = Self.scam.replacing("chairs-fair", with: "chairs-pay")
        memory.apply([said(Self.scam, isScam: false)])
        #expect(memory.same(as: print(copy), leadsThere: true) == nil)
        #expect(
            memory.same(as: print(Self.scam), leadsThere: true)
                == memory.same(as: print(copy), leadsThere: false))
        memory.apply([said(copy, by: 2)])
        #expect(finding(Self.scam)?.group == .protective && finding(copy)?.group == .memory)
        // It leads nowhere, and may be either.
        #expect(finding(Self.scam.replacing(/Write.*/, with: "")) == nil)
    }

    @Test("Who got a scam isn't known by their own mail address")
    func recipient() {
        memory.apply([said("Dear jo@mail.example, the mailbox is full, open https://box-full.top/1 now")])
        #expect(finding("Minutes of Monday, sent to jo@mail.example and others") == nil)
        #expect(finding("Look at https://box-full.top/2")?.rule == "memory.known-contact")
    }

    @Test("A genuine message that goes on with something else isn't calmed")
    func goesOn() {
        memory.apply([said(Self.scam, isScam: false)])
        let more =
            " I am at the bank now and need you to read me the six digits that they have just sent to your phone"
        #expect(finding(Self.scam)?.group == .protective && finding(Self.scam + more) == nil)
    }

    @Test("Two who disagree cancel out, the later word of one counts, and what is taken back is gone")
    func disagreement() {
        memory.apply([said(Self.scam), said(Self.scam, isScam: false, by: 2)])
        #expect(finding(Self.scam) == nil)
        memory.apply([said(Self.scam, by: 2)])
        #expect(finding(Self.scam)?.group == .memory)
        let id = KeptFingerprint(print(Self.scam)).id
        memory.apply([1, 2].map { MemoryChange(id: id, what: .takenBack(by: $0)) })
        #expect(finding(Self.scam) == nil)
    }

    @Test("One person's word ends after its time, and two people's later")
    func expiry() throws {
        let limits = MessageMemory.Limits()
        for (time, teachers, isKnown) in [
            (limits.lone - 1, [UInt32(1)], true), (limits.lone, [1], false), (limits.lone, [1, 2], true),
            (limits.agreed, [1, 2], false),
        ] {
            let memory = try Self.memory(at: time)
            memory.apply(teachers.map { said(Self.scam, by: $0) })
            #expect((finding(Self.scam, memory) != nil) == isKnown, "\(time) \(teachers)")
        }
    }

    @Test(
        "A full memory lets go of what was not seen for longest, and not of what is confirmed for what only comes often"
    )
    func limits() throws {
        var limits = MessageMemory.Limits()
        (limits.confirmed, limits.seen) = (100, 50)
        let memory = try Self.memory(limits, at: 1_000)
        let texts = (0..<2_000).map { number in
            (0..<12).map {
                "w\(Character(UnicodeScalar(97 + UInt8((number >> ($0 % 11)) & 1))))x\(["a", "bb", "ccc"][$0 % 3])"
            }
            .joined(separator: " ")
        }
        var known: [String] = []
        for (number, text) in texts.enumerated() {
            let kept = KeptFingerprint(print(text))
            known.append(text)
            memory.apply([
                number.isMultiple(of: 2)
                    ? said(text, at: number)
                    : MemoryChange(
                        id: kept.id, fingerprint: kept, what: .seen(MemorySightings(count: 1, last: number)))
            ])
        }
        #expect(memory.count <= 150 && memory.count > 90)
        #expect(finding(Self.scam, memory) == nil)
    }

    @Test("A memory that is written down and read again knows the same, and broken lines do nothing")
    func lines() throws {
        memory.apply([said(Self.scam), said("Pay GB82 WEST 1234 5698 7654 32 today", by: 2)])
        let seen = KeptFingerprint(print("Come to the old mill at nine"))
        memory.apply(
            [2, 5].map {
                MemoryChange(
                    id: seen.id, fingerprint: seen,
                    what: .seen(MemorySightings(count: 3, last: $0, isHigh: $0 == 2)))
            })
        let lines = memory.all().map(\.line)
        let other = try Self.memory()
        other.apply(lines.compactMap { MemoryChange(line: $0) })
        #expect(Set(other.all().map(\.line)) == Set(lines) && other.count == 3)
        #expect(finding(Self.scam, other) == finding(Self.scam))
        #expect(other.campaigns(9).first.map { [$0.count, $0.first, $0.last] } == [6, 2, 5])
        for line in [
            "", "{}", "[1]", #"{"v":2,"id":"1","forgotten":true}"#, #"{"v":1,"id":"x","forgotten":true}"#,
            #"{"v":1,"id":"1","sketch":[3,2],"pairs":2,"seen":{"count":1,"last":1}}"#,
            #"{"v":1,"id":"1","seen":{"count":-1,"last":1}}"#,
            #"{"v":1,"id":"1","seen":{"count":9223372036854775807,"last":1}}"#,
            #"{"v":1,"id":"1","confirmed":{"by":1,"at":-9223372036854775808,"scam":true}}"#,
        ] {
            #expect(MemoryChange(line: Data(line.utf8)) == nil, "\(line)")
        }
        #expect(!lines.contains { String(decoding: $0, as: UTF8.self).contains("chairs") })
    }

    @Test("With another key nothing is known")
    func key() throws {
        memory.apply([said(Self.scam)])
        let other = MessageMemory(key: try #require(MemoryKey(1..<17)))
        other.apply(memory.all())
        #expect(finding(Self.scam, other) == nil)
    }
}
