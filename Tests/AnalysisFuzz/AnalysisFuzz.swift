import AnalysisProperties
import Foundation

/// Checks the files given, such as an input that a fuzzer has found. Built by `scripts/fuzz`, it is the fuzzer. Runs where
/// the package lies.
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
            var count = CommandLine.argc
            var arguments: Arguments = CommandLine.unsafeArgv
            exit(runFuzzer(&count, &arguments, test))
        }
    #else
        static func main() throws {
            for path in CommandLine.arguments.dropFirst() {
                check(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
            }
        }
    #endif
}

#if FUZZING
    private func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        AnalysisFuzz.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
    }

    private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    /// libFuzzer's `LLVMFuzzerRunDriver`.
    @_silgen_name("LLVMFuzzerRunDriver")
    private func runFuzzer(
        _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<Arguments>,
        _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
    ) -> CInt
#endif
