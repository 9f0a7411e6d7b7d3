import BundledResources
import Foundation
import ScamDetection
import Testing
import TextAnalysis

@Suite("Snapshot of the shipped rules") struct ShippedSnapshotTests {
    /// One in this many examples is judged, as all of them take minutes.
    private static let step = 7

    @Test("The snapshot judges the examples exactly as the files do") func judgesAlike() throws {
        let cache = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: cache) }
        func load() throws -> ScamDetector {
            try DetectorSnapshot(
                cache: cache.path, rules: BundledResources.rules, lexicon: BundledResources.lexicon,
                languages: BundledResources.languages, program: URL(fileURLWithPath: "/proc/self/exe"),
                settling: 0
            ).detector {
                try ScamDetector(
                    rules: BundledResources.rules, lexicon: BundledResources.lexicon,
                    languages: Languages(directory: BundledResources.languages), checksExamples: false)
            }
        }
        let files = try load()
        let quick = try load()
        // What a snapshot lacks shows that the second one comes from it.
        let kept = quick.rules.flatMap(\.examples)
        #expect(kept.isEmpty)
        #expect(quick.rules.map(\.id) == files.rules.map(\.id))
        let examples = ShippedRules.examples
        #expect(examples.count > 3_000)
        let differing = stride(from: 0, to: examples.count, by: Self.step).map { examples[$0].text }.filter {
            let (one, other) = (files.analyze(example: $0), quick.analyze(example: $0))
            return files.verdict(on: one) != quick.verdict(on: other)
        }
        #expect(differing.isEmpty)
    }
}
