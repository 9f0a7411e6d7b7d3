import Crypto
import Foundation
import ScamDetection
import SystemSupport

/// What a memory of a million confirmed messages takes, and how long a message takes beside it and beside none.
enum MemoryTable {
    private static let count = 1_000_000

    static func print(_ messages: [String], _ detector: ScamDetector) throws {
        guard let key = MemoryKey(0..<16) else { return }
        let texts = messages.prefix(2_000).map { detector.analyze($0) }
        func judge() -> Figures {
            Figures(
                texts.map { text in
                    let watch = Stopwatch.thread
                    _ = detector.verdict(on: text)
                    return watch.elapsed
                })
        }
        _ = judge()
        let before = judge()
        detector.use(MessageMemory(key: key))
        let empty = judge()
        var limits = MessageMemory.Limits()
        limits.lone = .max
        let memory = MessageMemory(key: key, limits: limits)
        let bytes = residentBytes()
        let watch = Stopwatch.wall
        for start in stride(from: 0, to: count, by: 10_000) {
            memory.apply((start..<start + 10_000).map(Self.change))
        }
        let filling = watch.elapsed / 1e6
        ProcessLimits.releaseFreedMemory()
        let taken = Double(residentBytes() - bytes) / 1e6
        detector.use(memory)
        let full = judge()
        let looking = Figures(
            texts.map { text in
                let watch = Stopwatch.thread
                _ = memory.finding(for: text, detector.lexicon)
                return watch.elapsed
            })
        Swift.print("\n" + "memory".heading + "median".column + "99 %".column + "most".column)
        for (name, figures) in [
            ("verdict without, µs", before), ("beside an empty one", empty), ("beside a million", full),
            ("the look-up alone", looking),
        ] {
            Swift.print(name.heading + figures[0.5].column + figures[0.99].column + figures[1].column)
        }
        Swift.print("\(memory.count) messages: \(taken) MB, learned in \(filling) s")
        try printList(memory)
    }

    /// How long a list of the most messages takes until it is in use.
    private static func printList(_ memory: MessageMemory) throws {
        let signer = Curve25519.Signing.PrivateKey()
        let content = try MemoryList.signed(
            (0..<MemoryList.mostEntries).map(Self.change), name: "benchmark", made: 1, expires: .max,
            key: memory.key, by: signer)
        let watch = Stopwatch.wall
        let list = try memory.list(content, signer: MemoryList.name(of: signer.publicKey))
        try memory.use(list)
        Swift.print(
            "a list of \(list.facts.count), \(content.count / 1_000_000) MB: in use after \(watch.elapsed / 1e6) s"
        )
    }

    private static func change(_ number: Int) -> MemoryChange {
        let sketch = (0..<KeptFingerprint.sketchSize).map { _ in UInt32.random(in: 0...UInt32.max) }
        let print = KeptFingerprint(
            sketch: Set(sketch).sorted(), pairCount: 40, contacts: [UInt64.random(in: 0...UInt64.max)],
            isFromPicture: false)
        return MemoryChange(
            id: print.id, fingerprint: print, what: .confirmed(MemoryVote(by: 1, at: number, isScam: true)))
    }

    private static func residentBytes() -> Int {
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        return (pages.flatMap { Int($0[1]) } ?? 0) * 4_096
    }
}
