import Foundation
import OCR
import Properties
import TestSupport
import Testing
import TextAnalysis

/// What `scripts/fuzz` starts from, and what it has found.
@Suite("Whatever the bytes", .serialized)
struct PropertyTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func seeds(_ subject: String) throws -> [(name: String, bytes: [UInt8])] {
        let folder = tests.appendingPathComponent("Fuzz/Seeds/\(subject)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        return try names.map { name in
            (name, Array(try Data(contentsOf: folder.appendingPathComponent(name))))
        }
    }

    private static func samples() throws -> [[UInt8]] {
        try Sample.paths.map { path in
            Array(try Data(contentsOf: tests.deletingLastPathComponent().appendingPathComponent(path)))
        }
    }

    @Test("Small pictures are read, and what is said of them is sound")
    func pictures() throws {
        let properties = try PictureProperties(tessdata: Fixture.tessdata(), samples: Self.samples())
        var texts: [String: String] = [:]
        for seed in try Self.seeds("reading") {
            texts[seed.name] = properties.check(seed.bytes)?.text ?? ""
        }
        for name in ["bill.bmp", "bill.png", "bill.webp", "bill.tif"] {
            #expect(texts[name]?.contains("Pay your bill") == true, "\(name)")
        }
        #expect(texts["wide.collage"]?.contains("unpaid toll") == true)
    }

    @Test("So are lines, layouts, codes and messages, whole and damaged")
    func parts() throws {
        let properties = try PartProperties(samples: Self.samples())
        let seeds = try Self.seeds("reading-parts")
        #expect(seeds.count > 20)
        for seed in seeds { properties.check(seed.bytes) }
        var generator = SeededGenerator(state: 20_261_121)
        for _ in 0..<500 {
            guard var bytes = seeds.randomElement(using: &generator)?.bytes else { continue }
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = .random(
                    in: 0...255, using: &generator)
            }
            properties.check(bytes)
        }
    }

    @Test("What is personal is covered, and nothing else is changed", .timeLimit(.minutes(5)))
    func redaction() throws {
        let properties = try RedactionProperties(samples: Self.samples())
        let seeds = try Self.seeds("redaction")
        #expect(seeds.count > 4)
        for seed in seeds { properties.check(seed.bytes) }
        var mutations = Mutations(of: seeds.map(\.bytes), state: 20_261_122)
        for _ in 0..<60 { properties.check(mutations.next()) }
    }
}
