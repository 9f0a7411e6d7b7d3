import Foundation
import Properties
import TestSupport
import Testing

/// The properties that the fuzzer checks for hours, on its seeds and on the same mutations each time.
@Suite("Any bytes")
struct PropertyTests {
    private static let corpus: [[UInt8]] = {
        guard let folder = Bundle.module.url(forResource: "Corpus", withExtension: nil),
            let files = try? FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: nil)
        else { return [] }
        return files.sorted { $0.path < $1.path }.compactMap { try? Array(Data(contentsOf: $0)) }
    }()

    @Test("Cutting changes nothing, for each seed of the fuzzer and each way of cutting it")
    func seeds() {
        #expect(Self.corpus.count > 10)
        for input in Self.corpus {
            for seed in 0...UInt8.max {
                ([input[0], seed] + input.dropFirst(2)).withUnsafeBytes { HTTP1Properties.check($0) }
            }
        }
    }

    @Test("Nor for twenty thousand mutations of them")
    func mutations() {
        var random = SeededGenerator(state: 42)
        for _ in 0..<20_000 {
            var input = Self.corpus.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<input.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: input[place] = .random(in: 0 ... .max, using: &random)
                case 1: input.insert(input.randomElement(using: &random) ?? 0, at: place)
                case 2 where input.count > 3: input.remove(at: place)
                default: input += (Self.corpus.randomElement(using: &random) ?? []).dropFirst(2)
                }
            }
            input.withUnsafeBytes { HTTP1Properties.check($0) }
        }
    }
}
