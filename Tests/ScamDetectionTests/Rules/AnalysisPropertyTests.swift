import Properties
import BundledResources
import Foundation
import Testing

/// Runs the seeds of `scripts/fuzz analysis`, and the inputs on which it failed once.
@Suite("Whatever the text")
struct AnalysisPropertyTests {
    private static let seeds: [[UInt8]] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appendingPathComponent("Fuzz/Seeds/analysis")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().compactMap { try? Array(Data(contentsOf: folder.appendingPathComponent($0))) }
    }()

    @Test("Texts, screens, patterns and rule files are read soundly, whole and damaged")
    func seeds() throws {
        let properties = try AnalysisProperties(
            rules: BundledResources.rules, lexicon: BundledResources.lexicon)
        #expect(Self.seeds.count > 10)
        for seed in Self.seeds { properties.check(seed) }
        var mutations = Mutations(of: Self.seeds, state: 20_261_121)
        for _ in 0..<2_000 { properties.check(mutations.next()) }
    }
}
