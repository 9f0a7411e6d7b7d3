import AnalysisProperties
import BundledResources
import Foundation
import TestSupport
import Testing

/// What `scripts/fuzz analysis` starts from, and what it has found.
@Suite("Whatever the text")
struct AnalysisPropertyTests {
    private static let seeds: [[UInt8]] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("AnalysisFuzz/Seeds")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().compactMap { try? Array(Data(contentsOf: folder.appendingPathComponent($0))) }
    }()

    @Test("Texts, screens, patterns and rule files are read soundly, whole and damaged")
    func seeds() throws {
        let properties = try AnalysisProperties(
            rules: BundledResources.rules, lexicon: BundledResources.lexicon)
        #expect(Self.seeds.count > 10)
        for seed in Self.seeds { properties.check(seed) }
        var random = SeededGenerator(state: 20_261_121)
        for _ in 0..<2_000 {
            guard var bytes = Self.seeds.randomElement(using: &random) else { continue }
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 1..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = .random(in: 0...255, using: &random)
                case 1: bytes.insert(bytes.randomElement(using: &random) ?? 0, at: place)
                default: bytes.append(contentsOf: bytes[place...].prefix(64))
                }
            }
            properties.check(bytes)
        }
    }
}
