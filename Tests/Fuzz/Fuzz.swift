import Foundation
import OCR
import Properties
import TestSupport

/// Checks the files given, such as an input that a fuzzer has found; with a number before them, also that many mutations of
/// them. Built by `scripts/fuzz`, this program is the fuzzer. Runs in the package's folder.
@main
enum Fuzz {
    /// What is fuzzed, named by the environment variable `FUZZ_TARGET`.
    private enum Subject: String {
        case http1, imaging, reading
        case readingParts = "reading-parts"
        case analysis, joining, redaction
    }

    /// The check of the subject in force. A fuzzer's test is a C function and holds nothing; only the main thread comes here.
    private nonisolated(unsafe) static let check: ([UInt8]) -> Void = {
        guard let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"],
            let subject = Subject(rawValue: name)
        else {
            fatalError(
                "FUZZ_TARGET is one of http1, imaging, reading, reading-parts, analysis, joining and redaction"
            )
        }
        do {
            return try makeCheck(of: subject)
        } catch {
            fatalError("no language data, or not in the package's folder: \(error)")
        }
    }()

    private static func makeCheck(of subject: Subject) throws -> ([UInt8]) -> Void {
        switch subject {
        case .http1: return { bytes in bytes.withUnsafeBytes { HTTP1Properties.check($0) } }
        case .imaging: return { _ = ImagingProperties.check($0) }
        case .reading:
            let properties = try PictureProperties(
                tessdata: Tessdata(directory: nil), samples: Sample.paths.map(contents))
            return { properties.check($0) }
        case .readingParts:
            let properties = try PartProperties(samples: Sample.paths.map(contents))
            return { properties.check($0) }
        case .redaction:
            let properties = try RedactionProperties(samples: Sample.paths.map(contents))
            return { properties.check($0) }
        case .analysis:
            let properties = try AnalysisProperties(
                rules: URL(fileURLWithPath: "Resources/rules"),
                lexicon: URL(fileURLWithPath: "Resources/lexicon"))
            return { properties.check($0) }
        case .joining:
            let properties = JoiningProperties(ShippedLanguages.all)
            return { properties.check($0) }
        }
    }

    private static func contents(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    #if FUZZING
        static func main() {
            LibFuzzer.run { bytes, count in
                Fuzz.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
                return 0
            }
        }
    #else
        static func main() throws {
            var paths = CommandLine.arguments.dropFirst()
            let count = paths.first.flatMap(Int.init) ?? 0
            if count > 0 { paths.removeFirst() }
            let seeds = try paths.map(contents)
            for seed in seeds { check(seed) }
            var mutations = Mutations(of: seeds, state: UInt64(count))
            for _ in 0..<count { check(mutations.next()) }
            print("\(seeds.count) inputs and \(count) mutations: sound")
        }
    #endif
}
