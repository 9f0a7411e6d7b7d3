import AnalysisProperties
import Foundation
import LibFuzzer

/// Checks the files given, such as an input that a fuzzer has found; with a number before them, also so many mutations of
/// them. Built by `scripts/fuzz`, it is the fuzzer. Runs where the package lies.
@main
enum AnalysisFuzz {
    /// A fuzzer's test is a C function and holds nothing.
    private static let properties = try? AnalysisProperties(
        rules: URL(fileURLWithPath: "Resources/rules"), lexicon: URL(fileURLWithPath: "Resources/lexicon"))

    static func check(_ bytes: [UInt8]) {
        guard let properties else { fatalError("not where the package lies") }
        properties.check(bytes)
    }

    #if FUZZING
        static func main() {
            LibFuzzer.run(test)
        }
    #else
        static func main() throws {
            var paths = CommandLine.arguments.dropFirst()
            let count = paths.first.flatMap(Int.init) ?? 0
            if count > 0 { paths.removeFirst() }
            let seeds = try paths.map { Array(try Data(contentsOf: URL(fileURLWithPath: $0))) }
            for seed in seeds { check(seed) }
            var mutations = Mutations(of: seeds, state: UInt64(count))
            for _ in 0..<count { check(mutations.next()) }
            print("\(seeds.count) inputs and \(count) mutations: sound")
        }
    #endif
}

#if FUZZING
    private func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        AnalysisFuzz.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
    }
#endif
